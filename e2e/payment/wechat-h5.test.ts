import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { showOrder } from "#contract/order/order.ts";
import { userAgentOf } from "../../simulator/hosts/hosts.ts";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { launch, phone } from "../testing/chromium.ts";
import { contractClient } from "../testing/contract-client.ts";
import { addShanghaiAddress, findProduct, placeOrderOf, productFilters } from "../testing/mall.ts";
import { tradesOf } from "../testing/payments.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";

const origin = inject("origin");
const app = appAddress(origin);
/** Safari of an iPhone, as the lab simulates it. */
const iPhone = { ...phone, userAgent: userAgentOf("phone", demoBrand.appMarker) };
let browser: Browser;
let skuId: string;
beforeAll(async () => {
  browser = await launch();
  skuId = (await findProduct(origin, productFilters.plain)).skus[0]?.skuId ?? "";
});
afterAll(() => browser.close());

/** Opens the pay page of a new order in the iPhone's browser. */
async function openPayPage() {
  const person = await newPerson(origin);
  await addShanghaiAddress(origin, person.token);
  const { orderId, orderNo } = await placeOrderOf(origin, person.token, skuId);
  const visit = await openVisitAs(browser, origin, person, iPhone);
  await openAppPage(visit.page, `${app}mall/pay/${orderId}`);
  await visit.page.getByText("将打开微信").waitFor();
  const stateOf = async () => {
    const { state, way } = await contractClient(origin, { token: person.token })(showOrder, { id: orderId });
    return [state, way];
  };
  return { ...visit, orderId, orderNo, stateOf };
}
const pay = (page: Page) => page.getByRole("button", { name: /^(微信支付 ¥|重新付款)/ });
const onCashier = (page: Page) => page.waitForURL("**/sim/pay/cashier*");

test("MA40 MA49 WeChat's H5 payment on an iPhone: WeChat's page, back, paid", async () => {
  const { context, page, orderId, orderNo, stateOf, complaints } = await openPayPage();
  expect(await page.evaluate(() => navigator.userAgent)).toMatch(/iPhone/);
  expect(await page.getByRole("radio", { name: "微信支付" }).isChecked()).toBe(true);
  await pay(page).click();
  await onCashier(page);
  // WeChat's own page refuses a request without a referrer of the registered domain.
  expect(await page.evaluate(() => document.referrer)).toMatch(new RegExp(`^${origin}/`));
  await page.getByRole("button", { name: "确认支付" }).click();
  await page.waitForURL(`**/mall/pay/${orderId}*`);
  await page.getByText("付款成功").waitFor();
  expect(await stateOf()).toEqual(["paid", "wechat"]);
  expect(await tradesOf(origin, orderNo)).toMatchObject([{ channel: "wechat", state: "paid" }]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("MA49 a return from WeChat's page without a payment: the order waits, and is paid by the second try", async () => {
  const { context, page, orderId, orderNo, stateOf } = await openPayPage();
  await pay(page).click();
  await onCashier(page);
  await page.getByRole("button", { name: "取消" }).click();
  await page.waitForURL(`**/mall/pay/${orderId}*`);
  await page.getByText("应付金额").waitFor();
  expect(await page.getByText("付款成功").count()).toBe(0);
  expect(await stateOf()).toEqual(["pending", null]);
  await pay(page).click();
  await onCashier(page);
  await page.getByRole("button", { name: "确认支付" }).click();
  await page.getByText("付款成功").waitFor();
  const trades = await tradesOf(origin, orderNo);
  expect(trades.filter(({ state }) => state === "paid")).toHaveLength(1);
  // Back in the browser's history, the page knows that the order is paid.
  await openAppPage(page, `${app}mall/pay/${orderId}`);
  await page.getByText("付款成功").waitFor();
  await context.close();
});
