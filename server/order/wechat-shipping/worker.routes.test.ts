import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addSimulators } from "../../../simulator/index.ts";
import { commandLineActor } from "../../database/shared-tables/audit-log.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { orderSteps } from "../testing/order-steps.ts";
import { newTrackingNo, paidSteps } from "../testing/paid-steps.ts";
import { correctByOperator } from "../shipment/operator.ts";

const MINUTE = 60_000;
const OPEN_ID = "oMini_0123456789";
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ extend: addSimulators, settings: { SIMULATORS: "1" } });
  await app.listen();
  // The test works by itself, and no timer does.
  app.modules.orders.close();
});
afterAll(() => app.close());
beforeEach(() => faults());
const { person, skuOf, placed } = orderSteps(() => app);
const { pay, ship, lineIds, asked, later } = paidSteps(() => app);
const db = () => app.context.db;

async function post(path: string, payload: object): Promise<void> {
  const { statusCode } = await app.app.inject({ method: "POST", url: `/sim/${path}`, payload });
  expect(statusCode).toBe(200);
}
const faults = (...errcodes: number[]) =>
  post(
    "wechat/faults",
    errcodes.map((errcode) => ({ path: "wxa/sec/order/upload_shipping_info", errcode })),
  );
type Reported = {
  readonly isCorrected: boolean;
  readonly delivery_mode: number;
  readonly is_all_delivered?: boolean;
  readonly shipping_list: readonly { readonly tracking_no: string }[];
};
/** Report of an order at the simulated WeChat; undefined: none. */
async function told(outTradeNo: string): Promise<Reported | undefined> {
  const answer = await app.app.inject({ url: "/sim/wechat/shipping" });
  const { data } = answer.json<{ data: (Reported & { outTradeNo: string })[] }>();
  return data.find((one) => one.outTradeNo === outTradeNo);
}
const queued = async (orderId: string): Promise<{ tries: number; problem: string }[]> => {
  const { rows } = await sql<{ tries: number; problem: string }>`
    select tries, problem from mall_outbox where kind = 'wechatShipping' and about_id = ${orderId}`.execute(
    db(),
  );
  return rows;
};
const work = () => app.modules.orders.workWechatShipping();

/** An order of some units that the mini-program's page has paid at the simulated channel. */
async function paidByMiniProgram(qty = 1) {
  const [who, sku] = [await person(), await skuOf({ stock: [50] })];
  const lines = [{ skuId: sku.skuId, qty }];
  const id = await placed(who, sku, { lines, payableFen: 9_900 * qty });
  await pay(id);
  const appId = app.context.config.brand.miniProgramAppId ?? "";
  const { rows } = await sql<{ out_trade_no: string }>`
    update payment set scene = 'miniProgram', app_id = ${appId} where order_id = ${id} returning out_trade_no`.execute(
    db(),
  );
  const outTradeNo = rows[0]?.out_trade_no ?? "";
  const prepared = await app.modules.payments.of("wechat")?.prepare({
    outTradeNo,
    amountFen: 9_900 * qty,
    description: "随行杯",
    payBefore: app.context.clock.now() + 30 * MINUTE,
    scene: "miniProgram",
    appId,
    openId: OPEN_ID,
  });
  expect(prepared?.state).toBe("prepared");
  await post("pay/act", { outTradeNo, act: "pay" });
  const [lineId = ""] = await lineIds(who, id);
  return { who, id, outTradeNo, lineId };
}

test("MA79 what was sent is told once, and its correction once", async () => {
  const { id, outTradeNo } = await paidByMiniProgram();
  const [wrong, right] = [newTrackingNo(), newTrackingNo()];
  const sent = await ship(id, { trackingNo: wrong });
  expect(await told(outTradeNo)).toBeUndefined();
  await Promise.all([work(), work()]);
  expect(await told(outTradeNo)).toMatchObject({
    delivery_mode: 1,
    shipping_list: [
      { tracking_no: wrong, express_company: "SF", contact: { receiver_contact: "138****5678" } },
    ],
    payer: { openid: OPEN_ID },
  });
  expect(await queued(id)).toEqual([]);
  const shipmentId = "shipmentId" in sent ? sent.shipmentId : "";
  await later(MINUTE, async () => {
    const now = new Date(app.context.clock.now());
    const correction = { shipmentId, carrier: "shunfeng", trackingNo: right };
    expect(await correctByOperator(db(), correction, { by: commandLineActor, now, isTracked: false })).toBe(
      "done",
    );
    await work();
  });
  expect(await told(outTradeNo)).toMatchObject({
    isCorrected: true,
    shipping_list: [{ tracking_no: right }],
  });
  // WeChat takes no second one: the report ends without a request.
  await sql`update shipment set tracking_no = 'SF0000000001' where shipment_id = ${shipmentId}`.execute(db());
  await sql`insert into mall_outbox (kind, about_id, due_time)
    values ('wechatShipping', ${id}, ${new Date(app.context.clock.now())})`.execute(db());
  await work();
  expect(await queued(id)).toEqual([]);
  expect(await told(outTradeNo)).toMatchObject({ shipping_list: [{ tracking_no: right }] });
});

test("MA79 a report that failed is sent again, without an answer and after a refusal", async () => {
  const { id, outTradeNo } = await paidByMiniProgram();
  await ship(id);
  await faults(-1, 10060001);
  await work();
  expect(await queued(id)).toEqual([{ tries: 1, problem: "no answer" }]);
  await work();
  expect(await queued(id)).toMatchObject([{ tries: 1 }]);
  await later(2 * MINUTE, work);
  expect(await queued(id)).toEqual([{ tries: 2, problem: "refused 10060001" }]);
  await later(30 * MINUTE, work);
  expect(await told(outTradeNo)).toBeUndefined();
  await later(63 * MINUTE, work);
  expect(await told(outTradeNo)).toBeDefined();
  expect(await queued(id)).toEqual([]);
});

test("MA79 a process that died after WeChat has taken a report sends it again, and nothing changes", async () => {
  const { id, outTradeNo } = await paidByMiniProgram();
  await ship(id);
  await work();
  const before = await told(outTradeNo);
  await sql`delete from wechat_shipping where order_id = ${id}`.execute(db());
  await sql`insert into mall_outbox (kind, about_id, due_time)
    values ('wechatShipping', ${id}, ${new Date(app.context.clock.now())})`.execute(db());
  await later(MINUTE, work);
  expect(await told(outTradeNo)).toEqual(before);
  expect(await queued(id)).toEqual([]);
});

test("MA79 parts are told as such, complete once the rest is refunded", async () => {
  const { who, id, outTradeNo, lineId } = await paidByMiniProgram(3);
  await ship(id, { units: [{ lineId, qty: 2 }] });
  await work();
  expect(await told(outTradeNo)).toMatchObject({ delivery_mode: 2, is_all_delivered: false });
  await later(MINUTE, async () => {
    await asked(who, { orderId: id, kind: "refund", units: [{ lineId, qty: 1 }], reason: "unwanted" });
    await work();
  });
  expect(await told(outTradeNo)).toMatchObject({
    delivery_mode: 2,
    is_all_delivered: true,
    isCorrected: false,
  });
});

test("MA79 orders that were paid otherwise are not told", async () => {
  const [who, sku] = [await person(), await skuOf({ stock: [5] })];
  const id = await placed(who, sku, { lines: [{ skuId: sku.skuId, qty: 1 }], payableFen: 9_900 });
  await pay(id);
  await ship(id);
  expect(await queued(id)).toEqual([]);
});
