import { Link } from "react-router";
import type { GroupMember } from "#contract/community-shapes.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Tag } from "../ui/tag.tsx";
import { Avatar } from "./avatar.tsx";
import { MoreIcon } from "./icons.tsx";
import { words } from "./words.ts";

type Act = (member: GroupMember) => void;

/** Somebody in the group, or waiting to be. */
export const Person = ({
  member,
  onBlock,
  onManage,
  onDecide,
}: {
  member: GroupMember;
  onBlock?: Act;
  /** Of whoever leads the group. */
  onManage?: Act;
  onDecide?: (member: GroupMember, accepted: boolean) => void;
}) => (
  <li className={classes("li cl-gl", onDecide && "asks")}>
    <Link className="row g3 f1" to={`/club/member/${member.id}`} prefetch="intent">
      <Avatar url={member.avatar} size={40} />
      <span className="f1">
        <span className="bs md row g2">
          <span className="el1" dir="auto">
            {member.displayName}
          </span>
          {member.role !== "member" && <Tag kind="hot">{words.role[member.role]}</Tag>}
          {member.owner && <Tag kind="brand">{member.seriesName ?? words.owner}</Tag>}
        </span>
        {member.reason !== null && member.reason !== "" && (
          <span className="cap c2 cl-blk">{words.because(member.reason)}</span>
        )}
      </span>
    </Link>
    {onDecide && (
      <span className="row g2 cl-decide">
        <Button
          look="outline"
          size="tiny"
          aria-label={words.declineNamed(member.displayName)}
          onClick={() => onDecide(member, false)}
        >
          {words.decline}
        </Button>
        <Button
          size="tiny"
          aria-label={words.acceptNamed(member.displayName)}
          onClick={() => onDecide(member, true)}
        >
          {words.accept}
        </Button>
      </span>
    )}
    {onManage && member.role !== "leader" && (
      <IconButton
        label={words.lead.label(member.displayName)}
        icon={<MoreIcon size={20} />}
        onClick={() => onManage(member)}
      />
    )}
    {!onManage && onBlock && member.role === "member" && (
      <IconButton
        label={words.blockFrom.label(member.displayName)}
        icon={<MoreIcon size={20} />}
        onClick={() => onBlock(member)}
      />
    )}
  </li>
);
