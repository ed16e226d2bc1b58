import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { AlipaySdk } from "alipay-sdk";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createAlipay } from "./alipay.ts";

const newKeys = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const [ours, theirs, stranger] = [newKeys(), newKeys(), newKeys()];
const bare = (key: KeyObject): string =>
  key
    .export({ type: key.type === "private" ? "pkcs8" : "spki", format: "pem" })
    .toString()
    .replace(/-----[^-]+-----|\n/g, "");
const APP_ID = "2021001234567890";
const SELLER_ID = "2088123456789012";
/** 8 March 2027, 12:34:56 in Shanghai. */
const NOW = Date.parse("2027-03-08T12:34:56+08:00");
const NUMBER = "M27030812345678_1";

/** The vendor's library with our public key in place of Alipay's: it verifies our requests. */
const verifierOfUs = new AlipaySdk({
  appId: APP_ID,
  keyType: "PKCS8",
  privateKey: bare(ours.privateKey),
  alipayPublicKey: bare(ours.publicKey),
});

const received: Record<string, string>[] = [];
let answer: { readonly text: string; readonly status?: number } = { text: "" };
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const query = new URL(request.url ?? "", "http://alipay").searchParams;
    const form = new URLSearchParams(Buffer.concat(parts).toString());
    received.push(Object.fromEntries([...query, ...form]));
    response.writeHead(answer.status ?? 200).end(answer.text);
  });
});
await new Promise<void>((resolve) => {
  server.listen(0, "127.0.0.1", resolve);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  received.length = 0;
});
const gateway = `http://127.0.0.1:${(server.address() as AddressInfo).port}/gateway.do`;
const account = {
  appId: APP_ID,
  sellerId: SELLER_ID,
  privateKey: ours.privateKey,
  publicKey: theirs.publicKey,
  gateway: () => gateway,
};
const channel = createAlipay(
  account,
  () => "https://m.example.com/n/alipay",
  () => NOW,
);

/** An answer of the gateway, signed over its raw text. */
function answerOf(method: string, content: object | string, key = theirs.privateKey): { text: string } {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const signature = sign("sha256", Buffer.from(text), key).toString("base64");
  return { text: `{"${method.replaceAll(".", "_")}_response":${text},"sign":"${signature}"}` };
}
const ok = (content: object): object => ({ code: "10000", msg: "Success", ...content });
const failed = (code: string): object => ({
  code: "40004",
  msg: "Business Failed",
  sub_code: code,
  sub_msg: "m",
});
const order = {
  outTradeNo: NUMBER,
  amountFen: 30_208,
  description: "随行杯/青岚=蓝&白",
  payBefore: Date.parse("2027-03-08T13:04:56+08:00"),
  appId: "2021009876543210",
  openId: "074a1CcTG1LelxKe4xQC0zgNdId0nxi95b5lsNpazWYoCo5",
  returnUrl: "https://m.example.com/mall/pay/1?a=1&b=2",
};
const isOurs = (parameters: Record<string, string>): boolean => verifierOfUs.checkNotifySignV2(parameters);

test.each(["wap", "page", "app"] as const)(
  "MA42 the vendor's library verifies the request of %s",
  async (scene) => {
    const result = await channel.prepare({ ...order, scene });
    if (result.state !== "prepared") throw new Error(result.state);
    const { entry } = result;
    const text = entry.kind === "form" ? entry.formUrl.split("?")[1] : "";
    const query = entry.kind === "orderString" ? entry.orderString : text;
    const parameters = Object.fromEntries(new URLSearchParams(query));
    expect(isOurs(parameters)).toBe(true);
    for (const name of Object.keys(parameters).filter((key) => !key.startsWith("sign")))
      expect([name, isOurs({ ...parameters, [name]: `${parameters[name] ?? ""}x` })]).toEqual([name, false]);
    expect(parameters).toMatchObject({
      timestamp: "2027-03-08 12:34:56",
      notify_url: "https://m.example.com/n/alipay",
      sign_type: "RSA2",
    });
    expect(JSON.parse(parameters["biz_content"] ?? "")).toMatchObject({
      out_trade_no: NUMBER,
      total_amount: "302.08",
      subject: "随行杯 青岚 蓝 白",
      time_expire: "2027-03-08 13:04:56",
    });
  },
);

