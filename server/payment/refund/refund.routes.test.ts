import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { addSimulators } from "../../../simulator/index.ts";
import { addSamplePayment } from "../../testing/samples/paid-order.ts";
import { MINUTE, openRefundShop } from "../testing/test-refund-shop.ts";

const shop = await openRefundShop(addSimulators);
const HOUR = 60 * MINUTE;
describe.each(["wechat", "alipay"] as const)("%s", (way) => {
  test("MA65 MA90 a refund ends once: payment, order, ledger and news agree", async () => {
    const payment = await shop.paid(way);
    const refundId = await shop.request(payment);
    expect(await shop.sums(payment)).toMatchObject({ refunding: 4_000, refunded: 0, ofOrder: 0 });
    const other = shop.beside();
    await Promise.all([shop.refunds.work(), other.work()]);
    await Promise.all([shop.finish(payment), other.work()]);
    other.close();
    expect(await shop.states(payment)).toEqual(["success"]);
    expect(await shop.atChannel(payment)).toMatchObject([{ refundFen: 4_000, status: "success" }]);
    const sums = {
      refunding: 0,
      refunded: 4_000,
      ofOrder: 4_000,
      state: "paid",
      ledger: { channel: 5_900, order: -5_900 },
    };
    expect(await shop.sums(payment)).toEqual(sums);
    expect(await shop.count("mall_news", payment.orderId)).toBe(1);
    // The notice comes afterwards, twice: nothing changes.
    const [stored] = await shop.stored(payment);
    const refund = {
      outTradeNo: payment.outTradeNo,
      outRefundNo: stored?.out_refund_no ?? "",
      channelNo: null,
      refundFen: 4_000,
      refundTime: shop.now().getTime(),
    };
    const notice = { kind: "refunded", noticeId: "n", refund, merchantId: null } as const;
    await Promise.all([
      shop.refunds.applyRefundEvent(way, notice),
      shop.refunds.applyRefundEvent(way, notice),
    ]);
    expect(await shop.sums(payment)).toEqual(sums);
    expect(stored?.refund_id).toBe(refundId);
    const { rows } = await sql`
      select kind, channel from payment_notice
      where out_trade_no = ${payment.outTradeNo} and notice_id = 'n'`.execute(shop.db);
    expect(rows).toEqual([{ kind: "refunded", channel: way }]);
  });

  test("MA66 a refund whose answer was lost is asked about first, and is one at the channel", async () => {
    const payment = await shop.paid(way);
    await shop.request(payment);
    await shop.setFaults({ channel: way, at: "refund", how: "lost" });
    await shop.refunds.work();
    expect(await shop.stored(payment)).toMatchObject([{ state: "sent", problem: "silent", tries: 1 }]);
    await shop.finish(payment);
    expect(await shop.states(payment)).toEqual(["success"]);
    expect(await shop.atChannel(payment)).toHaveLength(1);
  });

  test("MA66 a request that never arrived is sent again under its number; a process that died does not keep it", async () => {
    const payment = await shop.paid(way);
    await shop.request(payment);
    await shop.setFaults({ channel: way, at: "refund", how: "down" });
    await shop.refunds.work();
    expect(await shop.atChannel(payment)).toEqual([]);
    // Killed before it wrote the outcome: the lease ends.
    await sql`update refund set leased_until = ${new Date(shop.now().getTime() + MINUTE)}, due_time = ${shop.now()}
      where payment_id = ${payment.paymentId}`.execute(shop.db);
    await shop.refunds.work();
    expect(await shop.atChannel(payment)).toEqual([]);
    shop.wait(2 * MINUTE);
    await shop.finish(payment);
    const [stored] = await shop.stored(payment);
    expect(stored?.state).toBe("success");
    expect(await shop.atChannel(payment)).toMatchObject([{ outRefundNo: stored?.out_refund_no }]);
  });

  test("MA68 without a balance it is tried each hour, and shown to operators meanwhile", async () => {
    const payment = await shop.paid(way);
    const refundId = await shop.request(payment);
    await shop.setFaults({ channel: way, at: "refund", how: "noBalance", times: 2 });
    await shop.refunds.work();
    expect(
      (await shop.refunds.desk.listOpen()).map((entry) => [entry.refundId, entry.problem]),
    ).toContainEqual([refundId, "noBalance"]);
    shop.wait(59 * MINUTE);
    await shop.refunds.work();
    expect(await shop.stored(payment)).toMatchObject([{ tries: 1 }]);
    shop.wait(2 * MINUTE);
    await shop.refunds.work();
    expect(await shop.stored(payment)).toMatchObject([{ tries: 2, problem: "noBalance" }]);
    // The money is there now, and an operator does not wait for the hour.
    expect(await shop.refunds.desk.retry(refundId, { id: "ops-1", host: "test" })).toBe("done");
    await shop.finish(payment);
    expect(await shop.states(payment)).toEqual(["success"]);
    expect((await shop.refunds.desk.listOpen()).map((entry) => entry.refundId)).not.toContain(refundId);
  });

  test("MA68 an operator pays back outside the channel, which is asked first", async () => {
    const operator = { id: "ops-2", host: "test" };
    const payment = await shop.paid(way);
    const refundId = await shop.request(payment);
    expect(await shop.refunds.desk.settleOffline(refundId, "BANK-0001", operator)).toBe("state");
    await shop.setFaults({ channel: way, at: "refund", how: "abnormal" });
    await shop.refunds.work();
    await expect(shop.refunds.desk.settleOffline(refundId, "..", operator)).rejects.toThrow(RangeError);
    await shop.setFaults({ channel: way, at: "query", how: "down" });
    expect(await shop.refunds.desk.settleOffline(refundId, "BANK-0001", operator)).toBe("silent");
    const both = await Promise.all([
      shop.refunds.desk.settleOffline(refundId, "BANK-0001", operator),
      shop.refunds.desk.settleOffline(refundId, "BANK-0002", operator),
    ]);
    expect(both.toSorted()).toEqual(["done", "state"]);
    expect(await shop.sums(payment)).toMatchObject({
      refunding: 0,
      refunded: 4_000,
      ledger: { channel: 9_900, offline: -4_000, order: -5_900 },
    });
    const { rows } = await sql`
      select action, actor_id from audit_entry where about_id = ${refundId}`.execute(shop.db);
    expect(rows).toEqual([{ action: "refund.settle", actor_id: "ops-2" }]);
    shop.wait(2 * HOUR);
    await shop.refunds.work();
    expect(await shop.atChannel(payment)).toMatchObject([{ status: "abnormal" }]);
  });

  test("MA68 what the channel has refunded cannot be paid back outside of it", async () => {
    const payment = await shop.paid(way);
    const refundId = await shop.request(payment);
    await shop.setFaults({ channel: way, at: "refund", how: "lost" });
    await shop.refunds.work();
    shop.wait(2 * MINUTE);
    const outcome = await shop.refunds.desk.settleOffline(refundId, "BANK-0003", { id: "o", host: "test" });
    expect(["refunded", "processing"]).toContain(outcome);
    await shop.finish(payment);
    expect(await shop.sums(payment)).toMatchObject({ refunded: 4_000, ledger: { channel: 5_900 } });
  });
});

