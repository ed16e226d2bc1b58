import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import {
  decideMallCase,
  listMallCases,
  receiveMallCase,
  showMallCase,
} from "#contract/console/mall/after-sales.ts";
import {
  closeMallOrder,
  correctMallParcel,
  correctMallRecipient,
  noteMallOrder,
  planParcelFile,
  revealMallRecipient,
  shipMallOrder,
  shipParcelFile,
} from "#contract/console/mall/order-acts.ts";
import { showOrderPayments } from "#contract/console/mall/order-payments.ts";
import {
  countMallOrders,
  findMallOrders,
  listMallOrders,
  showMallOrder,
} from "#contract/console/mall/orders.ts";
import { everyScope } from "#contract/console/scope.ts";
import { openApp } from "../../testing/app.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";
import { sampleDealers } from "../../testing/samples/sample-dealers.ts";
import { newTrackingNo, paidSteps } from "../testing/paid-steps.ts";
import { orderSteps } from "../testing/order-steps.ts";

const app = await openApp();
const { db } = app.context;
const { person, skuOf, placed } = orderSteps(() => app);
const { pay, asked, detail } = paidSteps(() => app);
let hq: TestOperator;
let dealers: TestOperator;
beforeAll(async () => {
  hq = await loginOperator(app, "hq-admin");
  await app.modules.organisations.add(sampleDealers("2001"));
  // A grant of a region, which has the dealer 2001.
  const scope = { ...everyScope, sponsorLevel1: ["107002" as const], sponsorLevel2: ["VWSA400000" as const] };
  dealers = await loginOperator(app, "region", scope);
});

