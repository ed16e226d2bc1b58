import { useState } from "react";
import type { OperatorNote } from "#contract/console/person-shapes.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import { Refusal } from "#contract/core/errors.ts";
import { isBlank } from "#contract/core/text.ts";
import { ConsoleButton } from "../controls/console-button.tsx";
import { showResult } from "../feedback/toasts.tsx";
import { TextAreaInput } from "../form/text-input.tsx";
import * as utilityCss from "../styles/utility.module.css";
import { NoteBar } from "./note-bar.tsx";

type OperatorNotesProps = {
  notes: readonly OperatorNote[];
  texts: {
    readonly noteShown: string;
    readonly noteLabel: string;
    readonly noteHint: string;
    readonly addNote: string;
  };
  /** Shown when a note was added. */
  done: string;
  canAdd?: boolean;
  /** @param key the same for a retry of the same note after a lost answer @throws Refusal */
  add: (key: string, text: string) => Promise<unknown>;
  onChanged: () => Promise<void>;
};

/** Notes of operators about a person, oldest first, and one to add. */
export function OperatorNotes({ notes, texts, done, canAdd = true, add, onChanged }: OperatorNotesProps) {
  const [text, setText] = useState("");
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  async function save(): Promise<void> {
    setBusy(true);
    setFault(null);
    try {
      await add(key, text);
      setText("");
      setKey(crypto.randomUUID());
      showResult(done);
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
      {canAdd && (
        <>
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
        </>
      )}
    </div>
  );
}
