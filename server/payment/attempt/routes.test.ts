import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { cancelOrder } from "#contract/order/order.ts";
import { paymentHosts, paymentWays, showPayment } from "#contract/payment/payment.ts";
import { addSimulators } from "../../../simulator/index.ts";
import { MINUTE, NOON, openPayShop, type PayShop } from "../test-pay-shop.ts";

let shop: PayShop;
beforeAll(async () => {
  shop = await openPayShop(addSimulators);
});
afterAll(() => shop.app.close());
beforeEach(async () => {
  shop.app.context.clock.set(NOON);
  await shop.setFaults();
});
const OFFICIAL = "wx6d61727175650001";
/** Links a person to the official account. */
async function link(userId: string, isVirtual = false): Promise<string> {
  const appId = shop.app.context.config.wechat?.appId ?? OFFICIAL;
  const openId = `o${userId}`;
  await sql`insert into wechat_identity (app_id, open_id, union_id, is_virtual, user_id, created_time, seen_time)
    values (${appId}, ${openId}, null, ${isVirtual}, ${userId}, now(), now())`.execute(shop.db);
  return openId;
}
const status = (order: { orderId: string; token: string }) =>
  shop.app.call(showPayment, { id: order.orderId }, { token: order.token });

test("MA40 each host has its cashier, and PAY_HOST where there is none", async () => {
  const found: Record<string, string> = {};
  for (const host of paymentHosts)
    for (const way of paymentWays) {
      const order = await shop.order();
      await link(order.userId);
      const { code, data } = await shop.start(order, way, host);
      const parts = Object.keys(data ?? {}).filter((key) => !["paymentId", "way", "expiresIn"].includes(key));
      found[`${host} ${way}`] = code === "00" ? parts.join() : code;
    }
  expect(found).toEqual({
    "wechat wechat": "jsapi",
    "wechat alipay": "PAY_HOST",
    "wechatMini wechat": "page",
    "wechatMini alipay": "PAY_HOST",
    "alipayMini wechat": "PAY_HOST",
    "alipayMini alipay": "page",
    "app wechat": "page",
    "app alipay": "page",
    "otherMini wechat": "PAY_HOST",
    "otherMini alipay": "PAY_HOST",
    "phone wechat": "h5Url",
    "phone alipay": "formUrl",
    "desktop wechat": "codeUrl",
    "desktop alipay": "formUrl",
  });
});

test("MA39 in WeChat the openid is the official account's, or a silent authorisation comes first", async () => {
  const order = await shop.order();
  const first = await shop.start(order, "wechat", "wechat");
  expect(first.data).toMatchObject({ paymentId: null, expiresIn: 0 });
  const url = new URL(first.data.authorizeUrl ?? "");
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ scope: "snsapi_base", state: "pay" });
  const back = new URL(url.searchParams.get("redirect_uri") ?? "");
  expect(back.pathname).toBe("/official/redirect");
  expect(back.searchParams.get("url")).toMatch(new RegExp(`/mall/pay/${order.orderId}$`));
  // Nothing is begun before the payer is known, and a fictitious person is none.
  await link(order.userId, true);
  expect((await shop.start(order, "wechat", "wechat")).data.authorizeUrl).toBeDefined();
  expect(await shop.payments(order.orderId)).toEqual([]);
  expect((await shop.start(order, "wechat", "wechat", { code: "NOTACODE12345" })).code).toBe("01");

  await sql`delete from wechat_identity where user_id = ${order.userId}`.execute(shop.db);
  const openId = await link(order.userId);
  const { data } = await shop.start(order, "wechat", "wechat");
  expect(data.jsapi?.appId).toBe(shop.app.context.config.wechat?.appId);
  expect(await shop.trades(order)).toMatchObject([
    { payer: openId, appId: data.jsapi?.appId, state: "open" },
  ]);
});

test("MA39 MA40 the page of a mini-program pays with its own account and openid", async () => {
  const order = await shop.order();
  const before = await shop.start(order, "wechat", "wechatMini");
  expect(before.data.page).toEqual({ name: "/pages/pay/index", params: { orderId: order.orderId } });
  const { data } = await shop.start(order, "wechat", "wechatMini", { openId: "oMini_0123456789" });
  expect(data.jsapi?.appId).toBe(shop.app.context.config.brand.miniProgramAppId);
  expect(await shop.trades(order)).toMatchObject([{ payer: "oMini_0123456789" }]);
});

test("MA41 an app without the pay page: the browser's way closes the app's attempt first", async () => {
  const order = await shop.order();
  const app = await shop.start(order, "wechat", "app");
  expect(app.data.page).toMatchObject({ name: "pay", params: { outTradeNo: `${order.orderNo}_1` } });
  const phone = await shop.start(order, "wechat", "phone");
  expect(phone.data.h5Url).toContain("redirect_url=");
  expect((await shop.trades(order)).map(({ state, scene }) => [state, scene])).toEqual([
    ["closed", "app"],
    ["open", "h5"],
  ]);
});

