import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendSms } from "#contract/identity/identity.ts";
import { erasePersonalData } from "#contract/privacy/privacy.ts";
import { showUser } from "#contract/session/session.ts";
import { newId } from "../../core/ids.ts";
import { operatorActor } from "../../database/shared-tables/audit-log.ts";
import { eraseUser } from "../../privacy/erase-user.ts";
import { testApp, type TestApp } from "../app.ts";
import { waitForLockWaiter } from "../database/wait-for-lock.ts";
import { sampleActivity } from "../samples/sample-activity.ts";
import { addSampleCoupons, type SampleSku } from "../samples/sample-mall.ts";
import { orderSteps, wanted, type Person } from "../../order/testing/order-steps.ts";
import { sampleOrder, stockCounts } from "../../order/testing/test-orders.ts";
import { COMMON_KEY, orderWriter } from "../../order/place/writer.ts";

let app: TestApp;
const ACTIVITY = "1000000000000077001";
beforeAll(async () => {
  app = await testApp({ settings: { RATE_LIMITS: "off" } });
  const activity = sampleActivity(app.context.clock.now(), { activityId: ACTIVITY });
  await app.modules.activities.addActivities([activity]);
});
afterAll(() => app.close());
const { person, skuOf, place, placed, pay, ship } = orderSteps(() => app);

const erase = ({ userId }: Pick<Person, "userId">): Promise<boolean | string> =>
  eraseUser(
    app.context,
    {
      deleteDueFiles: () => Promise.resolve(),
      eventTimeout: 60_000,
      finishClosing: app.modules.orders.finishClosing,
    },
    userId,
    operatorActor,
  ).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
async function orderOf(orderId: string) {
  const { rows } = await sql<{
    state: string;
    user_id: string;
    order_no: string;
    order_recipient: string | null;
    remark: string | null;
    coupon_id: string | null;
    payable_fen: number;
    nickname: string;
    lines: number;
  }>`
    select o.*, u.nickname, (select count(*)::int from order_line l where l.order_id = o.order_id) as lines
    from mall_order o join app_user u on u.user_id = o.user_id where o.order_id = ${orderId}`.execute(
    app.context.db,
  );
  const [order] = rows;
  if (!order) throw new Error("the order is gone");
  return order;
}
const userCount = async ({ userId }: Person): Promise<number> =>
  (await sql`select 1 from app_user where user_id = ${userId}`.execute(app.context.db)).rows.length;

test("MA98 an erasure cancels unpaid orders, frees what they held, and keeps the order without the person", async () => {
  const [who, sku] = [await person(), await skuOf({ stock: [3], buyMost: 2 })];
  const [couponId] = await addSampleCoupons(app.context.db, ACTIVITY, [who.userId], {
    use: "amount",
    offFen: 1_000,
    fromFen: 0,
  });
  const orderId = await placed(who, sku, { remark: "放门口", couponId, payableFen: 8_900 });
  expect(await orderOf(orderId)).toMatchObject({ state: "pending", coupon_id: couponId, remark: "放门口" });
  expect(await erase(who)).toBe(true);
  expect(await userCount(who)).toBe(0);
  expect(await stockCounts(app.context.db, sku.skuId)).toMatchObject({
    reserved: 0,
    open: 0,
    enteredReserved: 0,
  });
  const kept = await orderOf(orderId);
  expect(kept).toMatchObject({
    state: "cancelled",
    nickname: "已注销用户",
    order_recipient: null,
    remark: null,
    coupon_id: null,
    payable_fen: 8_900,
    lines: 1,
  });
  const { rows } = await sql`select 1 from coupon where coupon_id = ${couponId}`.execute(app.context.db);
  expect(rows).toEqual([]);
});

