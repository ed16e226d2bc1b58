import { text as readText } from "node:stream/consumers";
import { orderStates } from "../../../contract/order/order-state.ts";
import type { Database } from "../../../server/database/connection/database.ts";
import {
  closeOrder,
  maskedRecipient,
  noteOrder,
  revealRecipient,
} from "../../../server/order/operator/desk.ts";
import { findOrders, listOrdersFor, type FoundOrder } from "../../../server/order/operator/find-store.ts";
import { listNotes } from "../../../server/order/operator/note-store.ts";
import {
  fail,
  isOperatorId,
  isOrderNo,
  linesOf,
  minute,
  now,
  operatorOf,
  refundsOf,
  yuan,
  type MallCommand,
} from "./mall-command.ts";

const partsOf = (order: FoundOrder): string[] => [
  ...order.lines.map(
    ({ skuId, title, qty, shippedQty, refundedQty }) =>
      `  SKU ${skuId}  ${title} × ${qty}  ${shippedQty} sent, ${refundedQty} refunded`,
  ),
  ...order.shipments.map(
    ({ shipmentId, carrier, trackingNo, state }) =>
      `  parcel ${shipmentId}  ${carrier} ${trackingNo}  ${state}`,
  ),
  ...order.cases.map(({ caseNo, state }) => `  case ${caseNo}  ${state}`),
];
async function describe(db: Database, order: FoundOrder): Promise<string> {
  const head = [
    order.order_no,
    order.state,
    order.delivery,
    minute(order.created_time),
    yuan(order.payable_fen),
    order.refunded_fen > 0 ? `${yuan(order.refunded_fen)} refunded` : "",
    maskedRecipient(order),
  ];
  const notes = await listNotes(db, order.order_id);
  return [
    head.filter((part) => part !== "").join("  "),
    ...partsOf(order),
    ...notes.map(({ by, created_time, text }) => `  note ${minute(created_time)} ${by}: ${text}`),
  ].join("\n");
}

const orders: MallCommand = ({ words: [which, ...rest] }) => {
  if (which === undefined || rest.length > 0) return null;
  const state = [...orderStates, "problem" as const].find((one) => one === which);
  const isSearch = isOrderNo(which) || /^[A-Za-z0-9-]{4,32}$/.test(which);
  if (state === undefined && !isSearch) return null;
  return async (db) => {
    const found = state === undefined ? await findOrders(db, which) : await listOrdersFor(db, state);
    return linesOf(await Promise.all(found.map((order) => describe(db, order))));
  };
};

const reveal: MallCommand = ({ words: [orderNo, ...rest], options: { by } }) => {
  if (!isOrderNo(orderNo) || rest.length > 0 || !isOperatorId(by)) return null;
  return async (db) => {
    const result = await revealRecipient(db, orderNo, { by: operatorOf(by), id: by, now: now() });
    if (result === "noOrder") return fail(`there is no order ${orderNo}`);
    if (result === "none") return fail("the order has no recipient: pick-up, or erased");
    if (result === "tooMany") return fail(`${by} has revealed too many recipients within an hour`);
    const { name, mobile, division, detail, remark } = result;
    return [`${name}  ${mobile}`, `${division} ${detail}`, ...(remark === "" ? [] : [remark])].join("\n");
  };
};

const MAX_NOTE = 500;
const note: MallCommand = ({ words: [orderNo, ...rest], options: { by } }) => {
  if (!isOrderNo(orderNo) || rest.length > 0 || !isOperatorId(by)) return null;
  return async (db) => {
    const text = (await readText(process.stdin)).trim();
    if (text === "" || text.length > MAX_NOTE)
      return fail(`a note on standard input has 1 to ${MAX_NOTE} characters`);
    const isDone = await noteOrder(db, orderNo, text, { by: operatorOf(by), id: by, now: now() });
    return isDone ? "done" : fail(`there is no order ${orderNo}`);
  };
};

const close: MallCommand = ({ words: [orderNo, ...rest], options: { by } }) => {
  if (!isOrderNo(orderNo) || rest.length > 0 || !isOperatorId(by)) return null;
  return async (db, config) => {
    const operator = { by: operatorOf(by), id: by, now: now() };
    const result = await closeOrder(db, orderNo, operator, refundsOf(config));
    if (result.outcome === "noOrder") return fail(`there is no order ${orderNo}`);
    if (result.outcome === "openCase") return fail("a case of the order is open: decide it first");
    if (result.outcome === "state") return fail(`the order is ${result.state}`);
    return `${result.state}${result.refundFen > 0 ? `  ${yuan(result.refundFen)} to refund` : ""}`;
  };
};

/** Commands of orders. */
export const orderCommands = { orders, reveal, note, close } as const;
