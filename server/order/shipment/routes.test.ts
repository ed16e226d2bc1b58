import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { receiveOrder, trackShipment } from "#contract/order/order.ts";
import { addSimulators } from "../../../simulator/index.ts";
import { commandLineActor } from "../../database/shared-tables/audit-log.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { orderSteps, type Person } from "../testing/order-steps.ts";
import { newTrackingNo, paidSteps } from "../testing/paid-steps.ts";
import { stockCounts } from "../testing/test-orders.ts";
import { correctByOperator, shipFile } from "./operator.ts";

const DAY = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ extend: addSimulators, settings: { SIMULATORS: "1" } });
  await app.listen();
});
afterAll(() => app.close());
const { person, skuOf, placed } = orderSteps(() => app);
const { pay, ship, detail, lineIds, ask, later } = paidSteps(() => app);
const db = () => app.context.db;
const context = () => ({ by: commandLineActor, now: new Date(app.context.clock.now()), isTracked: true });

/** An order of some units of one SKU, paid. */
async function paidOrder(qty = 1, stock = 50) {
  const [who, sku] = [await person(), await skuOf({ stock: [stock] })];
  const lines = [{ skuId: sku.skuId, qty }];
  const id = await placed(who, sku, { lines, payableFen: 9_900 * qty });
  await pay(id);
  const [lineId = ""] = await lineIds(who, id);
  return { who, sku, id, lineId };
}
const act = async (trackingNo: string, nodes: readonly string[], how = "inOrder") => {
  const payload = { trackingNo, nodes, how };
  const { statusCode } = await app.app.inject({ method: "POST", url: "/sim/express/act", payload });
  expect(statusCode).toBe(200);
};
const shipmentOf = async (who: Person, id: string) => (await detail(who, id)).shipments[0];
const receiveDue = async (id: string): Promise<number> => {
  const { rows } = await sql<{ due: Date }>`
    select receive_due_time as due from mall_order where order_id = ${id}`.execute(db());
  return ((rows[0]?.due.getTime() ?? 0) - app.context.clock.now()) / DAY;
};

test("MA74 units leave in parcels, never more than are left; the same parcel again changes nothing", async () => {
  const { who, sku, id, lineId } = await paidOrder(3);
  const parcel = { units: [{ lineId, qty: 2 }], trackingNo: newTrackingNo() };
  expect(await ship(id, parcel)).toMatchObject({ outcome: "done" });
  expect(await ship(id, parcel)).toMatchObject({ outcome: "again" });
  const others = { ...parcel, units: [{ lineId, qty: 1 }] };
  expect(await ship(id, others)).toEqual({ outcome: "otherUnits" });
  expect(await ship(id, { units: [{ lineId, qty: 2 }] })).toMatchObject({
    outcome: "units",
    problem: { kind: "tooMany", left: 1 },
    caseNo: null,
  });
  expect(await stockCounts(db(), sku.skuId)).toMatchObject({ onHand: 48, reserved: 1, open: 1 });
  const order = await detail(who, id);
  expect(order).toMatchObject({ state: "shipping", stateText: "待收货", lines: [{ shippedQty: 2 }] });
  expect((await app.call(receiveOrder, { id }, { token: who.token })).code).toBe("ORDER_STATE");
  expect(await ship(id)).toMatchObject({ outcome: "done" });
  expect(await ship(id)).toMatchObject({ outcome: "units", problem: { kind: "nothing" } });
  const counts = await stockCounts(db(), sku.skuId);
  expect(counts).toMatchObject({ onHand: 47, reserved: 0, enteredOnHand: 47, enteredReserved: 0 });
  for (const [over, outcome] of [
    [{ carrier: "unknown" }, "noCarrier"],
    [{ trackingNo: "SF 1" }, "badNumber"],
    [{ orderId: "1" }, "noOrder"],
  ] as const)
    expect(await ship(id, over)).toEqual({ outcome });
  const unpaid = await placed(who, sku);
  expect(await ship(unpaid)).toEqual({ outcome: "state", state: "pending" });
});

