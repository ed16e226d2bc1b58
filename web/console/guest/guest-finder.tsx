import { useState } from "react";
import { NumberFinder } from "../kit/list/number-finder.tsx";
import { WithSidePanel } from "../kit/overlay/side-panel.tsx";
import { DataTable } from "../kit/table/data-table.tsx";
import { findGuestsByNumber } from "./api.ts";
import { guestColumns, guestRowName, guestSecondLine } from "./guest-columns.tsx";
import { GuestPanel } from "./guest-panel.tsx";
import { guestPageMessages } from "./messages.ts";

const { finder: texts, list } = guestPageMessages;

/** One person found by a whole number, for operators without lists. */
export function GuestFinder() {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <WithSidePanel
      panel={open === null ? null : <GuestPanel signUpId={open} onClose={() => setOpen(null)} />}
    >
      <NumberFinder
        texts={texts}
        find={findGuestsByNumber}
        onFound={(rows) => setOpen(rows.length === 1 ? (rows[0]?.signUpId ?? null) : null)}
      >
        {(rows) => (
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
      </NumberFinder>
    </WithSidePanel>
  );
}
