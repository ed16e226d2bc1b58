import { useState } from "react";
import type { GuestListRow } from "#contract/console/guests.ts";
import { Refusal } from "#contract/core/errors.ts";
import { isBlank } from "#contract/core/text.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { TextInput } from "../kit/form/text-input.tsx";
import { Panel } from "../kit/layout/page-layout.tsx";
import { WithSidePanel } from "../kit/overlay/side-panel.tsx";
import { DataTable } from "../kit/table/data-table.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { findGuestsByNumber } from "./api.ts";
import { guestColumns, guestRowName, guestSecondLine } from "./guest-columns.tsx";
import { GuestPanel } from "./guest-panel.tsx";
import { guestPageMessages } from "./messages.ts";

const { finder: texts, list } = guestPageMessages;

/** One person found by a whole number; the number stands in no address (requirement CO34). */
export function GuestFinder() {
  const [number, setNumber] = useState("");
  const [rows, setRows] = useState<readonly GuestListRow[] | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function find(): Promise<void> {
    setBusy(true);
    setFault(null);
    try {
      const found = await findGuestsByNumber(number);
      setRows(found);
      setOpen(found.length === 1 ? (found[0]?.signUpId ?? null) : null);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFault(error.fields["number"] ?? error.message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <WithSidePanel
      panel={open === null ? null : <GuestPanel signUpId={open} onClose={() => setOpen(null)} />}
    >
      <div className={utilityCss.stack}>
        <Panel title={texts.title}>
          <form
            className={utilityCss.stack}
            onSubmit={(event) => {
              event.preventDefault();
              void find();
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
        {rows !== null && rows.length > 0 && (
          <DataTable
            label={list}
            columns={guestColumns}
            rows={rows}
            rowId={({ signUpId }) => signUpId}
            rowName={guestRowName}
            secondLine={guestSecondLine}
            openId={open}
            onOpen={({ signUpId }) => setOpen(signUpId)}
          />
        )}
      </div>
    </WithSidePanel>
  );
}
