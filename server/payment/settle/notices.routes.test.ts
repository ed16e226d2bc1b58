import { createCipheriv, createPrivateKey, randomUUID, sign } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cancelOrder } from "#contract/order/order.ts";
import { noticePaths } from "#contract/payment/notices.ts";
import type { SimulatedMerchant } from "../../core/simulated-merchant.ts";
import { TEST_URL_PREFIXES } from "../../testing/request.ts";
import { addSimulators } from "../../../simulator/index.ts";
import { NOON, openPayShop, type PayShop, type ShopOrder } from "../test-pay-shop.ts";

let shop: PayShop;
/** Another process of the same installation. */
let other: PayShop;
beforeAll(async () => {
  shop = await openPayShop(addSimulators);
  other = await openPayShop(addSimulators, { DATA_DIR: shop.app.context.config.dataDir }, shop.app);
});
afterAll(async () => {
  await other.app.close();
  await shop.app.close();
});
beforeEach(async () => {
  for (const { app } of [shop, other]) app.context.clock.set(NOON);
  // Only what a test sends itself.
  await shop.setFaults(
    { channel: "wechat", at: "notice", how: "lost", times: 1000 },
    { channel: "alipay", at: "notice", how: "lost", times: 1000 },
  );
});

type Notice = { readonly headers: Record<string, string>; readonly body: string };
const merchantOf = (): SimulatedMerchant => {
  const merchant = shop.app.modules.payments.simulated();
  if (merchant === null) throw new Error("no simulated merchant");
  return merchant;
};
const transactionOf = (order: ShopOrder, over: object = {}) => ({
  appid: shop.app.context.config.wechat?.appId,
  mchid: merchantOf().mchid,
  out_trade_no: `${order.orderNo}_1`,
  transaction_id: `4200${order.orderNo.slice(1)}`,
  trade_state: "SUCCESS",
  success_time: "2027-03-08T12:00:05+08:00",
  amount: { total: 9_900, payer_total: 9_900, currency: "CNY" },
  payer: { openid: "oUpF8uMuAJO" },
  ...over,
});
const bodyOf = (content: object, { v3Key = merchantOf().keys.v3Key, resource = {} } = {}): string =>
  JSON.stringify({
    id: randomUUID(),
    create_time: "2027-03-08T12:00:05+08:00",
    event_type: "TRANSACTION.SUCCESS",
    resource_type: "encrypt-resource",
    resource: { ...encryptResource(content, v3Key), ...resource },
  });
/** Encrypts the content of a notice as WeChat documents it. */
function encryptResource(content: object, v3Key: string): object {
  const nonce = "fdasflkja484";
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(v3Key), Buffer.from(nonce));
  cipher.setAAD(Buffer.from("transaction"));
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()]);
  return {
    algorithm: "AEAD_AES_256_GCM",
    original_type: "transaction",
    ciphertext: Buffer.concat([encrypted, cipher.getAuthTag()]).toString("base64"),
    nonce,
    associated_data: "transaction",
  };
}
/** Signs a notice under WeChat's public key, its platform certificate, or a forger's key. */
function signed(body: string, now = NOON, key: "publicKey" | "certificate" | "forger" = "publicKey"): Notice {
  const { keys, publicKeyId, certificateSerial } = merchantOf();
  const [timestamp, nonce] = [String(Math.floor(now / 1000)), randomUUID().replaceAll("-", "")];
  const pem = { publicKey: keys.wechatPublicKey, certificate: keys.wechatCertificate, forger: keys.alipay }[
    key
  ];
  const text = Buffer.from(`${timestamp}\n${nonce}\n${body}\n`);
  return {
    body,
    headers: {
      "content-type": "application/json",
      "wechatpay-timestamp": timestamp,
      "wechatpay-nonce": nonce,
      "wechatpay-serial": key === "certificate" ? certificateSerial : publicKeyId,
      "wechatpay-signature": sign("sha256", text, createPrivateKey(pem)).toString("base64"),
    },
  };
}
async function send({ headers, body }: Notice, to: PayShop = shop, path: string = noticePaths.wechat) {
  const url = TEST_URL_PREFIXES.api + path;
  const answer = await to.app.app.inject({ method: "POST", url, headers, payload: body });
  return { status: answer.statusCode, body: answer.body };
}
async function startedOrder(): Promise<ShopOrder> {
  const order = await shop.order();
  expect((await shop.start(order)).code).toBe("00");
  return order;
}

