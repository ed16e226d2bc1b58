import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { showOrder } from "#contract/order/order.ts";
import { showPayment } from "#contract/payment/payment.ts";
import { desktop, launch } from "../testing/chromium.ts";
import { contractClient } from "../testing/contract-client.ts";
import { addShanghaiAddress, findProduct, placeOrderOf, productFilters } from "../testing/mall.ts";
import { actOnTrade, tradesOf } from "../testing/payments.ts";
import { newPerson, openVisitAs, type LoggedInPerson } from "../testing/people.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let skuId: string;
beforeAll(async () => {
  browser = await launch();
  skuId = (await findProduct(origin, productFilters.plain)).skus[0]?.skuId ?? "";
});
afterAll(() => browser.close());

const callOf = ({ token }: LoggedInPerson) => contractClient(origin, { token });
async function personWithOrder(): Promise<{ person: LoggedInPerson; orderId: string; orderNo: string }> {
  const person = await newPerson(origin);
  await addShanghaiAddress(origin, person.token);
  return { person, ...(await placeOrderOf(origin, person.token, skuId)) };
}
const stateOf = async (person: LoggedInPerson, id: string) => (await callOf(person)(showOrder, { id })).state;

const payButton = (page: Page, way: string) => page.getByRole("button", { name: new RegExp(`^${way} ¥`) });
/** Opens an order's pay page and goes on to Alipay's cashier. */
async function toAlipay(page: Page, orderId: string): Promise<void> {
  await openAppPage(page, `${app}mall/pay/${orderId}`);
  await page.getByRole("radio", { name: "支付宝" }).check();
  await payButton(page, "支付宝").click();
  await onCashier(page);
}
const onCashier = (page: Page) => page.waitForURL("**/sim/pay/cashier*");

test("MA40 MA49 on a phone by Alipay: cashier, back, paid, and the order follows", async () => {
  const { person, orderId } = await personWithOrder();
  const { context, page } = await openVisitAs(browser, origin, person);
  await toAlipay(page, orderId);
  await page.getByRole("button", { name: "确认支付" }).click();
  await page.waitForURL(`**/mall/pay/${orderId}*`);
  await page.getByText("付款成功").waitFor();
  await page.getByRole("link", { name: "查看订单" }).click();
  await page.waitForURL(`**/mall/order/${orderId}`);
  await page.getByRole("heading", { name: "待发货" }).waitFor();
  expect(await callOf(person)(showOrder, { id: orderId })).toMatchObject({ state: "paid", way: "alipay" });
  await context.close();
});

test("MA49 a return from the cashier without a payment is not one: the page offers to go on", async () => {
  const { person, orderId } = await personWithOrder();
  const { context, page } = await openVisitAs(browser, origin, person);
  await toAlipay(page, orderId);
  await page.getByRole("button", { name: "稍后再付" }).click();
  await page.waitForURL(`**/mall/pay/${orderId}*`);
  await page.getByText("应付金额").waitFor();
  expect(await page.getByText("付款成功").count()).toBe(0);
  // The address of a payment that succeeded proves nothing either.
  await openAppPage(page, `${app}mall/pay/${orderId}?result=success&trade_status=TRADE_SUCCESS`);
  await page.getByText("应付金额").waitFor();
  expect(await stateOf(person, orderId)).toBe("pending");
  expect(await callOf(person)(showPayment, { id: orderId })).toMatchObject({ state: "waiting" });
  await context.close();
});

test("MA40 on a computer a QR code is scanned, and the page follows by itself", async () => {
  const { person, orderId, orderNo } = await personWithOrder();
  const { context, page } = await openVisitAs(browser, origin, person, desktop);
  await openAppPage(page, `${app}mall/pay/${orderId}`);
  await payButton(page, "微信支付").click();
  await page.getByRole("img", { name: "微信付款二维码" }).waitFor();
  expect(await page.getByText("付款成功").count()).toBe(0);
  const [trade] = await tradesOf(origin, orderNo);
  await actOnTrade(origin, trade?.outTradeNo ?? "", "pay");
  await page.getByText("付款成功").waitFor();
  expect(await stateOf(person, orderId)).toBe("paid");
  await context.close();
});

test("MA51 MA106 another way in a second tab closes the first attempt, and both tabs tell the truth", async () => {
  const { person, orderId, orderNo } = await personWithOrder();
  const { context, page } = await openVisitAs(browser, origin, person, desktop);
  await openAppPage(page, `${app}mall/pay/${orderId}`);
  await payButton(page, "微信支付").click();
  await page.getByRole("img", { name: "微信付款二维码" }).waitFor();
  const other = await context.newPage();
  await openAppPage(other, `${app}mall/pay/${orderId}`);
  await other.getByRole("radio", { name: "支付宝" }).check();
  await payButton(other, "支付宝").click();
  await onCashier(other);
  await other.getByRole("button", { name: "确认支付" }).click();
  await other.getByText("付款成功").waitFor();
  await page.getByText("付款成功").waitFor();
  const trades = await tradesOf(origin, orderNo);
  expect(trades.map(({ channel, state }) => `${channel} ${state}`).toSorted()).toEqual([
    "alipay paid",
    "wechat closed",
  ]);
  await context.close();
});
