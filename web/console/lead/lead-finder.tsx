import { useState } from "react";
import { NumberFinder } from "../kit/list/number-finder.tsx";
import { WithSidePanel } from "../kit/overlay/side-panel.tsx";
import { DataTable } from "../kit/table/data-table.tsx";
import { findLeadsByNumber } from "./api.ts";
import { leadColumns, leadRowName, leadSecondLine } from "./lead-columns.tsx";
import { LeadPanel } from "./lead-panel.tsx";
import { leadPageMessages } from "./messages.ts";

const { finder: texts, list } = leadPageMessages;

/** Leads of one person by a whole number, for operators without lists. */
export function LeadFinder() {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <WithSidePanel panel={open === null ? null : <LeadPanel leadId={open} onClose={() => setOpen(null)} />}>
      <NumberFinder
        texts={texts}
        find={findLeadsByNumber}
        onFound={(rows) => setOpen(rows.length === 1 ? (rows[0]?.leadId ?? null) : null)}
      >
        {(rows) => (
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
      </NumberFinder>
    </WithSidePanel>
  );
}