/** A paid order of some units of one SKU. */
async function paidOrder(qty = 1) {
  const [who, sku] = [await person(), await skuOf({ stock: [200] })];
  const orderId = await placed(who, sku, { lines: [{ skuId: sku.skuId, qty }], payableFen: 9_900 * qty });
  await pay(orderId);
  const { orderNo } = await detail(who, orderId);
  return { who, sku, orderId, orderNo };
}
const show = async (orderId: string) => (await callAsOperator(app, hq, showMallOrder, { orderId })).data;
const auditOf = async (action: string, id: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_entry
    where action = ${action} and about_id = ${id}`.execute(db);
  return rows[0]?.count ?? 0;
};
const parcel = () => ({ carrier: "shunfeng", trackingNo: newTrackingNo() });

test("orders are found by number, mobile, digits and parcel, counted by tab, and shown masked", async () => {
  const { orderId, orderNo, who } = await paidOrder(2);
  await callAsOperator(app, hq, shipMallOrder, { orderId, ...parcel() });
  const shown = await show(orderId);
  const { rows: users } = await sql<{ mobile: string; user_id: string }>`
    select * from app_user where user_id = ${who.userId}`.execute(db);
  const finds = [orderNo, "5678", shown.parcels[0]?.trackingNo ?? "", users[0]?.mobile ?? ""];
  for (const find of finds) {
    const { data } = await callAsOperator(app, hq, listMallOrders, { filter: { find } });
    expect([find, data.rows.some((row) => row.orderId === orderId)]).toEqual([find, true]);
  }
  expect(
    (await callAsOperator(app, hq, listMallOrders, { filter: { find: "13900000001" } })).data.rows,
  ).toEqual([]);
  expect(shown).toMatchObject({
    order: { orderNo, state: "shipping", units: 2, payableFen: 19_800, openCases: 0, hasProblem: false },
    recipient: { name: "林晓岚", mobile: "138****5678" },
    lines: [{ qty: 2, shippedQty: 2, shippableQty: 0 }],
    parcels: [{ carrierName: "顺丰速运", units: [{ qty: 2 }] }],
    can: { ship: false, close: false, correct: true },
  });
  expect(JSON.stringify(shown)).not.toMatch(/13800135678|龙腾大道/);
  const service = await loginOperator(app, "service");
  expect((await callAsOperator(app, service, findMallOrders, { number: orderNo })).data.rows).toHaveLength(1);
  expect((await callAsOperator(app, service, listMallOrders, { filter: {} })).status).toBe(406);
  const auditor = await loginOperator(app, "auditor");
  expect((await callAsOperator(app, auditor, showMallOrder, { orderId })).data.recipient?.name).toBe("林**");
});

test("counts by tab are those of the lists; an order is late 48 hours after its payment", async () => {
  const { orderId } = await paidOrder();
  await sql`update mall_order set paid_time = ${new Date(app.context.clock.now() - 49 * 3_600_000)}
    where order_id = ${orderId}`.execute(db);
  const { data } = await callAsOperator(app, hq, countMallOrders, { filter: {} });
  for (const tab of ["pending", "paid", "shipping", "done", "afterSale", "problem"] as const) {
    const list = await callAsOperator(app, hq, listMallOrders, { filter: { tab } });
    expect([tab, list.data.count]).toEqual([tab, data.counts[tab]]);
  }
  expect(data.late).toBeGreaterThan(0);
  const { rows } = (await callAsOperator(app, hq, listMallOrders, { filter: { tab: "paid" } })).data;
  expect(rows.find((row) => row.orderId === orderId)?.isLate).toBe(true);
});

test("CO09 a region sees the orders that its dealers hand over, and no others", async () => {
  const [own, other] = [await paidOrder(), await paidOrder()];
  await sql`update mall_order set delivery = 'pickup', dealer_id = '2001' where order_id = ${own.orderId}`.execute(
    db,
  );
  const listed = await callAsOperator(app, dealers, listMallOrders, { filter: {} });
  expect(listed.data.rows.map(({ orderId }) => orderId)).toEqual([own.orderId]);
  expect((await callAsOperator(app, dealers, countMallOrders, { filter: {} })).data.total).toBe(1);
  expect((await callAsOperator(app, dealers, showMallOrder, { orderId: other.orderId })).status).toBe(404);
  const reveal = { orderId: other.orderId, purpose: "contact" as const };
  expect((await callAsOperator(app, dealers, revealMallRecipient, reveal)).status).toBe(404);
  expect(
    (await callAsOperator(app, dealers, noteMallOrder, { orderId: other.orderId, text: "a" })).status,
  ).toBe(404);
});

test("MA74 an order is sent in parts, never more than is left, and twice pressed it is one parcel", async () => {
  const { orderId } = await paidOrder(3);
  const [line] = (await show(orderId)).lines;
  const lineId = line?.lineId ?? "";
  const first = { orderId, ...parcel(), units: [{ lineId, qty: 2 }] };
  const both = await Promise.all([0, 1].map(() => callAsOperator(app, hq, shipMallOrder, first)));
  expect(both.filter(({ data }) => data.isAgain)).toHaveLength(1);
  const [{ data }] = both as [(typeof both)[0]];
  expect(await auditOf("order.ship", data.shipmentId)).toBe(1);
  const more = await callAsOperator(app, hq, shipMallOrder, {
    orderId,
    ...parcel(),
    units: [{ lineId, qty: 2 }],
  });
  expect(more).toMatchObject({ code: "STATE_CHANGED", message: "件数超过可发件数 1" });
  const corrected = { shipmentId: data.shipmentId, ...parcel() };
  expect((await callAsOperator(app, hq, correctMallParcel, corrected)).code).toBe("00");
  const again = await callAsOperator(app, hq, correctMallParcel, { ...corrected, ...parcel() });
  expect(again).toMatchObject({ code: "STATE_CHANGED", message: "该包裹已更正过一次" });
  expect((await show(orderId)).parcels[0]).toMatchObject({
    trackingNo: corrected.trackingNo,
    isCorrected: true,
  });
});

test("MA75 a file is tried without writing, names each faulty row, then sends what it said", async () => {
  const [one, two, done] = [await paidOrder(2), await paidOrder(), await paidOrder()];
  await callAsOperator(app, hq, shipMallOrder, { orderId: done.orderId, ...parcel() });
  const [a, b, c] = [newTrackingNo(), newTrackingNo(), newTrackingNo()];
  const text = [
    "订单号,快递公司,运单号,件数",
    `${one.orderNo},顺丰速运,${a},${one.sku.skuId}=1`,
    `${two.orderNo},中通快运,${b},`,
    `${two.orderNo},zhongtong,1.57E+14,`,
    `${one.orderNo},顺丰速运,${a},${one.sku.skuId}=1`,
    `${one.orderNo},顺丰速运,${b},${one.sku.skuId}=2`,
    `${done.orderNo},顺丰速运,${c},`,
    `M00000000000000,顺丰速运,${c},`,
    `${two.orderNo},zhongtong,${b},`,
  ].join("\r\n");
  const faults = [
    { line: 3, value: "中通快运" },
    { line: 4, fault: "「运单号」编号被表格软件改写，请以文本格式填写", value: "1.57E+14" },
    { line: 5, fault: "「运单号」与第 2 行重复", value: a },
    { line: 6, fault: "「件数」件数超过可发件数 1", value: `${one.sku.skuId}=2` },
    { line: 7, fault: "「件数」没有可发货的商品" },
    { line: 8, fault: "「订单号」没有该订单", value: "M00000000000000" },
  ];
  const planned = await callAsOperator(app, hq, planParcelFile, { text });
  expect(planned.data).toMatchObject({ done: 2, again: 0, orders: 2, faults });
  expect((await show(one.orderId)).parcels).toEqual([]);
  const sent = await callAsOperator(app, hq, shipParcelFile, { text });
  expect(sent.data).toEqual(planned.data);
  expect((await show(one.orderId)).lines[0]).toMatchObject({ shippedQty: 1, shippableQty: 1 });
  expect((await show(two.orderId)).parcels).toMatchObject([{ carrier: "zhongtong", trackingNo: b }]);
  const second = await callAsOperator(app, hq, shipParcelFile, { text }, { idempotencyKey: "other" });
  expect(second.data).toMatchObject({ done: 0, again: 2 });
  for (const broken of ["a,b\n1,2", "订单号,快递公司,运单号", '{"records":[]}', '订单号\n"a'])
    expect((await callAsOperator(app, hq, planParcelFile, { text: broken })).code).not.toBe("00");
});

test("an order is closed once, with one refund, and not while a case is open", async () => {
  const { orderId, orderNo, who } = await paidOrder();
  const stolen = await loginOperator(app, "hq-admin", everyScope, { isSteppedUp: false });
  expect((await callAsOperator(app, stolen, closeMallOrder, { orderId })).code).toBe("STEP_UP");
  const both = await Promise.all([0, 1].map(() => callAsOperator(app, hq, closeMallOrder, { orderId })));
  expect(both.map(({ code }) => code).toSorted()).toEqual(["00", "STATE_CHANGED"]);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from refund where order_id = ${orderId}`.execute(db);
  expect(rows[0]?.count).toBe(1);
  expect(await auditOf("order.close", orderNo)).toBe(1);
  expect((await detail(who, orderId)).state).toBe("refunded");
  const other = await paidOrder();
  await callAsOperator(app, hq, shipMallOrder, { orderId: other.orderId, ...parcel() });
  const [line] = (await show(other.orderId)).lines;
  await asked(other.who, {
    orderId: other.orderId,
    kind: "return",
    units: [{ lineId: line?.lineId ?? "", qty: 1 }],
    reason: "unwanted",
    text: "",
    pictureKeys: [],
  });
  expect(await show(other.orderId)).toMatchObject({ order: { openCases: 1 }, cases: [{ state: "asked" }] });
  expect((await callAsOperator(app, hq, closeMallOrder, { orderId: other.orderId })).code).toBe(
    "STATE_CHANGED",
  );
});

