import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkIn, handOverPickup } from "#contract/check-in/check-in.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { sampleDealers } from "../../testing/samples/sample-dealers.ts";
import { orderSteps } from "../testing/order-steps.ts";
import { paidSteps } from "../testing/paid-steps.ts";
import { stockCounts } from "../testing/test-orders.ts";

const [WEST, EAST] = ["2911", "2912"] as const;
const ACTIVITY = "2910000000000000001";
let app: TestApp;
const links: Record<"west" | "east" | "all", string> = { west: "", east: "", all: "" };
beforeAll(async () => {
  app = await testApp();
  await app.modules.organisations.add(sampleDealers(WEST, EAST));
  const activity = sampleActivity(app.context.clock.now(), {
    activityId: ACTIVITY,
    dealerIds: [WEST, EAST],
  });
  await app.modules.activities.addActivities([activity]);
  const { addLink } = app.modules.checkIns;
  links.west = await addLink({ activityId: ACTIVITY, dealerId: WEST });
  links.east = await addLink({ activityId: ACTIVITY, dealerId: EAST });
  links.all = await addLink({ activityId: ACTIVITY });
});
afterAll(() => app.close());
const { person, skuOf, placed, events } = orderSteps(() => app);
const { pay, detail, lineIds, ask } = paidSteps(() => app);

/** A paid order that waits at the western dealer. */
async function waitingOrder() {
  const [who, sku] = [await person(), await skuOf()];
  const lines = [{ skuId: sku.skuId, qty: 2 }];
  const over = { lines, delivery: "pickup", dealerId: WEST, addressId: undefined, payableFen: 19_800 };
  const id = await placed(who, sku, over);
  await pay(id);
  const { pickupCode } = await detail(who, id);
  return { who, sku, id, code: pickupCode ?? "" };
}
const show = async (link: string, code: string) => (await app.call(checkIn, { link, by: "小李", code })).data;
const handOver = async (link: string, code: string) => (await app.call(handOverPickup, { link, code })).data;

test("a paid pick-up order is shown at its dealer's desk by its code, without its person, and at no other", async () => {
  const { id, code, who } = await waitingOrder();
  const { orderNo, pickupCode, stateText } = await detail(who, id);
  expect([stateText, pickupCode]).toEqual(["待自提", code]);
  const shown = await show(links.west, code.toLowerCase().replaceAll(" ", "-"));
  expect(shown).toEqual({
    result: "pickup",
    guest: null,
    pickup: {
      code,
      orderNo,
      state: "ready",
      dealerName: `门店 ${WEST}`,
      handedTime: null,
      lines: [{ title: "车载保温杯", optionValues: ["银"], qty: 2 }],
    },
  });
  for (const link of [links.east, links.all]) {
    expect(await show(link, code)).toMatchObject({
      result: "pickupElsewhere",
      pickup: { dealerName: `门店 ${WEST}`, lines: [] },
    });
    expect(await handOver(link, code)).toEqual({ result: "unknown", pickup: null });
  }
  expect(await handOver(links.west, "0000 0000 0000")).toEqual({ result: "unknown", pickup: null });
  expect(await handOver(links.west, "x")).toEqual({ result: "unknown", pickup: null });
  expect((await events(id)).at(-1)).toBe("paid ready system");
});

test("of two desks one hands it over: the order is done, its units leave the stock once, and the audit log has no name", async () => {
  const { id, code, sku, who } = await waitingOrder();
  const both = await Promise.all([handOver(links.west, code), handOver(links.west, code)]);
  expect(both.map(({ result }) => result).toSorted()).toEqual(["already", "done"]);
  expect(await handOver(links.west, code)).toMatchObject({ result: "already", pickup: { state: "done" } });
  expect(await detail(who, id)).toMatchObject({
    state: "done",
    lines: [{ shippedQty: 2 }],
    pickupCode: null,
  });
  expect(await stockCounts(app.context.db, sku.skuId)).toMatchObject({
    onHand: 8,
    reserved: 0,
    enteredOnHand: 8,
    enteredReserved: 0,
  });
  expect((await events(id)).at(-1)).toBe("ready done dealer");
  const { rows } = await sql`
    select actor_kind, action, outcome from audit_entry where about_id = ${id}`.execute(app.context.db);
  expect(rows).toEqual([{ actor_kind: "staff", action: "order.hand-over", outcome: "done" }]);
});

test("an order that was refunded is not handed over; of a hand-over and a refund at once one wins", async () => {
  for (let round = 0; round < 4; round++) {
    const { id, code, sku, who } = await waitingOrder();
    const [lineId = ""] = await lineIds(who, id);
    const refund = {
      orderId: id,
      kind: "refund" as const,
      units: [{ lineId, qty: 2 }],
      reason: "unwanted" as const,
    };
    const both = [() => handOver(links.west, code), () => ask(who, refund)];
    await Promise.all((round % 2 === 0 ? both : both.toReversed()).map((run) => run()));
    const { state } = await detail(who, id);
    const counts = await stockCounts(app.context.db, sku.skuId);
    const isHandedOver = state === "done";
    expect([state, counts.onHand, counts.reserved]).toEqual(
      isHandedOver ? ["done", 8, 0] : ["refunded", 10, 0],
    );
    const after = await handOver(links.west, code);
    expect(after.result).toBe(isHandedOver ? "already" : "over");
  }
});
