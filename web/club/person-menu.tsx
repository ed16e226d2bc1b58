import type { GroupMember } from "#contract/community-shapes.ts";
import { raise, toast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { refusalOf } from "../ui/failure.ts";
import { Sheet } from "../ui/overlay.tsx";
import { appoint, handOver } from "./api.ts";
import { words } from "./words.ts";

type PersonMenuProps = {
  member: GroupMember;
  groupId: string;
  /** Asks why, and removes them. */
  onRemove: () => void;
  /** Something has become of them. */
  onDone: () => void;
  onClose: () => void;
};

/** Does something that the call itself tells of where it is refused. */
async function act(work: () => Promise<unknown>, done: string, onDone: () => void): Promise<void> {
  try {
    await work();
    toast(done);
    onDone();
  } catch (error) {
    if (refusalOf(error) === null) throw error;
  }
}

/** What the leader of a group does about one of its people: makes them a helper or no longer, hands the group over, removes them. */
export default function PersonMenu({ member, groupId, onRemove, onDone, onClose }: PersonMenuProps) {
  const { id: userId, displayName, role } = member;
  const manages = role === "manager";
  const said = words.lead;
  const change = () => {
    onClose();
    const done = manages ? said.dismissed(displayName) : said.appointed(displayName);
    void act(() => appoint(send, { groupId, userId, manages: !manages }), done, onDone);
  };
  const giveAway = async () => {
    onClose();
    if (!(await raise("dialog", said.askHandOver(displayName)))) return;
    await act(() => handOver(send, { groupId, userId }), said.handedOver(displayName), onDone);
  };
  return (
    <Sheet isOpen onClose={onClose} title={displayName}>
      <ul className="cl-menu">
        <li>
          <button type="button" onClick={change}>
            {manages ? said.dismiss : said.appoint}
          </button>
        </li>
        <li>
          <button type="button" onClick={() => void giveAway()}>
            {said.handOver}
          </button>
        </li>
        {!manages && (
          <li>
            <button
              type="button"
              className="danger"
              onClick={() => {
                onClose();
                onRemove();
              }}
            >
              {words.blockFrom.confirm}
            </button>
          </li>
        )}
      </ul>
    </Sheet>
  );
}
