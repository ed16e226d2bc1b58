import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { extendReceipt, receiveOrder, showOrder } from "#contract/order/order.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { addPeople } from "../../testing/races/race-people.ts";
import { addSampleProduct } from "../../testing/samples/sample-mall.ts";
import { addSamplePayment } from "../../testing/samples/paid-order.ts";
import { lockOrder, markPaid } from "../index.ts";
import { COMMON_KEY, orderWriter } from "../place/writer.ts";
import type { NewOrder } from "../place/new-order.ts";
import { orderSteps } from "../testing/order-steps.ts";
import { sampleOrder, stockCounts } from "../testing/test-orders.ts";
import { resumeReceipt } from "./change-store.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Begin of each test, so long ago that sessions of now last through its deadlines. */
const START = Date.now() - 60 * DAY;

/** Four processes of one installation; the first answers calls. */
let processes: TestApp[];
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  const others = await Promise.all(Array.from({ length: 3 }, () => testApp({ beside: app })));
  processes = [app, ...others];
});
afterAll(async () => {
  for (const one of processes.toReversed()) await one.close();
});
/** Sets the product's clock in every process. @param ms since the start */
function setTime(ms: number): void {
  for (const { context } of processes) context.clock.set(START + ms);
}
beforeEach(() => setTime(0));
/** Whole hours of a time after the start; the clock goes on, so that a deadline may be seconds later. */
const hoursAfterStart = (time: string | null | undefined): number =>
  Math.round((Date.parse(time ?? "") - START) / (60 * MINUTE));
/** Works off the deadlines in all processes at once, each twice. */
const workDeadlines = () =>
  Promise.all([...processes, ...processes].map(({ modules }) => modules.orders.workDeadlines()));

const { events, ship } = orderSteps(() => app);
type Placed = { readonly orderId: string; readonly skuId: string; readonly token: string };
/** Places an order of two units at ¥99. */
async function placed(over: Partial<NewOrder> = {}): Promise<Placed> {
  const { db, clock } = app.context;
  const [person] = await addPeople(db, 1);
  const [sku] = await addSampleProduct(db, { stock: [5], now: clock.now() });
  if (!person || !sku) throw new Error("no person or SKU");
  const order = sampleOrder(person.userId, [{ ...sku, qty: 2 }], {
    created_time: new Date(clock.now()),
    ...over,
  });
  expect((await orderWriter(db).add(COMMON_KEY, order)).kind).toBe("placed");
  return { orderId: order.order_id, skuId: sku.skuId, token: person.token };
}
async function paid(over: Partial<NewOrder> = {}): Promise<Placed> {
  const order = await placed(over);
  const { db, clock } = app.context;
  await addSamplePayment(app, order.orderId, { paidFen: 19_800 });
  await db.transaction().execute(async (transaction) => {
    const locked = await lockOrder(transaction, order.orderId);
    if (!locked) throw new Error("no order");
    await markPaid(transaction, locked, { paidFen: 19_800, by: "channel", now: new Date(clock.now()) });
  });
  return order;
}
async function sent(): Promise<Placed> {
  const order = await paid();
  await ship(order.orderId);
  return order;
}
const several = (make: () => Promise<Placed>): Promise<Placed[]> =>
  Promise.all(Array.from({ length: 4 }, make));
const stateOf = async (orderId: string): Promise<string | undefined> => (await events(orderId)).at(-1);
/** Opens or closes a case about one unit, as after-sales do. */
const setAsked = (orderId: string, units: number) =>
  sql`update order_line set asked_qty = ${units} where order_id = ${orderId}`.execute(app.context.db);
