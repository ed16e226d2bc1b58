import { Link } from "react-router";
import type { Group, MembershipStatus } from "#contract/club/shapes.ts";
import { Button } from "../../ui/form/button.tsx";
import { formatCount } from "../../ui/display/format.ts";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { usePendingState } from "../shared/use-pending-state.ts";
import { useJoinGroup, type JoinGroupState } from "./use-join-group.tsx";
import { groupMessages } from "./messages.ts";
import * as clubCss from "../club.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as stateCss from "../../ui/styles/state.module.css";
import * as textCss from "../../ui/styles/text.module.css";

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
        {...(pendingState === stateCss.pending && { "aria-busy": true })}
        onClick={pendingState === stateCss.pending ? undefined : press[standing]}
        aria-label={
          pendingState === stateCss.pending
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
    <li className={`${contentCss.listRow} ${clubCss.groupRow}`}>
      <Link
        className={`${layoutCss.row} ${layoutCss.gap3} ${layoutCss.grow}`}
        to={`/club/group/${group.groupId}`}
        prefetch="intent"
      >
        <ResponsivePicture url={group.coverUrl} width={60} height={60} />
        <span className={layoutCss.grow}>
          <span className={`${textCss.medium} ${textCss.ellipsis} ${clubCss.block}`}>{group.name}</span>
          <span className={`${textCss.caption} ${textCss.tertiary} ${textCss.ellipsis} ${clubCss.block}`}>
            {group.intro}
          </span>
          <span
            className={`${textCss.caption} ${textCss.secondary} ${textCss.numeric} ${clubCss.block} ${layoutCss.marginTop1}`}
          >
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
  <ul className={`${contentCss.card} ${clubCss.groups}`}>
    {groups.map((group) => (
      <GroupListItem key={group.groupId} group={group} />
    ))}
  </ul>
);