test("MA44 twelve changed notices of WeChat are refused and change nothing", async () => {
  const order = await startedOrder();
  const body = bodyOf(transactionOf(order));
  const good = signed(body);
  const withHeaders = (headers: Record<string, string>): Notice => ({
    body,
    headers: { ...good.headers, ...headers },
  });
  const without = (name: string): Notice => ({
    body,
    headers: Object.fromEntries(Object.entries(good.headers).filter(([key]) => key !== name)),
  });
  const mutants: Record<string, Notice> = {
    "another signature": signed(body, NOON, "forger"),
    "no signature": without("wechatpay-signature"),
    "an unknown key": withHeaders({ "wechatpay-serial": "PUB_KEY_ID_0119999999992026000000000000" }),
    "the other key's name": withHeaders({ "wechatpay-serial": merchantOf().certificateSerial }),
    "a time of six minutes ago": signed(body, NOON - 360_000),
    "another time": withHeaders({ "wechatpay-timestamp": String(NOON / 1000 + 1) }),
    "another nonce": withHeaders({ "wechatpay-nonce": "0".repeat(32) }),
    "another body": { ...good, body: body.replace("TRANSACTION.SUCCESS", "TRANSACTION.success") },
    "a space more": { ...good, body: `${body} ` },
    "other associated data": signed(
      bodyOf(transactionOf(order), { resource: { associated_data: "refund" } }),
    ),
    "another APIv3 key": signed(bodyOf(transactionOf(order), { v3Key: "0".repeat(32) })),
    "a signature test": withHeaders({ "wechatpay-signature": "WECHATPAY/SIGNTEST/abcdefgh" }),
  };
  for (const [name, notice] of Object.entries(mutants)) {
    const answer = await send(notice);
    expect([name, answer.status]).toEqual([name, 401]);
    expect(JSON.parse(answer.body)).toMatchObject({ code: "FAIL" });
  }
  expect(await shop.orderState(order.orderId)).toEqual({ state: "pending", paid_fen: 0 });
  expect(await shop.differences(`${order.orderNo}_1`)).toEqual([]);
  const { rows } = await sql`select from payment_notice where out_trade_no = ${`${order.orderNo}_1`}`.execute(
    shop.db,
  );
  expect(rows).toEqual([]);
  expect(await send(good)).toEqual({ status: 200, body: '{"code":"SUCCESS","message":""}' });
  expect(await shop.orderState(order.orderId)).toEqual({ state: "paid", paid_fen: 9_900 });
});

test("MA44 changed notices of Alipay are refused, and the genuine one is acknowledged with exactly success", async () => {
  const order = await shop.order();
  await shop.start(order, "alipay");
  const { keys, alipayAppId, sellerId } = merchantOf();
  const parameters = (over: Record<string, string> = {}, key = keys.alipay): URLSearchParams => {
    const values: Record<string, string> = {
      notify_id: randomUUID(),
      trade_status: "TRADE_SUCCESS",
      app_id: alipayAppId,
      seller_id: sellerId,
      out_trade_no: `${order.orderNo}_1`,
      trade_no: "2027030822001",
      total_amount: "99.00",
      gmt_payment: "2027-03-08 12:00:05",
      ...over,
    };
    const names = Object.keys(values).toSorted();
    const text = names.map((name) => `${name}=${values[name]}`).join("&");
    const signature = sign("sha256", Buffer.from(text), createPrivateKey(key)).toString("base64");
    return new URLSearchParams({ ...values, sign: signature, sign_type: "RSA2" });
  };
  const notice = (form: URLSearchParams | string): Notice => ({
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: String(form),
  });
  const changed = parameters();
  changed.set("total_amount", "0.01");
  const unsigned = parameters();
  unsigned.delete("sign");
  const mutants = [
    changed,
    unsigned,
    parameters({}, keys.wechatPublicKey),
    `${parameters().toString()}&out_trade_no=x`,
    "{}",
  ];
  for (const mutant of mutants)
    expect(await send(notice(mutant), shop, noticePaths.alipay)).toEqual({ status: 401, body: "failure" });
  expect(await shop.orderState(order.orderId)).toMatchObject({ state: "pending" });
  const answer = await send(notice(parameters()), shop, noticePaths.alipay);
  expect(answer).toEqual({ status: 200, body: "success" });
  expect(await shop.orderState(order.orderId)).toMatchObject({ state: "paid" });
});

test("MA45 both keys of a change are taken", async () => {
  for (const key of ["certificate", "publicKey"] as const) {
    const order = await startedOrder();
    const notice = signed(bodyOf(transactionOf(order)), NOON, key);
    expect((await send(notice)).status).toBe(200);
    expect(await shop.orderState(order.orderId)).toMatchObject({ state: "paid" });
  }
});

