import type { ParcelFileResult } from "#contract/console/mall/order-acts.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { Database } from "../../database/connection/database.ts";
import { RecordsFileError, readRecordsFile } from "../../maker/index.ts";
import { listLines } from "../order-store.ts";
import { nextState } from "../rules/order-machine.ts";
import { shipByOperator, type OperatorContext } from "../shipment/operator.ts";
import { MAX_PARCELS, readParcel, type RowFault } from "../shipment/parcel-file.ts";
import { areSameUnits, chooseUnits, shippableUnits, type LineUnit } from "../shipment/rules.ts";
import { isTrackingNo, type SentParcel, type ShipOutcome } from "../shipment/ship.ts";
import { findParcel, listAskedUnsent } from "../shipment/store.ts";
import type { OrderLineRow } from "../tables.ts";
import { readPlannedOrder, type PlannedOrder } from "./detail-store.ts";
import { findOrderInScope } from "./list-store.ts";
import { consoleOrderMessages } from "./messages.ts";

const { file: texts } = consoleOrderMessages;
const { columns: words } = texts;
type ColumnName = keyof typeof words;
/** Names of the columns in the file, in the words of the page or of the command. */
const names: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(words).map(([name, word]) => [word, name]),
);
const columns = [...Object.keys(names), ...Object.values(names)];
type ParcelRow = { readonly line: number; readonly record: Readonly<Record<string, string>> };
const refuse = (message: string): Refusal => new Refusal("invalid", { fields: { text: message } });