test("MA42 a mini-program gets a trade of its own payer", async () => {
  answer = answerOf("alipay.trade.create", ok({ trade_no: "2027030822001", out_trade_no: NUMBER }));
  expect(await channel.prepare({ ...order, scene: "miniProgram" })).toEqual({
    state: "prepared",
    entry: { kind: "tradeNo", tradeNo: "2027030822001" },
  });
  const [request = {}] = received;
  expect(isOurs(request)).toBe(true);
  expect(JSON.parse(request["biz_content"] ?? "")).toMatchObject({
    buyer_open_id: order.openId,
    op_app_id: order.appId,
    product_code: "JSAPI_PAY",
  });
  expect(await channel.prepare({ ...order, scene: "jsapi" })).toMatchObject({ state: "refused" });
});

const query = "alipay.trade.query";
const trade = {
  out_trade_no: NUMBER,
  trade_no: "2027030822001",
  trade_status: "TRADE_SUCCESS",
  total_amount: "302.08",
  send_pay_date: "2027-03-08 12:40:00",
  buyer_open_id: order.openId,
};
test("a payment's state is the one that Alipay signed", async () => {
  answer = answerOf(query, ok(trade));
  expect(await channel.query(NUMBER)).toMatchObject({
    state: "paid",
    isRefunded: false,
    trade: { amountFen: 30_208, paidTime: Date.parse("2027-03-08T12:40:00+08:00"), payer: order.openId },
  });
  answer = answerOf(query, ok({ ...trade, trade_status: "TRADE_CLOSED" }));
  expect(await channel.query(NUMBER)).toMatchObject({ state: "paid", isRefunded: true });
  const { send_pay_date: _time, ...unpaid } = trade;
  answer = answerOf(query, ok({ ...unpaid, trade_status: "TRADE_CLOSED" }));
  expect(await channel.query(NUMBER)).toEqual({ state: "closed" });
  answer = answerOf(query, ok({ ...unpaid, trade_status: "WAIT_BUYER_PAY" }));
  expect(await channel.query(NUMBER)).toEqual({ state: "open" });
  answer = answerOf(query, failed("ACQ.TRADE_NOT_EXIST"));
  expect(await channel.query(NUMBER)).toEqual({ state: "unknown" });
  // Braces and quotes in a text do not end the signed object.
  answer = answerOf(query, JSON.stringify(ok({ ...trade, subject: '}"{,"sign":"a\\' })));
  expect(await channel.query(NUMBER)).toMatchObject({ state: "paid" });
});

const genuine = answerOf(query, ok(trade)).text;
test.each([
  ["under a stranger's key", answerOf(query, ok(trade), stranger.privateKey).text],
  ["without a signature", `{"alipay_trade_query_response":${JSON.stringify(ok(trade))}}`],
  ["with another amount", genuine.replace("302.08", "3.02")],
  ["of another method", answerOf("alipay.trade.close", ok(trade)).text],
  ["of another payment", answerOf(query, ok({ ...trade, out_trade_no: "M2_1" })).text],
  [
    "with a second object before the signed one",
    genuine.replace(
      "{",
      `{"alipay_trade_query_response":${JSON.stringify(ok({ ...trade, total_amount: "9.00" }))},`,
    ),
  ],
])("MA43 an answer %s is refused", async (_name, text) => {
  answer = { text };
  await expect(channel.query(NUMBER)).rejects.toMatchObject({ name: "ChannelForged" });
});
test.each<[string, { text: string; status?: number }]>([
  ["an error of Alipay", answerOf(query, { code: "20000", msg: "Service Currently Unavailable" })],
  ["a system error of the trade", answerOf(query, failed("ACQ.SYSTEM_ERROR"))],
  ["an unsigned error", { text: '{"error_response":{"code":"40002","sub_code":"isv.invalid-signature"}}' }],
  ["a proxy's page", { text: "<html>" }],
  ["status 503", { text: "", status: 503 }],
])("MA58 %s is as good as no answer", async (_name, given) => {
  answer = given;
  await expect(channel.query(NUMBER)).rejects.toMatchObject({ name: "ChannelSilent" });
});

