import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { addToCart } from "#contract/mall/cart.ts";
import { placeOrder } from "#contract/order/checkout.ts";
import { listOrders } from "#contract/order/order.ts";
import { launch } from "../testing/chromium.ts";
import { contractClient } from "../testing/contract-client.ts";
import { addShanghaiAddress, findProduct, productFilters } from "../testing/mall.ts";
import { newPerson, openVisitAs, type LoggedInPerson } from "../testing/people.ts";
import { appAddress, openAppPage, requestsTo } from "../testing/page-actions.ts";

const origin = inject("origin");
const app = appAddress(origin);
const orderPath = `/mall-api/${placeOrder.paths[0]}`;
let browser: Browser;
let skuId: string;
beforeAll(async () => {
  browser = await launch();
  skuId = (await findProduct(origin, productFilters.plain)).skus[0]?.skuId ?? "";
});
afterAll(() => browser.close());

const callOf = ({ token }: LoggedInPerson) => contractClient(origin, { token });
const ordersOf = async (person: LoggedInPerson) => (await callOf(person)(listOrders, {})).list;
const submit = (page: Page) => page.getByRole("button", { name: "提交订单" });
const checkoutOf = (): string => `${app}mall/checkout?sku=${skuId}&qty=1`;
async function personWithAddress(): Promise<LoggedInPerson> {
  const person = await newPerson(origin);
  await addShanghaiAddress(origin, person.token);
  return person;
}

test("MA106 an answer that is lost, a reload, another press: one order", async () => {
  const person = await personWithAddress();
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, checkoutOf());
  await page.getByText("林晓岚").waitFor();
  let arrived = 0;
  await page.route(`**${orderPath}`, async (route) => {
    arrived++;
    await route.fetch();
    await route.abort("connectionreset");
  });
  await submit(page).click();
  await page.getByText("没有收到结果，请再提交一次").waitFor();
  await page.reload();
  await page.getByText("林晓岚").waitFor();
  await page.unroute(`**${orderPath}`);
  await submit(page).click();
  await page.waitForURL("**/mall/pay/*");
  expect(arrived).toBeGreaterThan(0);
  expect(await ordersOf(person)).toHaveLength(1);
  await context.close();
});

test("MA106 a second tab with the same checkout gets the first one's order; a later one is an order of its own", async () => {
  const person = await personWithAddress();
  await callOf(person)(addToCart, { skuId, qty: 1 });
  const { context, page } = await openVisitAs(browser, origin, person);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await openAppPage(tab, `${app}mall/checkout?cart=1`);
    await tab.getByText("林晓岚").waitFor();
  }
  await submit(page).click();
  await page.waitForURL("**/mall/pay/*");
  await submit(other).click();
  await other.waitForURL("**/mall/pay/*");
  expect(other.url()).toBe(page.url());
  expect(await ordersOf(person)).toHaveLength(1);
  // The cart is empty now, so its checkout has nothing to submit.
  await openAppPage(other, `${app}mall/checkout?cart=1`);
  await other.getByText("没有可以结算的商品").waitFor();
  // Buying the same product again is meant.
  await openAppPage(page, checkoutOf());
  await page.getByText("林晓岚").waitFor();
  await submit(page).click();
  await page.waitForURL("**/mall/pay/*");
  expect(await ordersOf(person)).toHaveLength(2);
  await context.close();
});

test("MA106 two presses at once are one request", async () => {
  const person = await personWithAddress();
  const { context, page } = await openVisitAs(browser, origin, person);
  const asked = requestsTo(page, origin + orderPath);
  await openAppPage(page, checkoutOf());
  await page.getByText("林晓岚").waitFor();
  await submit(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await page.waitForURL("**/mall/pay/*");
  expect(asked.filter((request) => new URL(request.url()).pathname === orderPath)).toHaveLength(1);
  expect(await ordersOf(person)).toHaveLength(1);
  await context.close();
});
