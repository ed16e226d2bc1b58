import { useState } from "react";
import { Link } from "react-router";
import type { GroupDetail } from "#contract/club/club.ts";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { ReportForm } from "../moderation/report-form.tsx";
import { groupMessages } from "./messages.ts";
import { writingMessages } from "../writing-messages.ts";
import * as peopleCss from "../member/people.module.css";

type GroupMenuProps = {
  group: Pick<GroupDetail, "groupId" | "name" | "manages" | "leads">;
  isJoined: boolean;
  onEdit: () => void;
  /** Asks for confirmation and leaves the group. */
  onLeave: () => void;
  onClose: () => void;
};

/** Rare actions: report the group, leave it; for managers its hidden content, for the leader editing. */
export default function GroupMenu({ group, isJoined, onEdit, onLeave, onClose }: GroupMenuProps) {
  const [isReporting, setReporting] = useState(false);
  if (isReporting)
    return (
      <Sheet isOpen onClose={onClose} title={writingMessages.report.group}>
        <ReportForm kind="group" targetId={group.groupId} onClose={onClose} />
      </Sheet>
    );
  return (
    <Sheet isOpen onClose={onClose} title={group.name}>
      <ul className={peopleCss.menu}>
        {group.leads && (
          <li>
            <button
              type="button"
              onClick={() => {
                onClose();
                onEdit();
              }}
            >
              {groupMessages.edit.title}
            </button>
          </li>
        )}
        {group.manages && (
          <li>
            <Link to={`/club/hidden?groupId=${group.groupId}`}>{groupMessages.hidden.title}</Link>
          </li>
        )}
        {!group.leads && (
          <li>
            <button type="button" onClick={() => setReporting(true)}>
              {writingMessages.report.title}
            </button>
          </li>
        )}
        {/* The leader must hand the group over before leaving. */}
        {isJoined && !group.leads && (
          <li>
            <button
              type="button"
              className={peopleCss.danger}
              onClick={() => {
                onClose();
                onLeave();
              }}
            >
              {groupMessages.leave}
            </button>
          </li>
        )}
      </ul>
    </Sheet>
  );
}
