import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { Formatter, Rsa } from "wechatpay-axios-plugin";
import {
  fakeWechatPay,
  merchantKeys,
  NOW,
  PUBLIC_KEY_ID,
  type FakeAnswer,
  type ReceivedRequest,
} from "./test-wechat-pay.ts";

const wechat = await fakeWechatPay();
const { channel, received, answers } = wechat;
beforeEach(() => {
  received.length = 0;
  answers.length = 0;
});

const NUMBER = "M27030812345678_1";
const order = {
  outTradeNo: NUMBER,
  amountFen: 30_208,
  description: "随行杯（青岚蓝）",
  payBefore: Date.parse("2027-03-08T13:04:56+08:00"),
  appId: "wxd678efh567hg6787",
  openId: "oUpF8uMuAJO_M2pxb1Q9zNjWeS6o",
};
const refund = { outTradeNo: NUMBER, outRefundNo: "R27030812345678_1", refundFen: 8_171, totalFen: 30_208 };
const paidBody = {
  mchid: "1230000109",
  appid: order.appId,
  out_trade_no: NUMBER,
  transaction_id: "4200000000202703081234567890",
  trade_state: "SUCCESS",
  success_time: "2027-03-08T12:35:10+08:00",
  amount: { total: 30_208, currency: "CNY", payer_total: 30_208 },
  payer: { openid: order.openId },
};
const refundBody = {
  out_trade_no: NUMBER,
  out_refund_no: refund.outRefundNo,
  refund_id: "50000000382019052709732678859",
  status: "SUCCESS",
  success_time: "2027-03-08T12:40:00+08:00",
  amount: { refund: 8_171, total: 30_208 },
};
const calls: readonly (readonly [string, () => Promise<unknown>, FakeAnswer])[] = [
  [
    "prepare",
    () => channel.prepare({ ...order, scene: "jsapi" }),
    { status: 200, body: { prepay_id: "wx201410272009395522657a690389285100" } },
  ],
  ["query", () => channel.query(NUMBER), { status: 200, body: paidBody }],
  ["close", () => channel.close(NUMBER), { status: 204 }],
  ["refund", () => channel.refund({ ...refund, reason: "退款" }), { status: 200, body: refundBody }],
  ["queryRefund", () => channel.queryRefund(refund), { status: 200, body: refundBody }],
];

