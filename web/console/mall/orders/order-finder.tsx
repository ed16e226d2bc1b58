import { useState } from "react";
import type { MallOrderRow } from "#contract/console/mall/orders.ts";
import { Refusal } from "#contract/core/errors.ts";
import { isBlank } from "#contract/core/text.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import { TextInput } from "../../kit/form/text-input.tsx";
import { Panel } from "../../kit/layout/page-layout.tsx";
import { DataTable } from "../../kit/table/data-table.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { findOrdersByNumber } from "./api.ts";
import { orderColumns, orderRowName, orderSecondLine } from "./order-columns.tsx";
import { orderPageMessages } from "./messages.ts";

const { finder: texts, list } = orderPageMessages;

/** Orders found by a whole number, which stands in no address (requirement CO34). */
export function OrderFinder() {
  const [number, setNumber] = useState("");
  const [rows, setRows] = useState<readonly MallOrderRow[] | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function find(): Promise<void> {
    setBusy(true);
    setFault(null);
    try {
      setRows(await findOrdersByNumber(number.replace(/\s/g, "")));
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
          columns={orderColumns}
          rows={rows}
          rowId={({ orderId }) => orderId}
          rowName={orderRowName}
          secondLine={orderSecondLine}
          rowLink={({ orderId }) => `/orders/${orderId}`}
        />
      )}
    </div>
  );
}