test("MA46 the same notice 50 times at once on two processes: one payment, one transaction of the ledger", async () => {
  const order = await startedOrder();
  const notice = signed(bodyOf(transactionOf(order)));
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_none, at) => send(notice, at % 2 === 0 ? shop : other)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await shop.ledger(order.orderId)).toEqual({ channel: 9_900, order: -9_900, transactions: 1 });
  expect(await shop.orderState(order.orderId)).toEqual({ state: "paid", paid_fen: 9_900 });
  expect(await shop.refunds(order.orderId)).toEqual([]);
  const { rows } =
    await sql`select from order_event where order_id = ${order.orderId} and to_state = 'paid'`.execute(
      shop.db,
    );
  expect(rows).toHaveLength(1);
});

test.each([
  ["amount", { amount: { total: 9_899, currency: "CNY" } }, "amount"],
  ["amount in dollars", { amount: { total: 9_900, currency: "USD" } }, "currency"],
  ["merchant", { mchid: "1900000001" }, "merchant"],
  ["appid", { appid: "wx0000000000000000" }, "appid"],
])("MA47 another %s is a difference, acknowledged, and sells nothing", async (_name, over, details) => {
  const order = await startedOrder();
  expect((await send(signed(bodyOf(transactionOf(order, over))))).status).toBe(200);
  expect(await shop.differences(`${order.orderNo}_1`)).toMatchObject([{ details }]);
  expect(await shop.orderState(order.orderId)).toEqual({ state: "pending", paid_fen: 0 });
  expect(await shop.ledger(order.orderId)).toEqual({ transactions: 0 });
});

test("MA47 an unknown number is one difference, however often it comes", async () => {
  const order = await shop.order();
  const notice = signed(bodyOf(transactionOf(order, { out_trade_no: `${order.orderNo}_9` })));
  await Promise.all([send(notice), send(notice, other)]);
  expect(await shop.differences(`${order.orderNo}_9`)).toEqual([
    { kind: "notice", details: "unknown number" },
  ]);
});

test("MA55 paid and cancelled at once, many times: paid and refunded, or cancelled and refunded as a surplus; never between", async () => {
  const orders = await Promise.all(Array.from({ length: 12 }, () => startedOrder()));
  await Promise.all(
    orders.flatMap((order, at) => [
      send(signed(bodyOf(transactionOf(order))), at % 2 === 0 ? shop : other),
      (at % 3 === 0 ? shop : other).app.call(cancelOrder, { id: order.orderId }, { token: order.token }),
    ]),
  );
  for (const order of orders) {
    const { state, paid_fen } = await shop.orderState(order.orderId);
    const refunds = await shop.refunds(order.orderId);
    const reserved = await shop.reserved(order.skuId);
    expect([
      { state: "paid", paid_fen: 9_900, refunds: [], reserved: 1 },
      { state: "refunded", paid_fen: 9_900, refunds: [{ cause: "closed", amount_fen: 9_900 }], reserved: 0 },
      { state: "cancelled", paid_fen: 0, refunds: [{ cause: "surplus", amount_fen: 9_900 }], reserved: 0 },
    ]).toContainEqual({ state, paid_fen, refunds, reserved });
    const ledger = await shop.ledger(order.orderId);
    expect((ledger["channel"] ?? 0) + (ledger["order"] ?? 0) + (ledger["suspense"] ?? 0)).toBe(0);
  }
});

test("MA102 a notice that could not be stored is not acknowledged", async () => {
  const order = await startedOrder();
  const notice = signed(bodyOf(transactionOf(order)));
  await sql`alter table ledger_entry add constraint refused check (order_id <> ${sql.lit(order.orderId)})`.execute(
    shop.db,
  );
  expect((await send(notice)).status).toBe(500);
  expect(await shop.orderState(order.orderId)).toEqual({ state: "pending", paid_fen: 0 });
  await sql`alter table ledger_entry drop constraint refused`.execute(shop.db);
  expect((await send(notice)).status).toBe(200);
  expect(await shop.orderState(order.orderId)).toMatchObject({ state: "paid" });
});

test("other methods and media types of the notice addresses are refused or judged by their signature", async () => {
  const url = TEST_URL_PREFIXES.api + noticePaths.wechat;
  expect((await shop.app.app.inject({ method: "GET", url })).statusCode).toBe(405);
  for (const type of ["text/plain", "application/xml", "image/png"])
    expect((await send({ headers: { "content-type": type }, body: "{}" })).status).toBe(401);
});
