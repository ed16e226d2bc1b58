import type { OperatorNote } from "#contract/console/person-shapes.ts";
import { OperatorNotes } from "../kit/display/operator-notes.tsx";
import { addGuestNote } from "./api.ts";
import { guestPageMessages } from "./messages.ts";

const { panel: texts, done } = guestPageMessages;

type GuestNotesProps = {
  signUpId: string;
  notes: readonly OperatorNote[];
  onChanged: () => Promise<void>;
};
/** Notes about a guest, oldest first, and one to add. */
export const GuestNotes = ({ signUpId, notes, onChanged }: GuestNotesProps) => (
  <OperatorNotes
    {...{ notes, texts, onChanged }}
    done={done.noted}
    add={(key, text) => addGuestNote(signUpId, key, text)}
  />
);
