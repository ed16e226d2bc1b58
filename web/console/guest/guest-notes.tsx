import { useState } from "react";
import type { OperatorNote } from "#contract/console/person-shapes.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import { Refusal } from "#contract/core/errors.ts";
import { isBlank } from "#contract/core/text.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { TextAreaInput } from "../kit/form/text-input.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { addGuestNote } from "./api.ts";
import { guestPageMessages } from "./messages.ts";

const { panel: texts, done } = guestPageMessages;

type GuestNotesProps = {
  signUpId: string;
  notes: readonly OperatorNote[];
  onChanged: () => Promise<void>;
};
/** Notes about a guest, oldest first, and one to add. */
export function GuestNotes({ signUpId, notes, onChanged }: GuestNotesProps) {
  const [text, setText] = useState("");
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  async function save(): Promise<void> {
    setBusy(true);
    setFault(null);
    try {
      await addGuestNote(signUpId, key, text);
      setText("");
      // A retry of the same note after a lost answer keeps its key.
      setKey(crypto.randomUUID());
      showResult(done.noted);
      await onChanged();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFault(error.fields["text"] ?? error.message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className={utilityCss.stack}>
      {notes.map(({ noteId, text: shown, by, time }) => (
        <NoteBar key={noteId} tone="mute" icon={null}>
          <span data-private>{shown}</span>
          <br />
          <span className={`${utilityCss.caption} ${utilityCss.muted}`}>
            {by} · {formatDateTime(time)} · {texts.noteShown}
          </span>
        </NoteBar>
      ))}
      <TextAreaInput
        label={texts.noteLabel}
        value={text}
        onChange={setText}
        rows={2}
        placeholder={texts.noteHint}
        {...(fault !== null && { error: fault })}
      />
      <ConsoleButton isSmall disabled={isBlank(text)} isBusy={isBusy} onClick={() => void save()}>
        {texts.addNote}
      </ConsoleButton>
    </div>
  );
}
