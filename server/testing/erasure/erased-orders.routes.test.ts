import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eraseUser } from "../../privacy/erase-user.ts";
import { operatorActor } from "../../database/shared-tables/audit-log.ts";
import { orderSteps, type Person } from "../../order/testing/order-steps.ts";
import { paidSteps } from "../../order/testing/paid-steps.ts";
import { testApp, type TestApp } from "../app.ts";

const DAY = 86_400_000;
let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await testApp();
  other = await testApp({ beside: app });
  // The test works by itself, and no timer does.
  for (const { modules } of [app, other]) modules.orders.close();
});
afterAll(async () => {
  await other.close();
  await app.close();
});
afterEach(() => {
  for (const { context } of [app, other]) context.clock.set(null);
});
const { person, skuOf, placed } = orderSteps(() => app);
const { pay, ship, lineIds, asked, later } = paidSteps(() => app);
const db = () => app.context.db;

const erase = ({ userId }: Person): Promise<boolean> =>
  eraseUser(
    app.context,
    {
      deleteDueFiles: () => Promise.resolve(),
      eventTimeout: 60_000,
      finishClosing: app.modules.orders.finishClosing,
    },
    userId,
    operatorActor,
  );
/** An order of two units: one refunded before it was sent, the other sent and received. */
async function doneOrder(): Promise<{ who: Person; id: string }> {
  const [who, sku] = [await person(), await skuOf()];
  const id = await placed(who, sku, { lines: [{ skuId: sku.skuId, qty: 2 }], payableFen: 19_800 });
  await pay(id);
  const [lineId = ""] = await lineIds(who, id);
  await asked(who, { orderId: id, kind: "refund", units: [{ lineId, qty: 1 }], reason: "unwanted" });
  const { rows } = await sql<{ outTradeNo: string; outRefundNo: string; refundFen: number }>`
    select p.out_trade_no as "outTradeNo", r.out_refund_no as "outRefundNo", r.amount_fen as "refundFen"
    from refund r join payment p using (payment_id) where r.order_id = ${id}`.execute(db());
  const [refund] = rows;
  if (!refund) throw new Error("no refund");
  const report = { ...refund, channelNo: "5030", refundTime: app.context.clock.now() };
  await app.modules.payments.refunds.reports.applySuccess("wechat", report);
  await ship(id);
  await later(30 * DAY, () => app.modules.orders.workDeadlines());
  return { who, id };
}
const tables = [
  "mall_order",
  "order_line",
  "order_event",
  "payment",
  "refund",
  "after_sale",
  "shipment",
] as const;
const counts = async (id: string): Promise<number[]> =>
  Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(table)} where order_id = ${id}`.execute(db());
      return rows[0]?.n ?? -1;
    }),
  );
const accounts = async (): Promise<unknown[]> =>
  (
    await sql`select account, sum(fen)::int as fen, count(*)::int as rows from ledger_entry group by account order by 1`.execute(
      db(),
    )
  ).rows;
async function deletedAfter(days: number): Promise<number> {
  for (const { context } of [app, other]) context.clock.set(Date.now() + days * DAY);
  const all = await Promise.all([app, other].map(({ modules }) => modules.orders.deleteExpired()));
  return all.reduce((sum, one) => sum + one, 0);
}

test("MA98 an erased person's order is deleted three years after its end, and the sums of the books stay", async () => {
  const [gone, kept] = [await doneOrder(), await doneOrder()];
  expect((await counts(gone.id)).every((count) => count > 0)).toBe(true);
  expect(await erase(gone.who)).toBe(true);
  const books = await accounts();
  expect(await deletedAfter(30 + 1_090)).toBe(0);
  expect((await counts(gone.id)).every((count) => count > 0)).toBe(true);
  // Two processes at once.
  expect(await deletedAfter(30 + 1_100)).toBe(1);
  expect(await counts(gone.id)).toEqual(tables.map(() => 0));
  expect(await accounts()).toEqual(books);
  expect((await counts(kept.id)).every((count) => count > 0)).toBe(true);
  expect(await deletedAfter(30 + 1_100)).toBe(0);
});

test("MA98 an order with a refund that did not succeed is not deleted", async () => {
  const { who, id } = await doneOrder();
  expect(await erase(who)).toBe(true);
  await sql`update refund set state = 'abnormal', success_time = null where order_id = ${id}`.execute(db());
  expect(await deletedAfter(30 + 1_100)).toBe(0);
  await sql`update refund set state = 'success', success_time = now() where order_id = ${id}`.execute(db());
  expect(await deletedAfter(30 + 1_100)).toBe(1);
});