async function bookedOf(orderId: string) {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', split_part(txn_id, ' ', 1), account, fen) as text from ledger_entry
    where order_id = ${orderId} order by at, account`.execute(app.context.db);
  return rows.map(({ text }) => text);
}
async function refundsOf(orderId: string) {
  const { rows } = await sql`
    select cause, cause_id, amount_fen from refund where order_id = ${orderId}`.execute(app.context.db);
  return rows;
}

test("MA77 four processes work off each deadline once: unpaid, pick-up that ended, 自动收货", async () => {
  const [unpaid, sentOnes, kept] = [
    await several(placed),
    await several(sent),
    await several(() => paid({ delivery: "pickup", order_recipient: null })),
  ];
  const warnings = processes.map(({ context }) => vi.spyOn(context.log, "warn"));
  setTime(13 * DAY);
  await workDeadlines();
  for (const { orderId, skuId } of unpaid) {
    expect(await events(orderId)).toEqual([
      "pending person",
      "pending closing system",
      "closing cancelled system",
    ]);
    expect(await stockCounts(app.context.db, skuId)).toMatchObject({ reserved: 0, enteredReserved: 0 });
  }
  for (const { orderId } of sentOnes) expect(await stateOf(orderId)).toBe("paid shipping operator");
  for (const { orderId } of kept) expect(await stateOf(orderId)).toBe("paid ready system");

  setTime(14 * DAY + MINUTE);
  await workDeadlines();
  for (const { orderId, skuId } of kept) {
    expect((await events(orderId)).slice(-2)).toEqual(["paid ready system", "ready refunded system"]);
    expect(await refundsOf(orderId)).toEqual([{ cause: "closed", cause_id: orderId, amount_fen: 19_800 }]);
    expect(await stockCounts(app.context.db, skuId)).toMatchObject({ onHand: 5, reserved: 0, open: 0 });
  }
  for (const { orderId } of sentOnes) expect(await stateOf(orderId)).toBe("paid shipping operator");

  setTime(15 * DAY + MINUTE);
  await workDeadlines();
  for (const { orderId } of sentOnes) {
    expect((await events(orderId)).slice(-2)).toEqual(["paid shipping operator", "shipping done system"]);
    expect(await bookedOf(orderId)).toEqual([
      "paid channel 19800",
      "paid order -19800",
      "done order 19800",
      "done revenue -19800",
    ]);
  }
  // The database would refuse a second one too; no process gets that far.
  for (const warn of warnings) expect(warn).not.toHaveBeenCalled();
});

test("MA78 延长收货 moves the deadline by 7 days, once", async () => {
  const { orderId: id, token } = await sent();
  const extend = () => app.call(extendReceipt, { id }, { token });
  setTime(14 * DAY);
  const [first, second] = [await extend(), await extend()];
  expect(hoursAfterStart(first.data?.receiveBefore)).toBe(22 * 24);
  expect(first.data?.actions).not.toContain("extend");
  expect([second.code, second.data?.receiveBefore]).toEqual(["00", first.data?.receiveBefore]);
  setTime(22 * DAY - MINUTE);
  await workDeadlines();
  expect(await stateOf(id)).toBe("paid shipping operator");
  expect((await extend()).data?.receiveBefore).toBe(first.data?.receiveBefore);
  setTime(22 * DAY + MINUTE);
  await workDeadlines();
  expect(await stateOf(id)).toBe("shipping done system");
  expect((await extend()).code).toBe("ORDER_STATE");
});

test("MA78 two phones extend at once: 7 days, not 14", async () => {
  const { orderId: id, token } = await sent();
  setTime(3 * DAY);
  const answers = await Promise.all(processes.map((one) => one.call(extendReceipt, { id }, { token })));
  for (const { data } of answers) expect(hoursAfterStart(data?.receiveBefore)).toBe(22 * 24);
});

test("MA78 an open case stops the clock of receipt, also one that opens at the deadline", async () => {
  const [{ orderId: id, token }, other] = [await sent(), await sent()];
  await setAsked(id, 1);
  setTime(16 * DAY);
  const { db } = app.context;
  const begun: Promise<unknown>[] = [];
  await db.transaction().execute(async (transaction) => {
    await lockOrder(transaction, other.orderId);
    begun.push(workDeadlines());
    // An embedded database has one connection: the deadlines wait for this transaction.
    if (app.context.databaseKind === "postgres") await begun[0];
    await sql`update order_line set asked_qty = 1 where order_id = ${other.orderId}`.execute(transaction);
  });
  await Promise.all(begun);
  await workDeadlines();
  for (const orderId of [id, other.orderId]) expect(await stateOf(orderId)).toBe("paid shipping operator");
  expect((await app.call(receiveOrder, { id }, { token })).code).toBe("ORDER_STATE");
  // The case was open for 3 days.
  await setAsked(id, 0);
  await resumeReceipt(db, id, 3 * DAY);
  setTime(18 * DAY - MINUTE);
  await workDeadlines();
  expect(await stateOf(id)).toBe("paid shipping operator");
  setTime(18 * DAY + MINUTE);
  await workDeadlines();
  expect(await stateOf(id)).toBe("shipping done system");
});

test("MA77 a pick-up that nobody fetched for 14 days is refunded as a whole, but not while a case is open", async () => {
  const { orderId: id, skuId, token } = await paid({ delivery: "pickup", order_recipient: null });
  const shown = await app.call(showOrder, { id }, { token });
  expect(shown.data?.pickupCode).toMatch(/./);
  expect(hoursAfterStart(shown.data?.receiveBefore)).toBe(14 * 24);
  await setAsked(id, 1);
  setTime(14 * DAY + MINUTE);
  await workDeadlines();
  expect(await stateOf(id)).toBe("paid ready system");
  await setAsked(id, 0);
  await workDeadlines();
  const ended = await app.call(showOrder, { id }, { token });
  expect(ended.data).toMatchObject({ state: "refunded", pickupCode: null, receiveBefore: null });
  expect(await refundsOf(id)).toEqual([{ cause: "closed", cause_id: id, amount_fen: 19_800 }]);
  expect(await stockCounts(app.context.db, skuId)).toMatchObject({ onHand: 5, reserved: 0, open: 0 });
});
