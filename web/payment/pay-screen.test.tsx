import "../ui/styles/test-base-styles.ts";
import "../ui/styles/content.module.css";
import "../ui/styles/frame.module.css";
import "../ui/styles/controls.module.css";
import "./payment.module.css";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { OrderDetail } from "#contract/order/order.ts";
import { setSite } from "../platform/environment/site.ts";
import { currentSession } from "../platform/session/session.ts";
import { fakeServer, type FakeEnvelope } from "../platform/testing/fake-server.ts";
import { siteForTests } from "../platform/testing/test-site.ts";
import { show, violations } from "../ui/testing/show.tsx";
import { PayContent } from "./pay-screen.tsx";

const inMinutes = (count: number): string => new Date(Date.now() + count * 60_000).toISOString();
const orderOf = (over: Partial<OrderDetail> = {}): OrderDetail => ({
  orderId: "7",
  orderNo: "M26112712345678",
  state: "pending",
  stateText: "待付款",
  delivery: "express",
  lines: [],
  payableFen: 30_208,
  refundedFen: 0,
  payBefore: inMinutes(29),
  createdTime: inMinutes(-1),
  actions: ["pay", "cancel"],
  money: { goodsFen: 30_208, freightFen: 0, couponFen: 0, freightCouponFen: 0, payableFen: 30_208 },
  paidFen: 0,
  address: null,
  dealer: null,
  pickupCode: null,
  remark: "",
  way: null,
  timeline: [],
  shipments: [],
  afterSales: [],
  refunds: [],
  receiveBefore: null,
  serverTime: inMinutes(0),
  ...over,
});
const ok = (data: unknown): FakeEnvelope => ({ code: "00", data });

/** Serves an order and the states of its payment, one after the other; the last one stays. */
function serve(order: OrderDetail, states: readonly FakeEnvelope[], start: FakeEnvelope = ok(null)) {
  const left = [...states];
  return fakeServer(({ url }) => {
    if (url.pathname.includes("order/detail")) return ok(order);
    if (url.pathname.includes("pay/status")) return (left.length > 1 ? left.shift() : left[0]) ?? null;
    if (url.pathname.includes("pay/start")) return start;
    return ok(null);
  });
}
const status = (state: string, orderState: string = "pending") => ok({ state, orderState });

beforeEach(() => {
  setSite(siteForTests);
  localStorage.clear();
  currentSession.save({
    accessToken: "token",
    userInfo: { openId: "o", mobile: "13800138000", nickname: "n", avatar: null, vip: false, owner: false },
  } as Parameters<typeof currentSession.save>[0]);
});
afterEach(() => {
  vi.restoreAllMocks();
  currentSession.clear();
});

test("MA49 the amount, the time left and the ways; a QR code is not a payment, the server's state is", async () => {
  const started = ok({ paymentId: "1", way: "wechat", codeUrl: "weixin://wxpay/1", expiresIn: 600 });
  const requests = serve(orderOf(), [status("waiting"), status("waiting"), status("paid", "paid")], started);
  show(<PayContent orderId="7" />);
  await expect.element(page.getByText("请在", { exact: false })).toBeVisible();
  await expect.element(page.getByRole("radio", { name: "微信支付" })).toBeChecked();
  await page.getByRole("button", { name: "微信支付 ¥302.08" }).click();
  await expect.element(page.getByRole("img", { name: "微信付款二维码" })).toBeVisible();
  expect(requests.filter(({ name }) => name === "start")[0]?.body).toMatchObject({
    orderId: "7",
    way: "wechat",
  });
  await expect.element(page.getByText("付款成功"), { timeout: 15_000 }).toBeVisible();
  expect(await violations()).toEqual([]);
});

test("MA106 an order that was paid elsewhere shows its result, and no way to pay", async () => {
  serve(orderOf({ state: "paid" }), [status("paid", "paid")]);
  show(<PayContent orderId="7" />);
  await expect.element(page.getByText("付款成功")).toBeVisible();
  expect(page.getByRole("radio").elements()).toEqual([]);
  await expect.element(page.getByRole("link", { name: "查看订单" })).toHaveAttribute("href", "/mall/order/7");
});

test.each([
  ["cancelled", status("closed", "cancelled"), "订单已关闭"],
  ["refunded", status("closed", "refunded"), "订单已关闭"],
  ["closing", status("waiting", "closing"), "订单取消中"],
] as const)("MA106 an order that is %s cannot be paid here", async (state, answer, text) => {
  serve(orderOf({ state }), [answer]);
  show(<PayContent orderId="7" />);
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  expect(page.getByRole("radio").elements()).toEqual([]);
  expect(page.getByRole("button", { name: /¥|付款$/ }).elements()).toEqual([]);
  expect(await violations()).toEqual([]);
});

test("MA58 a channel that is away is said, and the other way stays open", async () => {
  serve(orderOf(), [status("waiting")], { code: "PAY_DOWN", message: "支付服务暂时不可用，请稍后重试" });
  show(<PayContent orderId="7" />);
  await page.getByRole("button", { name: "微信支付 ¥302.08" }).click();
  await expect.element(page.getByText("支付服务暂时不可用，可以换一种方式或稍后重试")).toBeVisible();
  await page.getByRole("radio", { name: "支付宝" }).click();
  await expect.element(page.getByRole("button", { name: "支付宝 ¥302.08" })).toBeEnabled();
});

test("an order that does not load says so and can be tried again", async () => {
  let isDown = true;
  fakeServer(({ url }) => {
    if (isDown) return null;
    return url.pathname.includes("order/detail") ? ok(orderOf()) : status("waiting");
  });
  show(<PayContent orderId="7" />);
  const again = page.getByRole("button", { name: "重试" });
  await expect.element(again).toBeVisible();
  isDown = false;
  await again.click();
  await expect.element(page.getByRole("button", { name: "微信支付 ¥302.08" })).toBeVisible();
});