test("MA98 paid, sent and ready orders hinder an erasure by their numbers, and unpaid ones are not cancelled then", async () => {
  const [who, sku] = [await person(), await skuOf({ stock: [9] })];
  const [paid, sent, open] = [await placed(who, sku), await placed(who, sku), await placed(who, sku)];
  await pay(paid);
  await pay(sent);
  await ship(sent);
  const [one, other, unpaid] = [await orderOf(paid), await orderOf(sent), await orderOf(open)];
  const { mobile } = (await app.call(showUser, {}, { token: who.token })).data;
  if (mobile === null) throw new Error("no mobile");
  const captchaVerifyId = await app.solveCaptcha({ action: "sms", mobile });
  const sms = await app.call(sendSms, { mobile, scene: "erase", captchaVerifyId });
  expect(sms.code).toBe("00");
  const refused = await app.call(erasePersonalData, { smsCode: "246810", sure: true }, { token: who.token });
  expect([refused.status, refused.message]).toEqual([
    409,
    `订单 ${unpaid.order_no}（待付款）、订单 ${other.order_no}（待收货）、订单 ${one.order_no}（待发货）尚未完成，完成后才能注销账号`,
  ]);
  expect((await orderOf(open)).state).toBe("pending");
  expect(await userCount(who)).toBe(1);
  await sql`update mall_order set state = 'done' where order_id = any(${[paid, sent]}::text[])`.execute(
    app.context.db,
  );
  expect(await erase(who)).toBe(true);
  expect((await orderOf(open)).state).toBe("cancelled");
});

/** Marks an order as done, with a case and a refund in some states. */
async function close(orderId: string, { userId }: Person, caseState: string, refundState: string) {
  const { db, clock } = app.context;
  const [now, caseId, paymentId] = [new Date(clock.now()), newId(), newId()];
  await sql`update mall_order set state = 'done' where order_id = ${orderId}`.execute(db);
  await sql`
    insert into after_sale (after_sale_id, case_no, order_id, user_id, kind, state, reason, is_our_fault, refund_fen,
      idempotency_key, body_hash, created_time, changed_time)
    values (${caseId}, ${`R${caseId}`}, ${orderId}, ${userId}, 'refund', ${caseState}, 'other', false, 9900, ${caseId}, '',
      ${now}, ${now})`.execute(db);
  await sql`
    insert into payment (payment_id, order_id, attempt, out_trade_no, way, scene, app_id, amount_fen, state, paid_fen,
      created_time)
    values (${paymentId}, ${orderId}, 1, ${paymentId}, 'alipay', 'wap', 'a', 9900, 'paid', 9900, ${now})`.execute(
    db,
  );
  await sql`
    insert into refund (refund_id, out_refund_no, payment_id, order_id, cause, cause_id, amount_fen, state, created_time)
    values (${paymentId}, ${paymentId}, ${paymentId}, ${orderId}, 'afterSale', ${paymentId}, 9900, ${refundState}, ${now})`.execute(
    db,
  );
}

test.each([
  ["asked", "success", "售后"],
  ["sent", "success", "退货中"],
  ["done", "due", "的退款（退款中）"],
  ["done", "abnormal", "的退款（退款异常，客服会与您联系）"],
  ["declined", "success", null],
])("MA98 a case %s with a refund %s: hindered by %s", async (caseState, refundState, named) => {
  const [who, sku] = [await person(), await skuOf()];
  await close(await placed(who, sku), who, caseState, refundState);
  const outcome = await erase(who);
  expect(String(outcome)).toContain(named ?? "true");
  expect(await userCount(who)).toBe(named === null ? 0 : 1);
});

test("MA98 more than three things are named by three and a number", async () => {
  const [who, sku] = [await person(), await skuOf()];
  for (const _ of [1, 2, 3, 4, 5]) await pay(await placed(who, sku));
  expect(await erase(who)).toMatch(/^(订单 M\d{14}（待发货）、?){3}等，另有 2 项尚未完成/);
});

