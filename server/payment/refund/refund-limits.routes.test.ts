import { expect, test } from "vitest";
import { addSimulators } from "../../../simulator/index.ts";
import { MINUTE, openRefundShop } from "../testing/test-refund-shop.ts";

const shop = await openRefundShop(addSimulators);
const HOUR = 60 * MINUTE;

test("MA67 refunds of one payment leave a minute apart, over processes; those of others do not wait", async () => {
  const [payment, other] = [await shop.paid("wechat", 3), await shop.paid("wechat")];
  for (const amountFen of [100, 200, 300]) await shop.request(payment, { amountFen });
  await shop.request(other);
  const beside = shop.beside();
  const work = () => Promise.all([shop.refunds.work(), beside.work()]);
  await work();
  expect(await shop.atChannel(payment)).toHaveLength(1);
  expect(await shop.atChannel(other)).toHaveLength(1);
  // We do not even ask, so that the channel has nothing to refuse.
  expect(await shop.states(payment)).toEqual(["sent", "due", "due"]);
  shop.wait(58_000);
  await work();
  expect(await shop.atChannel(payment)).toHaveLength(1);
  shop.wait(3_000);
  await work();
  expect(await shop.atChannel(payment)).toHaveLength(2);
  shop.wait(61_000);
  await work();
  beside.close();
  await shop.finish(payment);
  expect(await shop.states(payment)).toEqual(["success", "success", "success"]);
  expect((await shop.stored(payment)).every(({ problem }) => problem === "")).toBe(true);
});

test("MA67 a channel takes 50 refunds of a payment: the last one carries the rest", async () => {
  const payment = await shop.paid("wechat", 53);
  for (let unit = 1; unit <= 53; unit++) {
    await shop.request(payment, { amountFen: 9_900 });
    shop.wait(61_000);
    await shop.refunds.work();
  }
  await shop.finish(payment);
  expect(await shop.states(payment)).toEqual(Array.from({ length: 53 }, () => "success"));
  const refunds = await shop.atChannel(payment);
  expect(refunds).toHaveLength(50);
  expect(refunds.at(-1)?.refundFen).toBe(4 * 9_900);
  expect(await shop.sums(payment)).toMatchObject({
    refunding: 0,
    refunded: payment.paidFen,
    ledger: { channel: 0, order: 0 },
  });
  expect(shop.done).toHaveLength(53);
});

test("MA67 the 51st refund of a payment is an operator's, when the last one has left after a day", async () => {
  const payment = await shop.paid("wechat", 60);
  for (let unit = 1; unit <= 50; unit++) {
    await shop.request(payment, { amountFen: 100 });
    shop.wait(61_000);
    await shop.refunds.work();
  }
  expect(await shop.atChannel(payment)).toHaveLength(49);
  shop.wait(24 * HOUR);
  await shop.finish(payment);
  expect(await shop.atChannel(payment)).toHaveLength(50);
  const refundId = await shop.request(payment, { amountFen: 100 });
  await shop.refunds.work();
  expect(await shop.refunds.desk.find(refundId)).toMatchObject({ state: "closed", problem: "tooMany" });
  const operator = { id: "ops-1", host: "test" };
  expect(await shop.refunds.desk.settleOffline(refundId, "BANK-0009", operator)).toBe("done");
  expect(await shop.sums(payment)).toMatchObject({ refunding: 0, refunded: 5_100 });
});

test("MA94 the second operator is another one; two of them approve once", async () => {
  const payment = await shop.paid("wechat", 40);
  const { desk } = shop.refunds;
  const refundId = await shop.request(payment, { amountFen: 200_001, askedBy: "ops-1" });
  await shop.refunds.work();
  expect(await shop.atChannel(payment)).toEqual([]);
  expect(await desk.approve(refundId, { id: "ops-1", host: "test" })).toBe("ownRequest");
  expect(await desk.retry(refundId, { id: "ops-2", host: "test" })).toBe("state");
  const approved = await Promise.all(
    ["ops-2", "ops-3"].map((id) => desk.approve(refundId, { id, host: "test" })),
  );
  expect(approved.toSorted()).toEqual(["done", "state"]);
  expect(await desk.approve("1", { id: "ops-2", host: "test" })).toBe("notFound");
  await shop.finish(payment);
  expect(await shop.states(payment)).toEqual(["success"]);
});
