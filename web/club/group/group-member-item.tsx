import { Link } from "react-router";
import type { GroupMember } from "#contract/club/shapes.ts";
import { Button, IconButton } from "../../ui/form/button.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { Tag } from "../../ui/display/tag.tsx";
import { Avatar } from "../shared/avatar.tsx";
import { MoreIcon } from "../shared/icons.tsx";
import { clubMessages } from "../messages.ts";
import { groupMessages } from "./messages.ts";
import * as clubCss from "../club.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type MemberAction = (member: GroupMember) => void;

/** Member or applicant of a group. */
export const GroupMemberItem = ({
  member,
  onRemove,
  onManage,
  onDecide,
}: {
  member: GroupMember;
  onRemove?: MemberAction;
  /** Opens the menu of the leader, which replaces `onRemove`. */
  onManage?: MemberAction;
  onDecide?: (member: GroupMember, accepted: boolean) => void;
}) => (
  <li className={classNames(`${contentCss.listRow} ${clubCss.groupRow}`, onDecide && clubCss.asks)}>
    <Link
      className={`${layoutCss.row} ${layoutCss.gap3} ${layoutCss.grow}`}
      to={`/club/member/${member.id}`}
      prefetch="intent"
    >
      <Avatar url={member.avatar} size={40} />
      <span className={layoutCss.grow}>
        <span className={`${textCss.small} ${textCss.medium} ${layoutCss.row} ${layoutCss.gap2}`}>
          <span className={textCss.ellipsis} dir="auto">
            {member.displayName}
          </span>
          {member.role !== "member" && <Tag kind="hot">{groupMessages.role[member.role]}</Tag>}
          {member.owner && <Tag kind="brand">{member.seriesName ?? clubMessages.owner}</Tag>}
        </span>
        {member.reason !== null && member.reason !== "" && (
          <span className={`${textCss.caption} ${textCss.secondary} ${clubCss.block}`}>
            {groupMessages.because(member.reason)}
          </span>
        )}
      </span>
    </Link>
    {onDecide && (
      <span className={`${layoutCss.row} ${layoutCss.gap2} ${clubCss.decide}`}>
        <Button
          look="outline"
          size="tiny"
          aria-label={groupMessages.declineNamed(member.displayName)}
          onClick={() => onDecide(member, false)}
        >
          {groupMessages.decline}
        </Button>
        <Button
          size="tiny"
          aria-label={groupMessages.acceptNamed(member.displayName)}
          onClick={() => onDecide(member, true)}
        >
          {groupMessages.accept}
        </Button>
      </span>
    )}
    {onManage && member.role !== "leader" && (
      <IconButton
        label={groupMessages.lead.label(member.displayName)}
        icon={<MoreIcon size={20} />}
        onClick={() => onManage(member)}
      />
    )}
    {!onManage && onRemove && member.role === "member" && (
      <IconButton
        label={groupMessages.removeMember.label(member.displayName)}
        icon={<MoreIcon size={20} />}
        onClick={() => onRemove(member)}
      />
    )}
  </li>
);