test("MA73 units that were refunded or are asked for are refused to the operator, with the case", async () => {
  const { who, id, lineId } = await paidOrder(3);
  const refund = { orderId: id, kind: "refund" as const, reason: "unwanted" as const };
  const { data } = await ask(who, { ...refund, units: [{ lineId, qty: 2 }] });
  expect(await ship(id, { units: [{ lineId, qty: 2 }] })).toEqual({
    outcome: "units",
    problem: { kind: "tooMany", lineId, left: 1 },
    caseNo: data.caseNo,
  });
  expect(await ship(id)).toMatchObject({ outcome: "done" });
});

test("MA73 a parcel and a refund at the same moment never both get the units", async () => {
  for (let round = 0; round < 6; round++) {
    const { who, sku, id, lineId } = await paidOrder(1);
    const refund = { orderId: id, kind: "refund" as const, reason: "unwanted" as const };
    const both = [() => ship(id), () => ask(who, { ...refund, units: [{ lineId, qty: 1 }] }), () => ship(id)];
    await Promise.all((round % 2 === 0 ? both : both.toReversed()).map((run) => run()));
    const { rows } = await sql<{ shipped: number; cancelled: number; asked: number; parcels: number }>`
      select l.shipped_qty as shipped, l.cancelled_qty as cancelled, l.asked_qty as asked,
        (select count(*)::int from shipment s where s.order_id = l.order_id) as parcels
      from order_line l where l.line_id = ${lineId}`.execute(db());
    const [found] = rows;
    // Sent, and asked for afterwards; or refunded, and not sent.
    expect([
      [1, 0, 1, 1],
      [0, 1, 0, 0],
      [1, 0, 0, 1],
    ]).toContainEqual([found?.shipped, found?.cancelled, found?.asked, found?.parcels]);
    const counts = await stockCounts(db(), sku.skuId);
    expect(counts).toMatchObject({ reserved: 0, open: 0, enteredReserved: 0 });
    expect(counts.onHand).toBe(counts.enteredOnHand);
  }
});

test.each(["inOrder", "outOfOrder", "twice"])(
  "MA76 reports that come %s: the track is whole, and 自动收货 begins once it is signed",
  async (how) => {
    const { who, id } = await paidOrder();
    const trackingNo = newTrackingNo();
    await ship(id, { trackingNo });
    expect(await receiveDue(id)).toBeCloseTo(15, 1);
    await Promise.all([app.modules.orders.workSubscriptions(), app.modules.orders.workSubscriptions()]);
    await act(trackingNo, ["collected", "delivering", "signed"], how);
    expect(await shipmentOf(who, id)).toMatchObject({
      state: "signed",
      carrierName: "顺丰速运",
      lastText: "【宁波市】快件已签收",
    });
    expect(await receiveDue(id)).toBeCloseTo(7, 1);
    const shipmentId = (await shipmentOf(who, id))?.shipmentId ?? "";
    const { data } = await app.call(trackShipment, { id: shipmentId }, { token: who.token });
    expect(data).toMatchObject({ state: "signed", carrierPhone: "95338", trackingNo });
    expect(data.nodes.map(({ text }) => text)).toEqual([
      "【宁波市】快件已签收",
      "【宁波市】快递员正在派件",
      "【上海市】快件已被揽收",
    ]);
    const other = await person();
    expect((await app.call(trackShipment, { id: shipmentId }, { token: other.token })).status).toBe(404);
    const { rows } = await sql`select about_id from mall_outbox where about_id = ${shipmentId}`.execute(db());
    expect(rows).toEqual([]);
    await later(8 * DAY, async () => {
      await Promise.all([app.modules.orders.workDeadlines(), app.modules.orders.workDeadlines()]);
    });
    const moves =
      await sql`select by, why from order_event where order_id = ${id} and to_state = 'done'`.execute(db());
    expect(moves.rows).toEqual([{ by: "system", why: "deadline" }]);
  },
);

