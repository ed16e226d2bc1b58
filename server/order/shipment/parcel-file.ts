import type { Database } from "../../database/connection/database.ts";
import { carriers } from "../carriers.ts";
import { listLines } from "../order-store.ts";
import type { OrderLineRow } from "../tables.ts";
import type { LineUnit } from "./rules.ts";
import type { SentParcel } from "./ship.ts";
import { findOrderIdByNo } from "./store.ts";

/** Rows of one file (requirement MA75). */
export const MAX_PARCELS = 500;
/** Columns of the file; `units` is optional: `SKU_ID=UNITS` separated by spaces, otherwise everything left is sent. */
export const parcelColumns = ["order_no", "carrier", "tracking_no", "units"] as const;

/** Code of a carrier by its code or its name. */
function carrierCode(text: string): string | null {
  if (carriers.has(text)) return text;
  return [...carriers].find(([, { name }]) => name === text)?.[0] ?? null;
}

/** Units by SKU, `SKU_ID=UNITS` separated by spaces or semicolons. @returns null if the text is no such list */
function parseUnits(text: string): { skuId: string; qty: number }[] | null {
  const parts = text.split(/[\s;]+/).filter((part) => part !== "");
  const units = parts.flatMap((part) => {
    const [, skuId, count] = /^(\d{1,19})=([1-9]\d?)$/.exec(part) ?? [];
    return skuId !== undefined && count !== undefined ? [{ skuId, qty: Number(count) }] : [];
  });
  return units.length === parts.length && units.length > 0 ? units : null;
}

/** Finds the lines of SKUs. @returns null if a SKU is not in the order */
function linesOfSkus(
  lines: readonly Pick<OrderLineRow, "line_id" | "sku_id">[],
  units: readonly { readonly skuId: string; readonly qty: number }[],
): LineUnit[] | null {
  const found = units.flatMap(({ skuId, qty }) => {
    const line = lines.find(({ sku_id }) => sku_id === skuId);
    return line ? [{ lineId: line.line_id, qty }] : [];
  });
  return found.length === units.length ? found : null;
}

const textOf = (record: unknown, name: (typeof parcelColumns)[number]): string => {
  const value = (record as Readonly<Record<string, unknown>> | null)?.[name];
  return typeof value === "string" ? value.trim() : "";
};

/** Reason why a row is no parcel, with the text that is wrong. */
export type RowFault = {
  readonly fault: "noOrder" | "noCarrier" | "badUnits" | "noSku";
  readonly value: string;
};
/** Fault of a row in the words of the command. */
export function rowFaultText({ fault, value }: RowFault): string {
  switch (fault) {
    case "noOrder":
      return `no order ${JSON.stringify(value)}`;
    case "noCarrier":
      return `unknown carrier; one of ${[...carriers.keys()].join(", ")}`;
    case "badUnits":
      return "units have to be SKU_ID=UNITS, separated by spaces";
    case "noSku":
      return "the order has no such SKU";
  }
}

/**
 * Reads one row of the file.
 * @param findOrder finds the order of a number; the console finds those in scope alone
 * @returns the parcel, or what is wrong with the row
 */
export async function readParcel(
  db: Database,
  record: unknown,
  findOrder: (orderNo: string) => Promise<string | null> = (orderNo) => findOrderIdByNo(db, orderNo),
): Promise<SentParcel | RowFault> {
  const orderNo = textOf(record, "order_no");
  const orderId = /^M\d{14}$/.test(orderNo) ? await findOrder(orderNo) : null;
  if (orderId === null) return { fault: "noOrder", value: orderNo };
  const carrier = carrierCode(textOf(record, "carrier"));
  if (carrier === null) return { fault: "noCarrier", value: textOf(record, "carrier") };
  const trackingNo = textOf(record, "tracking_no");
  const text = textOf(record, "units");
  if (text === "") return { orderId, carrier, trackingNo, units: null };
  const wanted = parseUnits(text);
  if (wanted === null) return { fault: "badUnits", value: text };
  const units = linesOfSkus(await listLines(db, [orderId]), wanted);
  return units === null ? { fault: "noSku", value: text } : { orderId, carrier, trackingNo, units };
}