test("CO100 a recipient is revealed with a purpose and counted; notes are encrypted and name the operator", async () => {
  const { orderId } = await paidOrder();
  const revealed = await callAsOperator(app, hq, revealMallRecipient, { orderId, purpose: "contact" });
  expect(revealed.data).toMatchObject({ mobile: "13800135678", name: "林晓岚", seconds: 60 });
  expect(revealed.data.address).toContain("龙腾大道 2555 号 3 栋");
  expect(await auditOf("order.reveal", orderId)).toBe(1);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from person_reveal
    where about_kind = 'order' and about_id = ${orderId}`.execute(db);
  expect(rows[0]?.count).toBe(1);
  expect((await callAsOperator(app, hq, noteMallOrder, { orderId, text: " 买家来电催发货 " })).code).toBe(
    "00",
  );
  expect((await show(orderId)).notes).toMatchObject([{ text: "买家来电催发货", by: hq.name }]);
  const { rows: kept } = await sql<{ plain: boolean }>`
    select order_note_text::text like '%催发货%' as plain from order_note where order_id = ${orderId}`.execute(
    db,
  );
  expect(kept).toEqual([{ plain: false }]);
  await sql`insert into order_note (note_id, order_id, order_note_text, by, created_time)
    select 'n' || number, order_id, order_note_text, by, created_time
    from order_note, generate_series(1, 99) number where order_id = ${orderId}`.execute(db);
  const more = await callAsOperator(app, hq, noteMallOrder, { orderId, text: "第一百零一条" });
  expect(more.code).toBe("429");
});

test("MA71 cases are listed in scope, decided, received with their inspection, and declined with a reason", async () => {
  const [one, two] = [await paidOrder(2), await paidOrder()];
  const caseOf = async ({ who, orderId }: typeof one, qty: number) => {
    await callAsOperator(app, hq, shipMallOrder, { orderId, ...parcel() });
    const [line] = (await show(orderId)).lines;
    const lineId = line?.lineId ?? "";
    const { caseNo } = await asked(who, {
      orderId,
      kind: "return",
      units: [{ lineId, qty }],
      reason: "unwanted",
      text: "不喜欢",
      pictureKeys: [],
    });
    return { caseNo, lineId };
  };
  const [back, kept] = [await caseOf(one, 2), await caseOf(two, 1)];
  const { data: listed } = await callAsOperator(app, hq, listMallCases, { filter: { tab: "asked" } });
  expect(listed.rows.map(({ caseNo }) => caseNo)).toEqual(expect.arrayContaining([back.caseNo, kept.caseNo]));
  const { caseNo, lineId } = back;
  const { data: shown } = await callAsOperator(app, hq, showMallCase, { caseNo });
  expect(shown).toMatchObject({ text: "不喜欢", units: [{ qty: 2 }], can: { agree: true, receive: false } });
  const agree = { caseNo, isAgreed: true } as const;
  const both = await Promise.all([0, 1].map(() => callAsOperator(app, hq, decideMallCase, agree)));
  expect(both.map(({ code }) => code).toSorted()).toEqual(["00", "STATE_CHANGED"]);
  expect(await auditOf("after-sale.decide", caseNo)).toBe(1);
  const tooMany = { caseNo, units: [{ lineId, received: 3, good: 1 }] };
  expect((await callAsOperator(app, hq, receiveMallCase, tooMany)).code).not.toBe("00");
  const inspected = { caseNo, units: [{ lineId, received: 2, good: 1 }] };
  expect((await callAsOperator(app, hq, receiveMallCase, inspected)).data.state).toBe("refunding");
  expect((await callAsOperator(app, hq, showMallCase, { caseNo })).data.units).toMatchObject([
    { receivedQty: 2, goodQty: 1 },
  ]);
  const decline = { caseNo: kept.caseNo, isAgreed: false, reason: "已拆封使用" } as const;
  expect((await callAsOperator(app, hq, decideMallCase, decline)).data.state).toBe("declined");
  expect((await callAsOperator(app, dealers, showMallCase, { caseNo })).status).toBe(404);
});

test("MA62 the recipient is corrected before anything is sent, with one audit line, and not afterwards", async () => {
  const { orderId } = await paidOrder();
  const correct = (over: object, by = hq) =>
    callAsOperator(app, by, correctMallRecipient, { orderId, ...over });
  expect((await show(orderId)).can.address).toBe(true);
  expect((await correct({ mobile: "123" })).code).toBe("601");
  expect((await correct({ detail: "望湖路 2 号" }, dealers)).status).toBe(406);
  expect((await correct({ name: "林晓岚二", detail: "望湖路 2 号" })).code).toBe("00");
  expect((await correct({ detail: "望湖路 2 号" })).code).toBe("STATE_CHANGED");
  const { data: whole } = await callAsOperator(app, hq, revealMallRecipient, { orderId, purpose: "verify" });
  expect(whole).toMatchObject({ name: "林晓岚二" });
  expect(whole.address).toContain("望湖路 2 号");
  expect(await auditOf("order.address", orderId)).toBe(1);
  await callAsOperator(app, hq, shipMallOrder, { orderId, ...parcel() });
  expect((await correct({ detail: "望湖路 3 号" })).code).toBe("STATE_CHANGED");
  expect((await show(orderId)).can.address).toBe(false);
});

test("an order's payments show attempts, refunds and a ledger that adds up, in scope alone", async () => {
  const { orderId } = await paidOrder(2);
  const { data } = await callAsOperator(app, hq, showOrderPayments, { orderId });
  expect(data.attempts).toMatchObject([{ state: "paid", amountFen: 19_800 }]);
  expect(data.refunds).toEqual([]);
  expect(data.leftFen).toBe(19_800);
  expect(data.ledger.reduce((sum, { fen }) => sum + fen, 0)).toBe(0);
  expect((await callAsOperator(app, dealers, showOrderPayments, { orderId })).status).toBe(404);
});