test("MA76 a problem parcel and one that comes back are shown; forged reports are refused", async () => {
  const { who, id } = await paidOrder();
  const trackingNo = newTrackingNo();
  await ship(id, { trackingNo });
  await app.modules.orders.workSubscriptions();
  await act(trackingNo, ["collected", "problem"]);
  expect((await shipmentOf(who, id))?.state).toBe("problem");
  await act(trackingNo, ["returned"]);
  expect((await shipmentOf(who, id))?.state).toBe("returned");
  expect(await receiveDue(id)).toBeCloseTo(15, 1);
  const url = "/mall-api/cop-mall/api/v1/express/notify";
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  for (const payload of ["param=%7B%7D&sign=00000000000000000000000000000000", "sign=1", ""]) {
    const answer = await app.app.inject({ method: "POST", url, headers, payload });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  }
});

test("a parcel's number is corrected once, and its track begins anew", async () => {
  const { who, id } = await paidOrder();
  const [wrong, right] = [newTrackingNo(), newTrackingNo()];
  const sent = await ship(id, { trackingNo: wrong });
  const shipmentId = "shipmentId" in sent ? sent.shipmentId : "";
  await app.modules.orders.workSubscriptions();
  await act(wrong, ["collected"]);
  const correct = (trackingNo: string, carrier = "shunfeng") =>
    correctByOperator(db(), { shipmentId, carrier, trackingNo }, context());
  expect(await correct(wrong)).toBe("again");
  expect(await correct("??????")).toBe("badNumber");
  expect(await correct(right)).toBe("done");
  expect(await correct(newTrackingNo())).toBe("corrected");
  expect(await shipmentOf(who, id)).toMatchObject({ state: "sent", trackingNo: right, lastText: "" });
  await app.modules.orders.workSubscriptions();
  // A late report of the wrong number changes nothing.
  await act(wrong, ["signed"]);
  expect((await shipmentOf(who, id))?.state).toBe("sent");
  await act(right, ["signed"]);
  expect((await shipmentOf(who, id))?.state).toBe("signed");
});

test("MA75 a file of parcels: each fault has its row, the good ones are sent, the same file again changes nothing", async () => {
  const [one, two] = [await paidOrder(2), await paidOrder(1)];
  const numberOf = async ({ who, id }: { who: Person; id: string }) => (await detail(who, id)).orderNo;
  const row = (order_no: string, over: object = {}) => ({
    order_no,
    carrier: "顺丰速运",
    tracking_no: newTrackingNo(),
    ...over,
  });
  const records = [
    row(await numberOf(one), { units: `${one.sku.skuId}=1` }),
    row("M26112700000000"),
    row(await numberOf(one), { units: `${one.sku.skuId}=9` }),
    row(await numberOf(two), { carrier: "飞鸽" }),
    row(await numberOf(two), { carrier: "zhongtong" }),
    row(await numberOf(two), { units: "x" }),
    null,
  ].map((record, at) => ({ line: at + 2, record }));
  const first = await shipFile(db(), records, context());
  expect(first.map(({ line, result }) => [line, typeof result === "string" ? result : "fault"])).toEqual([
    [2, "done"],
    [3, "fault"],
    [4, "fault"],
    [5, "fault"],
    [6, "done"],
    [7, "fault"],
    [8, "fault"],
  ]);
  expect(first[2]?.result).toEqual({ fault: "only 1 units of this SKU can be sent" });
  const second = await shipFile(db(), records, context());
  expect(second.filter(({ result }) => result === "again").map(({ line }) => line)).toEqual([2, 6]);
  const { rows } = await sql`select count(*)::int as parcels from shipment
    where order_id in (${one.id}, ${two.id})`.execute(db());
  expect(rows).toEqual([{ parcels: 2 }]);
  const many = Array.from({ length: 501 }, (_none, line) => ({ line, record: null }));
  await expect(shipFile(db(), many, context())).rejects.toThrow(RangeError);
});
