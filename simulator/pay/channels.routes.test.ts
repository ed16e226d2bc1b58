import { describe, expect, test } from "vitest";
import { toShanghaiDate, toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { MINUTE, newNumber, NOON, openPayments } from "./test-payments.ts";

const payments = await openPayments();

describe.each(["wechat", "alipay"] as const)("%s", (way) => {
  const channel = () => payments.channelOf(way);

  test("MA42 prepare, pay, notice, query, refund and bill agree over HTTP", async () => {
    const outTradeNo = await payments.paid(way);
    await expect.poll(() => payments.noticesOf(outTradeNo)).toHaveLength(1);
    const trade = {
      outTradeNo,
      amountFen: 30_208,
      currency: "CNY",
      paidTime: Math.floor(payments.app.context.clock.now() / 1000) * 1000,
    };
    const [notice] = payments.noticesOf(outTradeNo);
    const expected = { ...trade, paidTime: expect.any(Number) };
    expect(notice).toMatchObject({
      kind: "paid",
      trade: { ...expected, merchantId: channel().merchantId },
    });
    const query = await channel().query(outTradeNo);
    expect(query).toMatchObject({ state: "paid", isRefunded: false, trade: expected });
    if (query.state !== "paid") throw new Error("not paid");
    expect(Math.abs(query.trade.paidTime - trade.paidTime)).toBeLessThan(10_000);

    const request = { outTradeNo, totalFen: 30_208, reason: "不想要了" };
    const first = { ...request, outRefundNo: `${outTradeNo}_r1`, refundFen: 8_171 };
    const begun = await channel().refund(first);
    expect(begun).toMatchObject({ state: way === "wechat" ? "processing" : "success" });
    payments.app.context.clock.set(NOON + 2 * MINUTE);
    await expect
      .poll(() => channel().queryRefund(first))
      .toMatchObject({ state: "success", refund: { refundFen: 8_171, outRefundNo: first.outRefundNo } });
    await expect
      .poll(() => payments.noticesOf(outTradeNo).map(({ kind }) => kind))
      .toEqual(["paid", "refunded"]);
    const rest = { ...request, outRefundNo: `${outTradeNo}_r2`, refundFen: 22_037 };
    await channel().refund(rest);
    payments.app.context.clock.set(NOON + 4 * MINUTE);
    await expect.poll(() => channel().queryRefund(rest)).toMatchObject({ state: "success" });
    expect(await channel().query(outTradeNo)).toMatchObject({ state: "paid", isRefunded: true });

    const day = toShanghaiDate(NOON);
    expect(await channel().bill(day)).toEqual({ state: "notYet" });
    payments.app.context.clock.set(Date.parse(`${day}T10:30:00+08:00`) + 86_400_000);
    const bill = await channel().bill(day);
    if (bill.state !== "ready") throw new Error(bill.state);
    const rows = bill.rows.filter((row) => row.outTradeNo === outTradeNo);
    expect(rows.map(({ kind, amountFen, outRefundNo }) => [kind, amountFen, outRefundNo])).toEqual([
      ["payment", 30_208, null],
      ["refund", 8_171, first.outRefundNo],
      ["refund", 22_037, rest.outRefundNo],
    ]);
    expect(rows[0]).toMatchObject({ feeFen: 181, channelNo: query.trade.channelNo });
    expect(rows.every(({ time }) => toShanghaiDate(time) === day)).toBe(true);
    expect(await channel().bill("2027-03-07")).toEqual({ state: "none" });
  });

  test("MA57 the deadline is the one of the first preparation, to the second", async () => {
    const outTradeNo = await payments.prepare(way);
    const deadline = NOON + 30 * MINUTE;
    const seconds = (time: number | undefined): string => toShanghaiIso(time ?? 0);
    const stored = await payments.tradeOf(outTradeNo);
    expect(Math.abs((stored?.timeExpire ?? 0) - deadline)).toBeLessThan(10_000);
    payments.app.context.clock.set(NOON + 20 * MINUTE);
    await payments.prepare(way, 30_208, outTradeNo);
    expect(seconds((await payments.tradeOf(outTradeNo))?.timeExpire)).toBe(seconds(stored?.timeExpire));
    // Later than the deadline nobody can pay, and the trade is not closed by that.
    payments.app.context.clock.set(NOON + 31 * MINUTE);
    await payments.act(outTradeNo, "pay");
    expect(await channel().query(outTradeNo)).toEqual({ state: way === "wechat" ? "open" : "unknown" });
  });

  test("MA53 a closed payment cannot be paid, and a paid one cannot be closed", async () => {
    const closed = await payments.prepare(way);
    expect(await channel().query(closed)).toEqual({ state: way === "alipay" ? "unknown" : "open" });
    await payments.act(closed, "later");
    expect(await channel().query(closed)).toEqual({ state: "open" });
    expect(await channel().close(closed)).toEqual({ state: "accepted" });
    expect(await channel().query(closed)).toEqual({ state: "closed" });
    await payments.act(closed, "pay");
    expect(await channel().query(closed)).toEqual({ state: "closed" });
    expect(await channel().close(await payments.paid(way))).toEqual({ state: "paid" });
  });

  test("MA56 closing an unknown number says nothing: the query does", async () => {
    const nobody = newNumber();
    expect(await channel().close(nobody)).toEqual({ state: way === "wechat" ? "accepted" : "unknown" });
    expect(await channel().query(nobody)).toEqual({ state: "unknown" });
  });

  test("MA54 paid while it is being closed", async () => {
    const outTradeNo = await payments.prepare(way);
    await payments.setFaults({ channel: way, at: "close", how: "paidWhileClosing" });
    expect(await channel().close(outTradeNo)).toEqual({ state: "paid" });
    expect(await channel().query(outTradeNo)).toMatchObject({ state: "paid" });
  });

  test.each(["down", "lost"])("MA58 a channel that is %s is silent at each step", async (how) => {
    const outTradeNo = await payments.paid(way);
    const refund = {
      outTradeNo,
      outRefundNo: `${outTradeNo}_r`,
      refundFen: 1,
      totalFen: 30_208,
      reason: "x",
    };
    const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
      ["query", () => channel().query(outTradeNo)],
      ["close", () => channel().close(outTradeNo)],
      ["refund", () => channel().refund(refund)],
      ["query", () => channel().queryRefund(refund)],
    ];
    for (const [at, step] of steps) {
      await payments.setFaults({ channel: way, at, how });
      await expect(step()).rejects.toMatchObject({ name: "ChannelSilent" });
    }
    // A request whose answer was lost had its effect, and a request that was not received had none.
    expect(await channel().queryRefund(refund)).toMatchObject(
      how === "lost" ? { refund: { refundFen: 1 } } : { state: "unknown" },
    );
  });

  test("MA43 an answer under another key is refused", async () => {
    const outTradeNo = await payments.paid(way);
    await payments.setFaults({ channel: way, at: "query", how: "forged" });
    await expect(channel().query(outTradeNo)).rejects.toMatchObject({ name: "ChannelForged" });
    expect(await channel().query(outTradeNo)).toMatchObject({ state: "paid" });
  });

  test("MA66 a repeated refund is one refund, also when its answer was lost", async () => {
    const outTradeNo = await payments.paid(way);
    const refund = {
      outTradeNo,
      outRefundNo: `${outTradeNo}_r`,
      refundFen: 200,
      totalFen: 30_208,
      reason: "",
    };
    await payments.setFaults({ channel: way, at: "refund", how: "lost" });
    await expect(channel().refund(refund)).rejects.toMatchObject({ name: "ChannelSilent" });
    await channel().refund(refund);
    expect((await payments.tradeOf(outTradeNo))?.refunds).toHaveLength(1);
    const other = await channel().refund({ ...refund, refundFen: 300 });
    expect(other).toMatchObject({ state: "refused" });
  });

  test("MA68 a refund without a balance", async () => {
    const outTradeNo = await payments.paid(way);
    const refund = {
      outTradeNo,
      outRefundNo: `${outTradeNo}_r`,
      refundFen: 200,
      totalFen: 30_208,
      reason: "",
    };
    await payments.setFaults({ channel: way, at: "refund", how: "noBalance" });
    expect(await channel().refund(refund)).toEqual({ state: "noBalance" });
    expect(await channel().queryRefund(refund)).toEqual({ state: "unknown" });
    expect(await channel().refund({ ...refund, refundFen: 30_209 })).toMatchObject({ state: "refused" });
  });

  test("MA48 notices that are lost, twice, forged or not stored", async () => {
    await payments.setFaults({ channel: way, at: "notice", how: "lost" });
    const lost = await payments.paid(way);
    await payments.setFaults({ channel: way, at: "notice", how: "twice" });
    const twice = await payments.paid(way);
    await expect.poll(() => payments.noticesOf(twice)).toHaveLength(2);
    expect(payments.noticesOf(lost)).toEqual([]);
    expect(await channel().query(lost)).toMatchObject({ state: "paid" });

    payments.receiver.notices.length = 0;
    await payments.setFaults({ channel: way, at: "notice", how: "forged" });
    const forged = await payments.paid(way);
    await expect.poll(() => payments.receiver.notices).toEqual([{ kind: "refused", reason: "signature" }]);
    // The true one comes by the channel's plan.
    payments.app.context.clock.set(NOON + 5 * MINUTE);
    await expect.poll(() => payments.noticesOf(forged)).toHaveLength(1);

    payments.receiver.outcome = "failed";
    const failed = await payments.paid(way);
    await expect.poll(() => payments.noticesOf(failed)).toHaveLength(1);
    payments.receiver.outcome = "stored";
    payments.app.context.clock.set(payments.app.context.clock.now() + 5 * MINUTE);
    await expect.poll(() => payments.noticesOf(failed)).toHaveLength(2);
  });

  test("MA47 another amount is reported as it is", async () => {
    await payments.setFaults(
      { channel: way, at: "notice", how: "otherAmount" },
      { channel: way, at: "query", how: "otherAmount" },
    );
    const outTradeNo = await payments.paid(way);
    await expect.poll(() => payments.noticesOf(outTradeNo)).toMatchObject([{ trade: { amountFen: 30_207 } }]);
    expect(await channel().query(outTradeNo)).toMatchObject({ trade: { amountFen: 30_207 } });
  });

  test("MA92 a bill whose link has expired, whose file is another one, or that is not there", async () => {
    const day = "2027-05-01";
    payments.app.context.clock.set(Date.parse(`${day}T09:00:00+08:00`));
    const outTradeNo = await payments.paid(way, 500);
    payments.app.context.clock.set(Date.parse("2027-05-02T11:00:00+08:00"));
    for (const how of ["lost", "forged"]) {
      await payments.setFaults({ channel: way, at: "bill", how, times: 2 });
      expect(await channel().bill(day)).toMatchObject({ state: "ready", rows: [{ outTradeNo }] });
      await payments.setFaults({ channel: way, at: "bill", how, times: 100 });
      await expect(channel().bill(day)).rejects.toMatchObject({ name: "BillDamaged" });
    }
    await payments.setFaults({ channel: way, at: "bill", how: "down" });
    await expect(channel().bill(day)).rejects.toMatchObject({ name: "ChannelSilent" });
    await payments.setFaults({ channel: way, at: "bill", how: "rowWrong" });
    expect(await channel().bill(day)).toMatchObject({ rows: [{ outTradeNo, amountFen: 501 }] });
    await payments.setFaults({ channel: way, at: "bill", how: "rowMissing" });
    expect(await channel().bill(day)).toEqual({ state: "ready", rows: [] });
  });
});
