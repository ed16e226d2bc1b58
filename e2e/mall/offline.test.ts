import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { addToCart } from "#contract/mall/cart.ts";
import { contractClient } from "../testing/contract-client.ts";
import { launch, openVisit, phoneWithWorker } from "../testing/chromium.ts";
import {
  addShanghaiAddress,
  findProduct,
  placeOrderOf,
  productFilters,
  type OfferedProduct,
} from "../testing/mall.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";
import { waitForCachedPages } from "../testing/service-worker-cache.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let plain: OfferedProduct;
let skuId: string;
beforeAll(async () => {
  browser = await launch();
  plain = await findProduct(origin, productFilters.plain);
  skuId = plain.skus[0]?.skuId ?? "";
});
afterAll(() => browser.close());

const asOf = (page: Page) => page.getByText(/^离线内容，更新于 .*\d{2}:\d{2}$/);
/** Opens a page, waits for a text, and ends the first screen, after which page, scripts and answers are cached. */
async function visit(page: Page, path: string, text: string): Promise<void> {
  await openAppPage(page, app + path);
  await page.getByText(text).first().waitFor();
  await page.keyboard.press("Shift");
  await waitForCachedPages(page, app + path);
}

test("MA107 cart and orders are as kept offline, with their time, and fresh again online", async () => {
  const person = await newPerson(origin);
  await contractClient(origin, { token: person.token })(addToCart, { skuId, qty: 2 });
  await addShanghaiAddress(origin, person.token);
  const { orderId, orderNo } = await placeOrderOf(origin, person.token, skuId);
  const { context, page } = await openVisitAs(browser, origin, person, phoneWithWorker);
  const paths: [path: string, text: string][] = [
    ["mall/cart", plain.title],
    ["mall/orders", orderNo],
    [`mall/order/${orderId}`, orderNo],
  ];
  for (const [path, text] of paths) await visit(page, path, text);
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  for (const [path, text] of paths) {
    await openAppPage(page, app + path);
    await page.getByText(text).first().waitFor();
    await asOf(page).waitFor();
    expect(await page.getByRole("button", { name: "重试" }).count()).toBe(0);
  }
  await context.setOffline(false);
  await asOf(page).waitFor({ state: "detached" });
  await page.getByText(orderNo).first().waitFor();
  await context.close();
});

test("MA107 a visitor's home and product are readable offline, with their time", async () => {
  const { context, page } = await openVisit(browser, phoneWithWorker);
  await visit(page, "mall", "大家都在买");
  await visit(page, `mall/product/${plain.productId}`, plain.title);
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await openAppPage(page, `${app}mall/product/${plain.productId}`);
  await page.getByRole("heading", { level: 1, name: plain.title }).waitFor();
  await openAppPage(page, `${app}mall`);
  await page.getByRole("heading", { name: "大家都在买" }).waitFor();
  await asOf(page).waitFor();
  expect(await page.getByRole("button", { name: "重试" }).count()).toBe(0);
  await context.close();
});