/** Reads the rows of a file, CSV or cells copied from a spreadsheet. @throws Refusal "invalid" */
export function readParcelRows(text: string): ParcelRow[] {
  const plain = text.replace(/^\uFEFF/, "").trim();
  if (/^[[{]/.test(plain)) throw refuse(texts.broken);
  const [head = ""] = plain.split(/\r\n|\n|\r/, 1);
  const csv = head.includes("\t") ? plain.replaceAll("\t", ",") : plain;
  try {
    const rows = readRecordsFile(csv, columns).map(({ line, record }) => ({
      line,
      record: Object.fromEntries(
        Object.entries(record as Record<string, string>).map(([name, value]) => [names[name] ?? name, value]),
      ),
    }));
    if (rows.length === 0) throw refuse(texts.empty);
    if (rows.length > MAX_PARCELS) throw refuse(texts.tooManyRows(MAX_PARCELS));
    return rows;
  } catch (error) {
    if (!(error instanceof RecordsFileError)) throw error;
    throw refuse(error.message.startsWith("line 1 ") ? texts.firstLine : texts.broken);
  }
}

/** Reason why a parcel was not sent; null: it is sent, now or before. */
export function shipFaultWords(result: ShipOutcome): string | null {
  switch (result.outcome) {
    case "done":
    case "again":
      return null;
    case "noOrder":
      return consoleOrderMessages.unknownOrder;
    case "noCarrier":
      return consoleOrderMessages.noCarrier;
    case "badNumber":
      return consoleOrderMessages.badNumber;
    case "otherUnits":
      return consoleOrderMessages.otherUnits;
    case "state":
      return consoleOrderMessages.notToShip(result.state);
    case "units": {
      const { problem, caseNo } = result;
      if (problem.kind === "unknownLine") return consoleOrderMessages.unknownLine;
      return problem.kind === "nothing"
        ? consoleOrderMessages.nothingLeft(caseNo)
        : consoleOrderMessages.tooMany(problem.left, caseNo);
    }
  }
}

const rowFaults: Readonly<Record<RowFault["fault"], readonly [column: ColumnName, fault: string]>> = {
  noOrder: ["order_no", texts.noOrder],
  noCarrier: ["carrier", consoleOrderMessages.noCarrier],
  badUnits: ["units", texts.badUnits],
  noSku: ["units", consoleOrderMessages.unknownLine],
};
const outcomeColumns: Readonly<Partial<Record<ShipOutcome["outcome"], ColumnName>>> = {
  noCarrier: "carrier",
  badNumber: "tracking_no",
  otherUnits: "tracking_no",
  units: "units",
};
type FaultOfRow = { readonly fault: string; readonly value: string };
type JudgedRow = { readonly orderId: string; readonly outcome: "done" | "again" } | FaultOfRow;

const keyOf = ({ order_no = "", tracking_no = "" }: ParcelRow["record"]): string =>
  `${order_no} ${tracking_no}`;
/** Finds what is wrong with a row before its order is read: numbers that a spreadsheet has rounded, repetitions. */
function rowFault({ record }: ParcelRow, seen: ReadonlyMap<string, number>): FaultOfRow | null {
  for (const column of ["order_no", "tracking_no"] as const) {
    const value = record[column] ?? "";
    if (/^\d+(?:\.\d+)?E\+?\d+$/i.test(value))
      return { fault: texts.inColumn(words[column], texts.rewritten), value };
  }
  const before = seen.get(keyOf(record));
  if (before === undefined) return null;
  return {
    fault: texts.inColumn(words.tracking_no, texts.repeated(before)),
    value: record["tracking_no"] ?? "",
  };
}

/** Judges each row of a file in its order, and sums up. */
async function judgeRows(
  db: Database,
  scopes: readonly GrantScope[],
  rows: readonly ParcelRow[],
  send: (parcel: SentParcel) => Promise<ShipOutcome>,
): Promise<ParcelFileResult> {
  // Lines of the rows that are sent, by order and parcel.
  const seen = new Map<string, number>();
  const findOrder = async (orderNo: string): Promise<string | null> =>
    (await findOrderInScope(db, scopes, { orderNo }))?.orderId ?? null;
  async function judge(row: ParcelRow): Promise<JudgedRow> {
    const broken = rowFault(row, seen);
    if (broken) return broken;
    const parcel = await readParcel(db, row.record, findOrder);
    if ("fault" in parcel) {
      const [column, fault] = rowFaults[parcel.fault];
      return { fault: texts.inColumn(words[column], fault), value: parcel.value };
    }
    const result = await send(parcel);
    const fault = shipFaultWords(result);
    if ("shipmentId" in result) {
      seen.set(keyOf(row.record), row.line);
      return { orderId: parcel.orderId, outcome: result.outcome };
    }
    const column = outcomeColumns[result.outcome] ?? "order_no";
    const value = row.record[column] ?? "";
    return { fault: texts.inColumn(words[column], fault ?? ""), value };
  }
  const judged: (JudgedRow & { line: number })[] = [];
  for (const row of rows) judged.push({ ...(await judge(row)), line: row.line });
  const sent = judged.flatMap((row) => ("orderId" in row ? [row] : []));
  return {
    done: sent.filter(({ outcome }) => outcome === "done").length,
    again: sent.filter(({ outcome }) => outcome === "again").length,
    orders: new Set(sent.map(({ orderId }) => orderId)).size,
    faults: judged.flatMap((row) =>
      "fault" in row ? [{ line: row.line, fault: row.fault, value: row.value.slice(0, 100) }] : [],
    ),
  };
}

/** State of an order while the rows of a file are judged: what earlier rows would send is gone. */
type PlanState = {
  readonly order: PlannedOrder & { readonly lines: readonly OrderLineRow[] };
  readonly asked: readonly (LineUnit & { readonly caseNo: string })[];
  left: readonly LineUnit[];
};

/** Judges the parcels of a file without sending them and without locks. */
export function planParcels(
  db: Database,
  scopes: readonly GrantScope[],
  rows: readonly ParcelRow[],
): Promise<ParcelFileResult> {
  const states = new Map<string, PlanState | null>();
  async function stateOf(orderId: string): Promise<PlanState | null> {
    const known = states.get(orderId);
    if (known !== undefined) return known;
    const found = await readPlannedOrder(db, orderId);
    const lines = await listLines(db, [orderId]);
    const asked = await listAskedUnsent(db, orderId);
    const state = found && { order: { ...found, lines }, asked, left: shippableUnits(lines, asked) };
    states.set(orderId, state);
    return state;
  }
  return judgeRows(db, scopes, rows, async ({ orderId, units, carrier, trackingNo }) => {
    if (!isTrackingNo(trackingNo)) return { outcome: "badNumber" };
    const state = await stateOf(orderId);
    if (state === null) return { outcome: "noOrder" };
    const known = await findParcel(db, orderId, { carrier, trackingNo });
    if (known) {
      const isSame = units === null || areSameUnits(known.units, units);
      return isSame ? { outcome: "again", shipmentId: known.shipmentId } : { outcome: "otherUnits" };
    }
    if (nextState(state.order, "ship") === null) return { outcome: "state", state: state.order.state };
    const chosen = chooseUnits(state.left, units);
    if ("kind" in chosen)
      return { outcome: "units", problem: chosen, caseNo: state.asked[0]?.caseNo ?? null };
    state.left = state.left.map(({ lineId, qty }) => ({
      lineId,
      qty: qty - (chosen.find((unit) => unit.lineId === lineId)?.qty ?? 0),
    }));
    return { outcome: "done", shipmentId: "" };
  });
}

/** Sends the parcels of a file, each in a transaction of its own (requirement MA75). */
export const shipParcels = (
  db: Database,
  scopes: readonly GrantScope[],
  rows: readonly ParcelRow[],
  context: OperatorContext,
): Promise<ParcelFileResult> => judgeRows(db, scopes, rows, (parcel) => shipByOperator(db, parcel, context));