const notice = {
  notify_time: "2027-03-08 12:40:01",
  notify_type: "trade_status_sync",
  notify_id: "2027030800222124001043001234567890",
  charset: "utf-8",
  version: "1.0",
  app_id: APP_ID,
  seller_id: SELLER_ID,
  out_trade_no: NUMBER,
  trade_no: "2027030822001",
  trade_status: "TRADE_SUCCESS",
  total_amount: "302.08",
  gmt_payment: "2027-03-08 12:40:00",
  subject: "随行杯 100% + 赠品",
  body: "",
};
type Form = Readonly<Record<string, string>>;
/** A notice as Alipay sends it, with `sign_type` in its signed text or, as usual, without. */
function formOf(
  parameters: Form,
  { isWithType = false, key = theirs.privateKey } = {},
): Record<string, string> {
  const signed = { ...parameters, ...(isWithType && { sign_type: "RSA2" }) } as Record<string, string>;
  const text = Object.keys(signed)
    .toSorted()
    .map((name) => `${name}=${signed[name] ?? ""}`)
    .join("&");
  return {
    ...parameters,
    sign_type: "RSA2",
    sign: sign("sha256", Buffer.from(text), key).toString("base64"),
  };
}
const read = (form: Record<string, string> | string) =>
  channel.readNotice({ headers: {}, body: Buffer.from(new URLSearchParams(form).toString()) });

test.each([false, true])("MA44 a notice is read, with sign_type in its text: %s", (isWithType) => {
  const form = formOf(notice, { isWithType });
  const vendors = new AlipaySdk({
    appId: APP_ID,
    keyType: "PKCS8",
    privateKey: bare(ours.privateKey),
    alipayPublicKey: bare(theirs.publicKey),
  });
  expect(vendors.checkNotifySignV2(form)).toBe(true);
  expect(read(form)).toMatchObject({
    kind: "paid",
    noticeId: notice.notify_id,
    trade: {
      outTradeNo: NUMBER,
      amountFen: 30_208,
      appId: APP_ID,
      merchantId: SELLER_ID,
      paidTime: Date.parse("2027-03-08T12:40:00+08:00"),
    },
  });
});
test("MA44 a refund's notice has the status of its trade, and the sum of all refunds", () => {
  const more = { refund_fee: "81.71", out_biz_no: "R1", gmt_refund: "2027-03-08 13:00:00.320" };
  expect(read(formOf({ ...notice, ...more }))).toEqual({
    kind: "refunded",
    noticeId: notice.notify_id,
    merchantId: SELLER_ID,
    refund: {
      outTradeNo: NUMBER,
      outRefundNo: "R1",
      channelNo: null,
      refundFen: null,
      refundTime: Date.parse("2027-03-08T13:00:00.320+08:00"),
    },
  });
  expect(read(formOf({ ...notice, trade_status: "TRADE_CLOSED" }))).toMatchObject({ kind: "ignored" });
  expect(read(formOf({ ...notice, trade_status: "WAIT_BUYER_PAY" }))).toMatchObject({ kind: "ignored" });
});
const form = formOf(notice);
const { sign: _sign, ...unsigned } = form;
test.each<[string, Record<string, string> | string, string]>([
  ["another amount", { ...form, total_amount: "0.01" }, "signature"],
  ["another number", { ...form, out_trade_no: "M27030812345679_1" }, "signature"],
  ["another status", { ...form, trade_status: "TRADE_FINISHED" }, "signature"],
  ["a parameter more", { ...form, refund_fee: "1.00" }, "signature"],
  [
    "a parameter less",
    Object.fromEntries(Object.entries(form).filter(([name]) => name !== "body")),
    "signature",
  ],
  ["a stranger's key", formOf(notice, { key: stranger.privateKey }), "signature"],
  ["our own key", formOf(notice, { key: ours.privateKey }), "signature"],
  ["the older kind of signature", { ...form, sign_type: "RSA" }, "signature"],
  ["no signature", unsigned, "unsigned"],
  ["a parameter twice", `${new URLSearchParams(form).toString()}&total_amount=0.01`, "malformed"],
  ["no number", formOf({ ...notice, out_trade_no: "" }), "malformed"],
  ["no amount", formOf({ ...notice, total_amount: "3e2" }), "malformed"],
])("MA44 a notice with %s is refused", (_name, given, reason) => {
  expect(read(given)).toEqual({ kind: "refused", reason });
});
test("a notice is acknowledged by exactly one word", () => {
  expect(channel.answerNotice("stored")).toMatchObject({ status: 200, body: "success" });
  expect(channel.answerNotice("failed")).toMatchObject({ status: 500, body: "failure" });
});