test("MA68 an abnormal refund is asked about each hour, and ends when the channel has it right", async () => {
  const payment = await shop.paid("wechat");
  await shop.request(payment);
  await shop.setFaults({ channel: "wechat", at: "refund", how: "abnormal" });
  await shop.refunds.work();
  expect(await shop.stored(payment)).toMatchObject([{ state: "abnormal", problem: "abnormal" }]);
  shop.wait(61 * MINUTE);
  await shop.refunds.work();
  const [stored] = await shop.stored(payment);
  expect(stored).toMatchObject({ state: "abnormal", tries: 2 });
  const refund = {
    outTradeNo: payment.outTradeNo,
    outRefundNo: stored?.out_refund_no ?? "",
    channelNo: "50300",
    refundFen: 4_000,
    refundTime: shop.now().getTime(),
  };
  const merchantId = shop.app.modules.payments.of("wechat")?.merchantId ?? null;
  await shop.refunds.applyRefundEvent("wechat", { kind: "refunded", noticeId: "n1", refund, merchantId });
  expect(await shop.states(payment)).toEqual(["success"]);
});

test("MA68 a notice of closing stops the refund until an operator acts; one with another sum is a difference", async () => {
  const payment = await shop.paid("wechat");
  const refundId = await shop.request(payment);
  await shop.refunds.work();
  const [stored] = await shop.stored(payment);
  const refund = {
    outTradeNo: payment.outTradeNo,
    outRefundNo: stored?.out_refund_no ?? "",
    channelNo: null,
    refundFen: 4_001,
    refundTime: null,
  };
  const event = { noticeId: "n2", refund, merchantId: null };
  await shop.refunds.applyRefundEvent("wechat", { ...event, kind: "refunded" });
  await shop.refunds.applyRefundEvent("wechat", { ...event, kind: "refunded" });
  await shop.refunds.applyRefundEvent("wechat", {
    ...event,
    kind: "refunded",
    refund: { ...refund, outRefundNo: "M1_1_x" },
  });
  const { rows } = await sql`
    select kind, number, ours_fen, theirs_fen from difference where number in (${refund.outRefundNo}, 'M1_1_x')
    order by kind`.execute(shop.db);
  expect(rows).toEqual([
    { kind: "amount", number: refund.outRefundNo, ours_fen: -4_000, theirs_fen: -4_001 },
    { kind: "notice", number: "M1_1_x", ours_fen: null, theirs_fen: -4_001 },
  ]);
  expect(await shop.states(payment)).toEqual(["sent"]);
  await shop.refunds.applyRefundEvent("wechat", {
    ...event,
    kind: "refundClosed",
    refund: { ...refund, refundFen: 4_000 },
  });
  shop.wait(3 * HOUR);
  await shop.refunds.work();
  expect(await shop.stored(payment)).toMatchObject([{ state: "closed", tries: 1 }]);
  expect(await shop.refunds.desk.retry(refundId, { id: "ops-1", host: "test" })).toBe("done");
  await shop.finish(payment);
  expect(await shop.states(payment)).toEqual(["success"]);
});

