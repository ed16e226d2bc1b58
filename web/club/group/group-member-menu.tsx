import type { GroupMember } from "#contract/club/shapes.ts";
import { raiseChallenge, showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { setManager, transferGroup } from "./api.ts";
import { groupMessages } from "./messages.ts";
import * as peopleCss from "../member/people.module.css";

type GroupMemberMenuProps = {
  member: GroupMember;
  groupId: string;
  /** Opens the sheet for removing the member. */
  onRemove: () => void;
  /** Called after a change. */
  onDone: () => void;
  onClose: () => void;
};

/** Runs an action and confirms it with a toast; the call itself shows a refusal. */
async function runMemberAction(
  action: () => Promise<unknown>,
  confirmation: string,
  onDone: () => void,
): Promise<void> {
  try {
    await action();
    showToast(confirmation);
    onDone();
  } catch (error) {
    if (asRefusal(error) === null) throw error;
  }
}

/** Menu of the leader for a member: appoint or dismiss as manager, hand the group over, remove. */
export default function GroupMemberMenu({
  member,
  groupId,
  onRemove,
  onDone,
  onClose,
}: GroupMemberMenuProps) {
  const { id: userId, displayName, role } = member;
  const isManager = role === "manager";
  const messages = groupMessages.lead;
  const toggleManager = () => {
    onClose();
    const confirmation = isManager ? messages.dismissed(displayName) : messages.appointed(displayName);
    void runMemberAction(
      () => setManager(send, { groupId, userId, manages: !isManager }),
      confirmation,
      onDone,
    );
  };
  const handOver = async () => {
    onClose();
    if (!(await raiseChallenge("dialog", messages.askHandOver(displayName)))) return;
    await runMemberAction(
      () => transferGroup(send, { groupId, userId }),
      messages.handedOver(displayName),
      onDone,
    );
  };
  return (
    <Sheet isOpen onClose={onClose} title={displayName}>
      <ul className={peopleCss.menu}>
        <li>
          <button type="button" onClick={toggleManager}>
            {isManager ? messages.dismiss : messages.appoint}
          </button>
        </li>
        <li>
          <button type="button" onClick={() => void handOver()}>
            {messages.handOver}
          </button>
        </li>
        {!isManager && (
          <li>
            <button
              type="button"
              className={peopleCss.danger}
              onClick={() => {
                onClose();
                onRemove();
              }}
            >
              {groupMessages.removeMember.confirm}
            </button>
          </li>
        )}
      </ul>
    </Sheet>
  );
}
