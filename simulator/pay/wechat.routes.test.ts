import { expect, test } from "vitest";
import { testApp } from "../../server/testing/app.ts";
import { addSimulators } from "../index.ts";
import { MINUTE, NOON, openPayments } from "./test-payments.ts";

const payments = await openPayments();

test("MA67 WeChat's refunds are a minute apart, and 50 at most", async () => {
  const channel = payments.channelOf("wechat");
  const outTradeNo = await payments.paid("wechat");
  const refund = (n: number) =>
    channel.refund({
      outTradeNo,
      outRefundNo: `${outTradeNo}_${n}`,
      refundFen: 1,
      totalFen: 30_208,
      reason: "",
    });
  expect(await refund(1)).toMatchObject({ state: "processing" });
  expect(await refund(99)).toEqual({ state: "tooSoon" });
  for (let n = 2; n <= 50; n++) {
    payments.app.context.clock.set(NOON + n * 61_000);
    expect(await refund(n)).toMatchObject({ state: "processing" });
  }
  payments.app.context.clock.set(NOON + 60 * 61_000);
  expect(await refund(51)).toMatchObject({ state: "refused" });
});

test("MA68 an abnormal refund is reported by WeChat's notice", async () => {
  const outTradeNo = await payments.paid("wechat");
  await payments.setFaults({ channel: "wechat", at: "refund", how: "abnormal" });
  const refund = { outTradeNo, outRefundNo: `${outTradeNo}_r`, refundFen: 200, totalFen: 30_208, reason: "" };
  expect(await payments.channelOf("wechat").refund(refund)).toMatchObject({ state: "abnormal" });
  await expect.poll(() => payments.noticesOf(outTradeNo).map(({ kind }) => kind)).toContain("refundAbnormal");
});

test("MA45 notices come under the platform certificate and under the public key", async () => {
  payments.receiver.serials.clear();
  const { publicKeyId = "", certificateSerial = "" } = payments.app.modules.payments.simulated() ?? {};
  const numbers: string[] = [];
  for (let count = 0; count < 24; count++) numbers.push(await payments.paid("wechat", 10 ** (count % 6)));
  await expect
    .poll(() => numbers.filter((number) => payments.noticesOf(number).length === 1))
    .toEqual(numbers);
  expect(payments.receiver.serials).toEqual(new Set([publicKeyId, certificateSerial]));
});

test("a restarted simulator still has its trades, and sends what it had not sent", async () => {
  payments.receiver.outcome = "failed";
  const outTradeNo = await payments.paid("wechat");
  await expect.poll(() => payments.noticesOf(outTradeNo)).toHaveLength(1);
  payments.receiver.outcome = "stored";
  const { dataDir, apiBase } = payments.app.context.config;
  const restarted = await testApp({
    beside: payments.app,
    extend: addSimulators,
    settings: { SIMULATORS: "1", DATA_DIR: dataDir, API_BASE: apiBase ?? undefined },
  });
  restarted.context.clock.set(NOON + 5 * MINUTE);
  await restarted.listen();
  await expect.poll(() => payments.noticesOf(outTradeNo)).toHaveLength(2);
  const channel = restarted.modules.payments.of("wechat");
  expect(await channel?.query(outTradeNo)).toMatchObject({ state: "paid" });
  await restarted.close();
});
