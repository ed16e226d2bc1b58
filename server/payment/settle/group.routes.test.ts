import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../core/ids.ts";
import { addUnpaidOrder, type SampleAttempt } from "../../testing/samples/unpaid-order.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { findBrokenProperties } from "../../testing/mall/properties.ts";
import type { PaidTrade } from "../channel.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { SIMULATORS: "1" } });
});
afterAll(() => app.close());

const tradeOf = ({ outTradeNo, amountFen }: SampleAttempt, over: Partial<PaidTrade> = {}): PaidTrade => ({
  outTradeNo,
  channelNo: `42${outTradeNo}`,
  amountFen,
  currency: "CNY",
  merchantId: null,
  appId: null,
  payer: null,
  paidTime: Date.now(),
  ...over,
});
/** Unpaid orders of one product, each with an open attempt. */
const attempts = (count: number, over: Parameters<typeof addUnpaidOrder>[1] = {}): Promise<SampleAttempt[]> =>
  Promise.all(Array.from({ length: count }, () => addUnpaidOrder(app, over)));
async function stateOf({ orderId }: SampleAttempt): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`
    select state from mall_order where order_id = ${orderId}`.execute(app.context.db);
  return rows[0]?.state;
}
/** Runs while another connection holds a lock; the lock is given up afterwards. */
async function whileLocked<T>(
  lock: ReturnType<typeof sql>,
  run: (release: () => void) => Promise<T>,
): Promise<T> {
  const [held, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = app.context.db.transaction().execute(async (transaction) => {
    await lock.execute(transaction);
    held.resolve();
    await ending.promise;
  });
  await held.promise;
  try {
    return await run(ending.resolve);
  } finally {
    ending.resolve();
    await holder;
  }
}
const settle = (attempt: SampleAttempt, over: Partial<PaidTrade> = {}, noticeId: string = newId()) =>
  app.modules.payments.settle("wechat", tradeOf(attempt, over), noticeId);

test("MA104 payments that arrive at once are each booked once, in fewer transactions than payments", async () => {
  const { db } = app.context;
  const found = await attempts(60);
  const outcomes = await Promise.all(found.flatMap((attempt) => [settle(attempt), settle(attempt)]));
  expect(outcomes.filter((outcome) => outcome === "paid")).toHaveLength(60);
  expect(outcomes.filter((outcome) => outcome === "again")).toHaveLength(60);
  expect(await findBrokenProperties(db)).toEqual([]);
  const ids = found.map(({ orderId }) => orderId);
  const { rows } = await sql<{ commits: number; paid: number; notices: number }>`
    select count(distinct p.xmin::text)::int as commits, count(*)::int as paid,
      (select count(*) from payment_notice n where n.out_trade_no = any(${found.map(({ outTradeNo }) => outTradeNo)}))::int
        as notices
    from payment p where p.order_id = any(${ids}) and p.state = 'paid'`.execute(db);
  const [counts] = rows;
  expect(counts).toMatchObject({ paid: 60, notices: 120 });
  expect(counts?.commits).toBeLessThan(20);
});

test("MA104 a payment does not wait for the row of its product, which another transaction has locked", async () => {
  const [first, second] = await attempts(2);
  if (!first || !second) throw new Error("no orders");
  await whileLocked(sql`select from product where product_id = ${first.productId} for update`, async () => {
    expect(await settle(first)).toBe("paid");
  });
  expect(await settle(second)).toBe("paid");
});

test("MA104 a payment whose order is locked waits alone: others that arrive with it are settled", async () => {
  const [locked, ...others] = await attempts(6);
  if (!locked) throw new Error("no order");
  await whileLocked(
    sql`select from mall_order where order_id = ${locked.orderId} for update`,
    async (release) => {
      const waiting = settle(locked);
      expect(new Set(await Promise.all(others.map((one) => settle(one))))).toEqual(new Set(["paid"]));
      expect(await stateOf(locked)).toBe("pending");
      release();
      expect(await waiting).toBe("paid");
    },
  );
});

test("MA47 MA52 of payments that arrive at once, wrong ones are differences and second ones are surpluses", async () => {
  const [right, wrong, twice, pickup] = await Promise.all([
    addUnpaidOrder(app),
    addUnpaidOrder(app),
    addUnpaidOrder(app, { attempts: 2 }),
    addUnpaidOrder(app, { delivery: "pickup" }),
  ]);
  const second = { ...twice, outTradeNo: twice.outTradeNo.replace(/_2$/, "_1") };
  const outcomes = await Promise.all([
    settle(right),
    settle(wrong, { amountFen: wrong.amountFen - 1 }),
    settle(twice),
    settle(second),
    settle(pickup),
  ]);
  expect(outcomes).toEqual(["paid", "difference", "paid", "surplus", "paid"]);
  expect(await Promise.all([right, wrong, twice, pickup].map(stateOf))).toEqual([
    "paid",
    "pending",
    "paid",
    "ready",
  ]);
});
