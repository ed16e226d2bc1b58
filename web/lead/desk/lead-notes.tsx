import { useState } from "react";
import type { DeskLead } from "#contract/lead/desk.ts";
import { limits } from "#contract/core/limits.ts";
import { formatMoment } from "#contract/core/moment-text.ts";
import { charactersAsTyped, isBlank } from "#contract/core/text.ts";
import { Button } from "../../ui/form/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { leadDeskMessages } from "./messages.ts";
import * as leadDeskCss from "./lead-desk.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type NotesProps = {
  lead: DeskLead;
  isBusy: boolean;
  /** @returns whether it is stored */
  onNote: (text: string, key: string) => Promise<boolean>;
};

/** Notes about the lead's number, oldest first, and a form to add one. */
export function LeadNotes({ lead: { notes }, isBusy, onNote }: NotesProps) {
  const [text, setText] = useState("");
  /** Key of the written text: a second try after a lost response adds no second note. */
  const [key, setKey] = useState(() => crypto.randomUUID());
  const add = async () => {
    if (isBlank(text) || !(await onNote(text, key))) return;
    setText("");
    setKey(crypto.randomUUID());
  };
  return (
    <section aria-label={leadDeskMessages.notes(notes.length)}>
      <ul className={leadDeskCss.notes}>
        {notes.map((note) => (
          <li key={note.noteId}>
            <p className={`${textCss.small} ${textCss.preLine}`} dir="auto">
              {note.text}
            </p>
            <p className={`${textCss.caption} ${textCss.tertiary}`}>
              {leadDeskMessages.noteOf(note.by, formatMoment(note.time))}
            </p>
          </li>
        ))}
      </ul>
      <form
        className={leadDeskCss.noteForm}
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextField
          label={leadDeskMessages.note}
          value={text}
          autoComplete="off"
          onChange={({ target }) => {
            setText(charactersAsTyped(target.value, limits.maxLeadNoteLength));
            setKey(crypto.randomUUID());
          }}
        />
        <Button type="submit" look="outline" size="small" disabled={isBusy || isBlank(text)}>
          {leadDeskMessages.addNote}
        </Button>
      </form>
    </section>
  );
}
