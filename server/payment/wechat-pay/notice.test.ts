import { expect, test } from "vitest";
import { Aes } from "wechatpay-axios-plugin";
import {
  CERTIFICATE_SERIAL,
  fakeWechatPay,
  NOW,
  PUBLIC_KEY_ID,
  signedHeaders,
  V3_KEY,
} from "./test-wechat-pay.ts";

const { channel } = await fakeWechatPay();
const transaction = {
  mchid: "1230000109",
  appid: "wxd678efh567hg6787",
  out_trade_no: "M27030812345678_1",
  transaction_id: "4200000000202703081234567890",
  trade_state: "SUCCESS",
  success_time: "2027-03-08T12:34:50+08:00",
  amount: { total: 30_208, payer_total: 30_000, currency: "CNY" },
  payer: { openid: "oUpF8uMuAJO_M2pxb1Q9zNjWeS6o" },
};
const refund = {
  mchid: "1230000109",
  out_trade_no: "M27030812345678_1",
  transaction_id: "4200000000202703081234567890",
  out_refund_no: "R27030812345678_1",
  refund_id: "50000000382019052709732678859",
  refund_status: "SUCCESS",
  success_time: "2027-03-08T12:34:50+08:00",
  amount: { total: 30_208, refund: 8_171, payer_total: 30_208, payer_refund: 8_171 },
};
/** A notice made with the other library's functions. */
function noticeOf(
  content: object,
  {
    type = "TRANSACTION.SUCCESS",
    key = V3_KEY,
    associated = "transaction",
    signed,
  }: { type?: string; key?: string; associated?: string; signed?: string } = {},
): string {
  const nonce = "fdasflkja484";
  return JSON.stringify({
    id: "EV-2018022511223320873",
    create_time: "2027-03-08T12:34:56+08:00",
    event_type: type,
    resource_type: "encrypt-resource",
    resource: {
      algorithm: "AEAD_AES_256_GCM",
      original_type: associated,
      ciphertext: Aes.AesGcm.encrypt(JSON.stringify(content), key as never, nonce, associated),
      nonce,
      associated_data: signed ?? associated,
    },
  });
}
const read = (text: string, headers = signedHeaders(text)) =>
  channel.readNotice({ headers, body: Buffer.from(text) });

const genuine = noticeOf(transaction);
test("MA44 a payment's notice is read", () => {
  expect(read(genuine)).toEqual({
    kind: "paid",
    noticeId: "EV-2018022511223320873",
    trade: {
      outTradeNo: "M27030812345678_1",
      channelNo: "4200000000202703081234567890",
      amountFen: 30_208,
      currency: "CNY",
      merchantId: "1230000109",
      appId: "wxd678efh567hg6787",
      payer: "oUpF8uMuAJO_M2pxb1Q9zNjWeS6o",
      paidTime: Date.parse("2027-03-08T12:34:50+08:00"),
    },
  });
});

test.each([
  ["REFUND.SUCCESS", "refunded"],
  ["REFUND.ABNORMAL", "refundAbnormal"],
  ["REFUND.CLOSED", "refundClosed"],
])("MA44 a notice of %s is read", (type, kind) => {
  expect(read(noticeOf(refund, { type, associated: "refund" }))).toMatchObject({
    kind,
    merchantId: "1230000109",
    refund: { outRefundNo: "R27030812345678_1", refundFen: 8_171, channelNo: refund.refund_id },
  });
});
test("an event of another product is acknowledged without an effect", () => {
  expect(read(noticeOf(transaction, { type: "COUPON.USE" }))).toMatchObject({ kind: "ignored" });
});

test("MA45 both keys are taken, each by its own name alone", () => {
  expect(read(genuine, signedHeaders(genuine, "certificate"))).toMatchObject({ kind: "paid" });
  const swapped = { ...signedHeaders(genuine, "certificate"), "wechatpay-serial": PUBLIC_KEY_ID };
  expect(read(genuine, swapped)).toEqual({ kind: "refused", reason: "signature" });
  const back = { ...signedHeaders(genuine), "wechatpay-serial": CERTIFICATE_SERIAL };
  expect(read(genuine, back)).toEqual({ kind: "refused", reason: "signature" });
});

const headers = signedHeaders(genuine);
const without = (name: string) => Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
const otherAmount = noticeOf({ ...transaction, amount: { total: 1, currency: "CNY" } });
const noJson = "{";
const oldShape = noticeOf({ out_trade_no: "M27030812345678_1" });
const testSignature = `WECHATPAY/SIGNTEST/${headers["wechatpay-signature"] ?? ""}`;
test.each<[string, string, Record<string, string>, string]>([
  ["another body under the signature", otherAmount, headers, "signature"],
  ["a byte more", `${genuine} `, headers, "signature"],
  ["the same JSON with other spaces", JSON.stringify(JSON.parse(genuine), null, 1), headers, "signature"],
  ["a stranger's key", genuine, signedHeaders(genuine, "stranger"), "signature"],
  ["a key that nobody knows", genuine, { ...headers, "wechatpay-serial": "PUB_KEY_ID_9" }, "unknown key"],
  ["no signature", genuine, without("wechatpay-signature"), "unsigned"],
  ["no time", genuine, without("wechatpay-timestamp"), "unsigned"],
  ["another nonce", genuine, { ...headers, "wechatpay-nonce": "a" }, "signature"],
  ["a time of 6 minutes ago", genuine, signedHeaders(genuine, "platform", NOW - 360_000), "time"],
  ["a time in 6 minutes", genuine, signedHeaders(genuine, "platform", NOW + 360_000), "time"],
  [
    "a later time than the signed one",
    genuine,
    { ...headers, "wechatpay-timestamp": String(NOW / 1000 + 60) },
    "signature",
  ],
  [
    "WeChat's test of verification",
    genuine,
    { ...headers, "wechatpay-signature": testSignature },
    "test signature",
  ],
  ["no JSON", noJson, signedHeaders(noJson), "malformed"],
  ["another shape inside", oldShape, signedHeaders(oldShape), "malformed"],
])("MA44 a notice with %s is refused", (_name, text, given, reason) => {
  expect(read(text, given)).toEqual({ kind: "refused", reason });
});
test.each([
  ["another APIv3 key", noticeOf(transaction, { key: "f".repeat(32) })],
  ["other associated data", noticeOf(transaction, { signed: "refund" })],
])("MA44 a notice with %s does not decrypt", (_name, text) => {
  expect(read(text)).toEqual({ kind: "refused", reason: "decryption" });
});

test("a notice is answered by its status first", () => {
  expect(channel.answerNotice("stored")).toMatchObject({ status: 200 });
  expect(channel.answerNotice("refused")).toMatchObject({
    status: 401,
    body: '{"code":"FAIL","message":"refused"}',
  });
  expect(channel.answerNotice("failed")).toMatchObject({ status: 500 });
});
