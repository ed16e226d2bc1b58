import { Link } from "react-router";
import type { Group, MembershipStatus } from "#contract/club/shapes.ts";
import { Button } from "../../ui/form/button.tsx";
import { formatCount } from "../../ui/display/format.ts";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { usePendingState } from "../shared/use-pending-state.ts";
import { useJoinGroup, type JoinGroupState } from "./use-join-group.tsx";
import { groupMessages } from "./messages.ts";

/** Small button for joining, leaving or withdrawing the application. */
export function JoinButton({ group, joining }: { group: Group; joining: JoinGroupState }) {
  const { standing, members, isBusy, join, leave, dialogs } = joining;
  const pendingState = usePendingState();
  const isFull = standing === "none" && members >= group.places;
  const press: Readonly<Record<MembershipStatus, () => void>> = {
    none: join,
    review: leave,
    joined: leave,
    blocked: join,
  };
  return (
    <>
      <Button
        look={standing === "none" && !isFull ? "tonal" : "outline"}
        size="tiny"
        className={pendingState}
        isBusy={isBusy}
        {...(pendingState === "asking" && { "aria-busy": true })}
        onClick={pendingState === "asking" ? undefined : press[standing]}
        aria-label={
          pendingState === "asking"
            ? groupMessages.asking(group.name)
            : groupMessages.standingNamed(
                isFull ? groupMessages.full : groupMessages.standing[standing],
                group.name,
              )
        }
        data-tap="press"
        suppressHydrationWarning
      >
        <span>{isFull ? groupMessages.full : groupMessages.standing[standing]}</span>
      </Button>
      {dialogs}
    </>
  );
}

/** Group in a list (mockup 10-club-groups). */
export function GroupListItem({ group }: { group: Group }) {
  const joining = useJoinGroup(group);
  return (
    <li className="li cl-gl">
      <Link className="row g3 f1" to={`/club/group/${group.groupId}`} prefetch="intent">
        <ResponsivePicture url={group.coverUrl} width={60} height={60} />
        <span className="f1">
          <span className="md el1 cl-blk">{group.name}</span>
          <span className="cap c3 el1 cl-blk">{group.intro}</span>
          <span className="cap c2 num cl-blk mt1">
            {groupMessages.members(formatCount(joining.members))}
            {group.today > 0 && ` · ${groupMessages.today(group.today)}`}
          </span>
        </span>
      </Link>
      <JoinButton {...{ group, joining }} />
    </li>
  );
}

export const GroupList = ({ groups }: { groups: readonly Group[] }) => (
  <ul className="card cl-gls">
    {groups.map((group) => (
      <GroupListItem key={group.groupId} group={group} />
    ))}
  </ul>
);
