import { useState } from "react";
import type { LeadListRow } from "#contract/console/leads.ts";
import { Refusal } from "#contract/core/errors.ts";
import { isBlank } from "#contract/core/text.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { TextInput } from "../kit/form/text-input.tsx";
import { Panel } from "../kit/layout/page-layout.tsx";
import { WithSidePanel } from "../kit/overlay/side-panel.tsx";
import { DataTable } from "../kit/table/data-table.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { findLeadsByNumber } from "./api.ts";
import { leadColumns, leadRowName, leadSecondLine } from "./lead-columns.tsx";
import { LeadPanel } from "./lead-panel.tsx";
import { leadPageMessages } from "./messages.ts";

const { finder: texts, list } = leadPageMessages;

/** Leads of one person by a whole number; the number stands in no address (requirement CO34). */
export function LeadFinder() {
  const [number, setNumber] = useState("");
  const [rows, setRows] = useState<readonly LeadListRow[] | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function find(): Promise<void> {
    setBusy(true);
    setFault(null);
    try {
      const found = await findLeadsByNumber(number);
      setRows(found);
      setOpen(found.length === 1 ? (found[0]?.leadId ?? null) : null);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFault(error.fields["number"] ?? error.message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <WithSidePanel panel={open === null ? null : <LeadPanel leadId={open} onClose={() => setOpen(null)} />}>
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
            columns={leadColumns}
            rows={rows}
            rowId={({ leadId }) => leadId}
            rowName={leadRowName}
            secondLine={leadSecondLine}
            openId={open}
            onOpen={({ leadId }) => setOpen(leadId)}
          />
        )}
      </div>
    </WithSidePanel>
  );
}