test("MA51 another way closes the first attempt before a second is open; the same way is the same attempt", async () => {
  const order = await shop.order();
  await shop.start(order, "wechat");
  await shop.start(order, "wechat");
  expect(await shop.trades(order)).toHaveLength(1);
  const { data } = await shop.start(order, "alipay");
  expect(await shop.trades(order)).toMatchObject([{ state: "closed" }]);
  expect(await shop.payments(order.orderId)).toMatchObject([
    { state: "closed", way: "wechat", out_trade_no: `${order.orderNo}_1` },
    { state: "open", way: "alipay", out_trade_no: `${order.orderNo}_2` },
  ]);
  // Confirmed in Alipay's cashier, so Alipay closes it.
  await shop.openCashier(data.formUrl);
  await shop.act(`${order.orderNo}_2`, "later");
  expect((await shop.start(order, "wechat")).code).toBe("00");
  expect((await shop.trades(order)).map(({ state }) => state)).toEqual(["closed", "closed", "open"]);
});

test("MA51 MA58 while the first way's state is unknown no second is begun", async () => {
  const order = await shop.order();
  await shop.start(order, "wechat");
  await shop.setFaults(
    { channel: "wechat", at: "close", how: "down", times: 9 },
    { channel: "wechat", at: "query", how: "down", times: 9 },
  );
  expect((await shop.start(order, "alipay")).code).toBe("PAY_DOWN");
  expect(await shop.payments(order.orderId)).toHaveLength(1);
  await shop.setFaults({ channel: "wechat", at: "prepare", how: "down", times: 9 });
  const other = await shop.order();
  expect((await shop.start(other, "wechat")).code).toBe("PAY_DOWN");
  expect((await shop.start(other, "wechat")).code).toBe("PAY_DOWN");
  await shop.setFaults();
  expect((await shop.start(other, "wechat")).code).toBe("00");
  expect(await shop.trades(other)).toHaveLength(1);
});

test("MA56 a close that is accepted for an unknown number is not believed while a preparation may be on its way", async () => {
  const order = await shop.order();
  await shop.setFaults({ channel: "wechat", at: "prepare", how: "down", times: 1 });
  await shop.start(order, "wechat");
  const { orderId, token } = order;
  await shop.app.call(cancelOrder, { id: orderId }, { token });
  expect(await shop.orderState(orderId)).toMatchObject({ state: "closing" });
  shop.wait(25_000);
  await shop.app.modules.orders.workDeadlines();
  expect(await shop.orderState(orderId)).toMatchObject({ state: "cancelled" });
});

test("MA49 MA50 a hundred questions ask the channel once in 3 s, and no return makes an order paid", async () => {
  const order = await shop.order();
  await shop.start(order, "wechat");
  // The first question uses it up: a second one would find the payment.
  await shop.setFaults(
    { channel: "wechat", at: "query", how: "forged" },
    { channel: "wechat", at: "notice", how: "lost" },
  );
  await shop.act(`${order.orderNo}_1`, "pay");
  const answers = await Promise.all(Array.from({ length: 100 }, () => status(order)));
  expect(new Set(answers.map(({ data }) => data?.state))).toEqual(new Set(["waiting"]));
  shop.wait(1_000);
  expect((await status(order)).data).toEqual({ state: "waiting", orderState: "pending" });
  shop.wait(2_000);
  expect((await status(order)).data).toEqual({ state: "paid", orderState: "paid" });
});

test("MA18 another person's payment is not found", async () => {
  const [order, other] = [await shop.order(), await shop.order()];
  const foreign = { orderId: order.orderId, token: other.token };
  expect((await shop.start(foreign)).status).toBe(404);
  expect((await shop.start(foreign, "wechat", "wechat")).status).toBe(404);
  expect((await status(foreign)).status).toBe(404);
  expect(await shop.payments(order.orderId)).toEqual([]);
});

describe.each(["UTC", "Asia/Shanghai"])("TZ=%s", (zone) => {
  const before = process.env["TZ"];
  beforeAll(() => {
    process.env["TZ"] = zone;
  });
  afterAll(() => {
    if (before === undefined) delete process.env["TZ"];
    else process.env["TZ"] = before;
  });
  test.each(paymentWays)("MA57 the deadline of %s is the order's, to the second", async (way) => {
    expect(new Date(NOON).getHours()).toBe(zone === "UTC" ? 4 : 12);
    const [order, late] = [await shop.order(), await shop.order()];
    const { data } = await shop.start(order, way);
    if (way === "alipay") await shop.openCashier(data.formUrl);
    const [trade] = await shop.trades(order);
    expect(toShanghaiIso(trade?.timeExpire ?? 0)).toBe(toShanghaiIso(order.payBefore));
    // Within the last minute none is begun.
    shop.wait(29 * MINUTE + 10_000);
    expect((await shop.start(late, way)).code).toBe("ORDER_STATE");
  });
});
