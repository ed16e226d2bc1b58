import { Link } from "react-router";
import type { Group, Standing } from "#contract/community-shapes.ts";
import { Button } from "../ui/button.tsx";
import { formatCount } from "../ui/format.ts";
import { Picture } from "../ui/picture.tsx";
import { useHeld } from "./use-held.ts";
import { useJoin, type Joining } from "./use-join.tsx";
import { words } from "./words.ts";

/** What the person can do about a group, in one small button. */
export function JoinButton({ group, joining }: { group: Group; joining: Joining }) {
  const { standing, members, isBusy, join, leave, dialogs } = joining;
  const held = useHeld();
  const isFull = standing === "none" && members >= group.places;
  const press: Readonly<Record<Standing, () => void>> = {
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
        className={held}
        isBusy={isBusy}
        {...(held === "asking" && { "aria-busy": true })}
        onClick={held === "asking" ? undefined : press[standing]}
        aria-label={
          held === "asking"
            ? words.asking(group.name)
            : words.standingNamed(isFull ? words.full : words.standing[standing], group.name)
        }
        data-tap="press"
        suppressHydrationWarning
      >
        <span>{isFull ? words.full : words.standing[standing]}</span>
      </Button>
      {dialogs}
    </>
  );
}

/** A group in a list (mockup 10-club-groups). */
export function GroupRow({ group }: { group: Group }) {
  const joining = useJoin(group);
  return (
    <li className="li cl-gl">
      <Link className="row g3 f1" to={`/club/group/${group.groupId}`} prefetch="intent">
        <Picture url={group.coverUrl} width={60} height={60} />
        <span className="f1">
          <span className="md el1 cl-blk">{group.name}</span>
          <span className="cap c3 el1 cl-blk">{group.intro}</span>
          <span className="cap c2 num cl-blk mt1">
            {words.members(formatCount(joining.members))}
            {group.today > 0 && ` · ${words.today(group.today)}`}
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
      <GroupRow key={group.groupId} group={group} />
    ))}
  </ul>
);
