import { NumberFinder } from "../../kit/list/number-finder.tsx";
import { DataTable } from "../../kit/table/data-table.tsx";
import { findOrdersByNumber } from "./api.ts";
import { orderColumns, orderRowName, orderSecondLine } from "./order-columns.tsx";
import { orderPageMessages } from "./messages.ts";

const { finder: texts, list } = orderPageMessages;

/** Orders found by a whole number, for operators without lists. */
export function OrderFinder() {
  return (
    <NumberFinder texts={texts} find={(number) => findOrdersByNumber(number.replace(/\s/g, ""))}>
      {(rows) => (
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
    </NumberFinder>
  );
}
