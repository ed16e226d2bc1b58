import { Link } from "react-router";
import type { GroupDetail } from "#contract/community.ts";
import { Sheet } from "../ui/overlay.tsx";
import { words } from "./words.ts";

type GroupMenuProps = {
  group: Pick<GroupDetail, "groupId" | "name" | "manages" | "leads">;
  onEdit: () => void;
  /** Asks first. */
  onLeave: () => void;
  onClose: () => void;
};

/** What a member seldom wants of a group: for those who lead it what is hidden, and for all the way out. */
export default function GroupMenu({ group, onEdit, onLeave, onClose }: GroupMenuProps) {
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
              {words.edit.title}
            </button>
          </li>
        )}
        {group.manages && (
          <li>
            <Link to={`/club/hidden?groupId=${group.groupId}`}>{words.hidden.title}</Link>
          </li>
        )}
        {/* Whoever leads it hands it over first. */}
        {!group.leads && (
          <li>
            <button
              type="button"
              className="danger"
              onClick={() => {
                onClose();
                onLeave();
              }}
            >
              {words.leave}
            </button>
          </li>
        )}
      </ul>
    </Sheet>
  );
}
