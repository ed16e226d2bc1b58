import { useState, type ReactNode } from "react";
import { Refusal } from "#contract/core/errors.ts";
import { isBlank } from "#contract/core/text.ts";
import { ConsoleButton } from "../controls/console-button.tsx";
import { NoteBar } from "../display/note-bar.tsx";
import { TextInput } from "../form/text-input.tsx";
import { Panel } from "../layout/page-layout.tsx";
import * as utilityCss from "../styles/utility.module.css";

type NumberFinderProps<R> = {
  texts: {
    readonly title: string;
    readonly label: string;
    readonly hint: string;
    readonly find: string;
    readonly none: string;
  };
  /** @throws Refusal, which is shown at the field "number" */
  find: (number: string) => Promise<readonly R[]>;
  onFound?: (rows: readonly R[]) => void;
  /** The rows found, at least one. */
  children: (rows: readonly R[]) => ReactNode;
};

/** Rows found by a whole number; the number stands in no address (requirement CO34). */
export function NumberFinder<R>({ texts, find, onFound, children }: NumberFinderProps<R>) {
  const [number, setNumber] = useState("");
  const [rows, setRows] = useState<readonly R[] | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function search(): Promise<void> {
    setBusy(true);
    setFault(null);
    try {
      const found = await find(number);
      setRows(found);
      onFound?.(found);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFault(error.fields["number"] ?? error.message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className={utilityCss.stack}>
      <Panel title={texts.title}>
        <form
          className={utilityCss.stack}
          onSubmit={(event) => {
            event.preventDefault();
            void search();
          }}
        >
          <TextInput
            label={texts.label}
            hint={texts.hint}
            value={number}
            onChange={setNumber}
            autoComplete="off"
            {...(fault !== null && { error: fault })}
          />
          <ConsoleButton type="submit" look="primary" disabled={isBlank(number)} isBusy={isBusy}>
            {texts.find}
          </ConsoleButton>
        </form>
      </Panel>
      {rows?.length === 0 && <NoteBar tone="warn">{texts.none}</NoteBar>}
      {rows !== null && rows.length > 0 && children(rows)}
    </div>
  );
}
