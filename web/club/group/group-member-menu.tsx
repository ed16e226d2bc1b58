import type { GroupMember } from "#contract/club/shapes.ts";
import { raiseChallenge, showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { Sheet } from "../../ui/overlay/modals.tsx";
import { appointHelper, transferGroup } from "../api.ts";
import { clubMessages } from "../messages.ts";

type GroupMemberMenuProps = {
  member: GroupMember;
  groupId: string;
  /** Asks why, and removes them. */
  onRemove: () => void;
  /** Something has become of them. */
  onDone: () => void;
  onClose: () => void;
};

/** Does something that the call itself tells of where it is refused. */
async function runMemberAction(
  work: () => Promise<unknown>,
  done: string,
  onDone: () => void,
): Promise<void> {
  try {
    await work();
    showToast(done);
    onDone();
  } catch (error) {
    if (asRefusal(error) === null) throw error;
  }
}

/** What the leader of a group does about one of its people: makes them a helper or no longer, hands the group over, removes them. */
export default function GroupMemberMenu({
  member,
  groupId,
  onRemove,
  onDone,
  onClose,
}: GroupMemberMenuProps) {
  const { id: userId, displayName, role } = member;
  const manages = role === "manager";
  const said = clubMessages.lead;
  const change = () => {
    onClose();
    const done = manages ? said.dismissed(displayName) : said.appointed(displayName);
    void runMemberAction(() => appointHelper(send, { groupId, userId, manages: !manages }), done, onDone);
  };
  const giveAway = async () => {
    onClose();
    if (!(await raiseChallenge("dialog", said.askHandOver(displayName)))) return;
    await runMemberAction(
      () => transferGroup(send, { groupId, userId }),
      said.handedOver(displayName),
      onDone,
    );
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
              {clubMessages.blockFrom.confirm}
            </button>
          </li>
        )}
      </ul>
    </Sheet>
  );
}