test("MA90 a refund after the order is done is taken from revenue; a surplus from suspense, and not from the order", async () => {
  const payment = await shop.paid("wechat");
  await sql`
    insert into ledger_entry (txn_id, account, fen, order_id, at)
    select 'done ' || ${payment.orderId}::text, account, fen, ${payment.orderId}, ${shop.now()}::timestamptz
    from (values ('order', 7000), ('revenue', -7000)) as n(account, fen)`.execute(shop.db);
  await shop.request(payment, { amountFen: 4_000 });
  await shop.finish(payment);
  // 2,900 were still owed to the order: the rest had been earned.
  expect(await shop.sums(payment)).toMatchObject({ ledger: { channel: 5_900, order: 0, revenue: -5_900 } });
  const second = await addSamplePayment(shop.app, payment.orderId, {
    paidFen: 9_900,
    attempt: 2,
    isSurplus: true,
  });
  await shop.payAt("wechat", second.outTradeNo, 9_900);
  const { paymentId } = second;
  await shop.request(payment, { paymentId, amountFen: 9_900, cause: "surplus", causeId: paymentId });
  await shop.finish({ ...payment, ...second });
  expect(await shop.sums({ ...payment, ...second })).toMatchObject({
    refunded: 9_900,
    ofOrder: 4_000,
    ledger: { channel: 5_900, suspense: 0 },
  });
});