/** Whether the other library accepts a request as the merchant's. */
function isAccepted({ method, url, body, headers }: ReceivedRequest): boolean {
  const values = Object.fromEntries(
    [...(headers["authorization"] ?? "").matchAll(/(\w+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
  const { timestamp = "", nonce_str: nonce = "", signature = "" } = values;
  return Rsa.verify(
    Formatter.request(method, url, timestamp, nonce, body),
    signature,
    merchantKeys.publicKey as never,
  );
}
const changeAt = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === "x" ? "y" : "x") + text.slice(at + 1);

test.each(calls)(
  "MA42 the other library verifies the request of %s, and no changed one",
  async (name, call, answer) => {
    answers.push(answer);
    await call();
    const [request] = received;
    if (!request) throw new Error("no request");
    expect(isAccepted(request)).toBe(true);
    expect(request.headers).toMatchObject({ accept: "application/json", "wechatpay-serial": PUBLIC_KEY_ID });
    fc.assert(
      fc.property(
        fc.nat(request.url.length - 1),
        (at) => !isAccepted({ ...request, url: changeAt(request.url, at) }),
      ),
      { numRuns: 20 },
    );
    expect(isAccepted({ ...request, url: `${request.url}&a=1` })).toBe(false);
    expect(isAccepted({ ...request, method: request.method === "GET" ? "POST" : "GET" })).toBe(false);
    expect(isAccepted({ ...request, body: `${request.body} ` })).toBe(false);
    expect(name).not.toBe("");
  },
);

test("MA57 a payment has the deadline to the second in +08:00, and no more of its text than fits", async () => {
  answers.push({ status: 200, body: { prepay_id: "wx1" } });
  await channel.prepare({ ...order, scene: "jsapi", description: "杯".repeat(50) });
  const body = JSON.parse(received[0]?.body ?? "") as { description: string };
  expect(body).toEqual({
    appid: order.appId,
    mchid: "1230000109",
    description: "杯".repeat(42),
    out_trade_no: NUMBER,
    time_expire: "2027-03-08T13:04:56+08:00",
    notify_url: "https://m.example.com/n/wechat",
    amount: { total: 30_208, currency: "CNY" },
    payer: { openid: order.openId },
  });
});

test("MA42 the browser's arguments are signed as WeChat's client verifies them", async () => {
  answers.push({ status: 200, body: { prepay_id: "wx201410272009395522657a690389285100" } });
  const result = await channel.prepare({ ...order, scene: "miniProgram" });
  if (result.state !== "prepared" || result.entry.kind !== "jsapi") throw new Error("not prepared");
  const { appId, timeStamp, nonceStr, package: packageText, paySign, signType } = result.entry.jsapi;
  expect([appId, packageText, signType]).toEqual([
    order.appId,
    "prepay_id=wx201410272009395522657a690389285100",
    "RSA",
  ]);
  const text = Formatter.joinedByLineFeed(appId, timeStamp, nonceStr, packageText);
  expect(Rsa.verify(text, paySign, merchantKeys.publicKey as never)).toBe(true);
  expect(received[0]?.url).toBe("/v3/pay/transactions/jsapi");
});

test("a browser on a phone gets H5 with the page to return to, a desktop a QR code, an app its fields", async () => {
  const h5Url = "https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=wx1&package=1037687096";
  answers.push({ status: 200, body: { h5_url: h5Url } });
  expect(
    await channel.prepare({
      ...order,
      scene: "h5",
      clientIp: "203.0.113.7",
      returnUrl: "https://a.cn/?b=1&c=2",
    }),
  ).toEqual({
    state: "prepared",
    entry: { kind: "h5", h5Url: `${h5Url}&redirect_url=https%3A%2F%2Fa.cn%2F%3Fb%3D1%26c%3D2` },
  });
  expect(received[0]?.body).toContain('"payer_client_ip":"203.0.113.7"');
  answers.push({ status: 200, body: { code_url: "weixin://wxpay/bizpayurl?pr=p4lpSuKzz" } });
  expect(await channel.prepare({ ...order, scene: "native" })).toEqual({
    state: "prepared",
    entry: { kind: "native", codeUrl: "weixin://wxpay/bizpayurl?pr=p4lpSuKzz" },
  });
  answers.push({ status: 200, body: { prepay_id: "wx1" } });
  const app = await channel.prepare({ ...order, scene: "app" });
  expect(app).toMatchObject({
    entry: { kind: "wechatApp", app: { partnerid: "1230000109", prepayid: "wx1", package: "Sign=WXPay" } },
  });
  expect(await channel.prepare({ ...order, scene: "wap" })).toMatchObject({ state: "refused" });
});

test("a payment's state is the one that WeChat signed", async () => {
  const states = { SUCCESS: "paid", REFUND: "paid", NOTPAY: "open", USERPAYING: "open", CLOSED: "closed" };
  for (const [trade_state, state] of Object.entries(states)) {
    answers.push({ status: 200, body: { ...paidBody, trade_state } });
    expect(await channel.query(NUMBER)).toMatchObject({ state });
  }
  expect(received[0]?.url).toBe(`/v3/pay/transactions/out-trade-no/${NUMBER}?mchid=1230000109`);
  answers.push({ status: 404, body: { code: "ORDER_NOT_EXIST", message: "订单不存在" } });
  expect(await channel.query(NUMBER)).toEqual({ state: "unknown" });
});

test.each<[string, FakeAnswer]>([
  ["without a signature", { status: 200, body: paidBody, signedBy: null }],
  ["under a stranger's key", { status: 200, body: paidBody, signedBy: "stranger" }],
  ["of an hour ago", { status: 200, body: paidBody, time: NOW - 3_600_000 }],
  ["of another payment", { status: 200, body: { ...paidBody, out_trade_no: "M27030812345679_1" } }],
  ["of another merchant", { status: 200, body: { ...paidBody, mchid: "1230000110" } }],
  [
    "that a payment is not known, under a stranger's key",
    { status: 404, body: { code: "ORDER_NOT_EXIST" }, signedBy: "stranger" },
  ],
])("MA43 an answer %s is refused", async (_name, answer) => {
  answers.push(answer);
  await expect(channel.query(NUMBER)).rejects.toMatchObject({ name: "ChannelForged" });
});

test.each<[string, FakeAnswer]>([
  ["an unsigned error", { status: 404, body: { code: "ORDER_NOT_EXIST" }, signedBy: null }],
  ["a wrong clock or key of ours", { status: 401, body: { code: "SIGN_ERROR" }, signedBy: null }],
  ["an error of WeChat", { status: 500, body: { code: "SYSTEM_ERROR", message: "" } }],
  ["too many requests", { status: 429, body: { code: "RATELIMIT_EXCEEDED", message: "" } }],
  ["another shape", { status: 200, body: { out_trade_no: NUMBER } }],
])("MA58 %s is as good as no answer", async (_name, answer) => {
  answers.push(answer);
  await expect(channel.query(NUMBER)).rejects.toMatchObject({ name: "ChannelSilent" });
});

test("MA58 the second host is asked once when the first does not answer", async () => {
  const channelOfTwo = wechat.channelWith({ bases: () => ["http://127.0.0.1:9/", wechat.base] });
  answers.push({ status: 200, body: paidBody });
  expect(await channelOfTwo.query(NUMBER)).toMatchObject({ state: "paid" });
  answers.push({ status: 500 }, { status: 502 }, { status: 200, body: paidBody });
  const twice = wechat.channelWith({ bases: () => [wechat.base, wechat.base] });
  await expect(twice.query(NUMBER)).rejects.toMatchObject({ name: "ChannelSilent" });
  expect(received).toHaveLength(3);
});

test("refunds are refused, delayed and repeated as WeChat says", async () => {
  const error = (status: number, code: string): FakeAnswer => ({ status, body: { code, message: "m" } });
  const ask = () => channel.refund({ ...refund, reason: "因".repeat(40) });
  answers.push(error(429, "FREQUENCY_LIMITED"));
  expect(await ask()).toEqual({ state: "tooSoon" });
  answers.push(error(403, "NOT_ENOUGH"));
  expect(await ask()).toEqual({ state: "noBalance" });
  answers.push(error(400, "INVALID_REQUEST"));
  expect(await ask()).toEqual({ state: "refused", code: "INVALID_REQUEST", message: "m" });
  for (const status of ["PROCESSING", "SUCCESS", "ABNORMAL", "CLOSED"]) {
    answers.push({ status: 200, body: { ...refundBody, status } });
    expect(await ask()).toMatchObject({ state: status.toLowerCase(), refund: { refundFen: 8_171 } });
  }
  expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({
    reason: "因".repeat(26),
    notify_url: "https://m.example.com/n/wechat-refund",
    amount: { refund: 8_171, total: 30_208, currency: "CNY" },
  });
  answers.push(error(404, "RESOURCE_NOT_EXISTS"));
  expect(await channel.queryRefund(refund)).toEqual({ state: "unknown" });
});