test("MA98 an order whose payment attempt is not known dead hinders the erasure until it is", async () => {
  const [who, sku] = [await person(), await skuOf({ stock: [2] })];
  const orderId = await placed(who, sku);
  const attempt = newId();
  await sql`
    insert into payment (payment_id, order_id, attempt, out_trade_no, way, scene, app_id, amount_fen, state, created_time)
    values (${attempt}, ${orderId}, 1, ${attempt}, 'wechat', 'h5', 'a', 9900, 'open', now())`.execute(
    app.context.db,
  );
  expect(await erase(who)).toContain("（取消中）");
  expect((await orderOf(orderId)).state).toBe("closing");
  expect(await stockCounts(app.context.db, sku.skuId)).toMatchObject({ reserved: 1 });
  await sql`update payment set state = 'closed' where payment_id = ${attempt}`.execute(app.context.db);
  await sql`update mall_order set close_due_time = now() - interval '1 hour' where order_id = ${orderId}`.execute(
    app.context.db,
  );
  await app.modules.orders.workDeadlines();
  expect(await erase(who)).toBe(true);
  expect((await orderOf(orderId)).state).toBe("cancelled");
});

/** Places an order with the writer, which has locked stock and coupon, while the erasure runs. */
async function eraseDuring(who: Person, sku: SampleSku, couponId: string) {
  const [hasRead, mayWrite] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writer = orderWriter(app.context.db, {
    isGuarded: true,
    beforeWrite: () => {
      hasRead.resolve();
      return mayWrite.promise;
    },
  });
  const order = sampleOrder(who.userId, [{ ...sku, qty: 1 }], {
    coupon_id: couponId,
    coupon_fen: 1_000,
    payable_fen: 8_900,
  });
  const writing = writer.add(COMMON_KEY, order).then(
    ({ kind }) => kind,
    (error: unknown) => String(error),
  );
  await hasRead.promise;
  const erasing = erase(who);
  await waitForLockWaiter(app);
  mayWrite.resolve();
  return { order, outcomes: await Promise.all([writing, erasing]) };
}

test("MA98 an order that is placed during an erasure is not lost: one waits for the other, and neither deadlocks", async () => {
  const [who, sku] = [await person(), await skuOf({ stock: [2] })];
  const [couponId = ""] = await addSampleCoupons(app.context.db, ACTIVITY, [who.userId], {
    use: "amount",
    offFen: 1_000,
    fromFen: 0,
  });
  const { order, outcomes } = await eraseDuring(who, sku, couponId);
  // The erasure finds the order of a moment ago, and changes nothing. The embedded database has one connection, so that
  // there the erasure begins after the order, and cancels it.
  const isParallel = app.databaseKind === "postgres";
  expect([outcomes[0], String(outcomes[1])]).toEqual([
    "placed",
    isParallel ? `订单 ${order.order_no}（待付款）尚未完成，完成后才能注销账号` : "true",
  ]);
  expect((await orderOf(order.order_id)).state).toBe(isParallel ? "pending" : "cancelled");
  expect(!isParallel || (await erase(who))).toBe(true);
  expect(await stockCounts(app.context.db, sku.skuId)).toMatchObject({ reserved: 0, open: 0 });
});

test("MA98 orders and erasures of one person at once: no open order of an erased person remains", async () => {
  const sku = await skuOf({ stock: [50], buyMost: 9 });
  for (const _ of [1, 2, 3, 4, 5]) {
    const who = await person();
    const [first, second, outcome] = await Promise.all([
      place(who, wanted(sku, who)),
      place(who, wanted(sku, who)),
      erase(who),
    ]);
    expect([first.status, second.status].filter((status) => status >= 500)).toEqual([]);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from mall_order o join app_user u on u.user_id = o.user_id
      where u.nickname = '已注销用户' and o.state not in ('cancelled', 'done', 'refunded')`.execute(
      app.context.db,
    );
    expect(rows).toEqual([{ n: 0 }]);
    expect(outcome === true || (await erase(who))).toBe(true);
  }
  expect(await stockCounts(app.context.db, sku.skuId)).toMatchObject({ reserved: 0, open: 0 });
});
