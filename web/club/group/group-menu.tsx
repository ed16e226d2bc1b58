import { useState } from "react";
import { Link } from "react-router";
import type { GroupDetail } from "#contract/club/club.ts";
import { Sheet } from "../../ui/overlay/modals.tsx";
import { ReportForm } from "../moderation/report-form.tsx";
import { clubMessages } from "../messages.ts";

type GroupMenuProps = {
  group: Pick<GroupDetail, "groupId" | "name" | "manages" | "leads">;
  isJoined: boolean;
  onEdit: () => void;
  /** Asks first. */
  onLeave: () => void;
  onClose: () => void;
};

/** What is seldom wanted of a group: a complaint, for those who lead it what is hidden, for its members the way out. */
export default function GroupMenu({ group, isJoined, onEdit, onLeave, onClose }: GroupMenuProps) {
  const [isReporting, setReporting] = useState(false);
  if (isReporting)
    return (
      <Sheet isOpen onClose={onClose} title={clubMessages.report.group}>
        <ReportForm kind="group" targetId={group.groupId} onClose={onClose} />
      </Sheet>
    );
  return (
    <Sheet isOpen onClose={onClose} title={group.name}>
      <ul className="cl-menu">
        {group.leads && (
          <li>
            <button
              type="button"
              onClick={() => {
                onClose();
                onEdit();
              }}
            >
              {clubMessages.edit.title}
            </button>
          </li>
        )}
        {group.manages && (
          <li>
            <Link to={`/club/hidden?groupId=${group.groupId}`}>{clubMessages.hidden.title}</Link>
          </li>
        )}
        {!group.leads && (
          <li>
            <button type="button" onClick={() => setReporting(true)}>
              {clubMessages.report.title}
            </button>
          </li>
        )}
        {/* Whoever leads it hands it over first. */}
        {isJoined && !group.leads && (
          <li>
            <button
              type="button"
              className="danger"
              onClick={() => {
                onClose();
                onLeave();
              }}
            >
              {clubMessages.leave}
            </button>
          </li>
        )}
      </ul>
    </Sheet>
  );
}
