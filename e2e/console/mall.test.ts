import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { listOrders, showOrder } from "#contract/order/order.ts";
import { launch } from "../testing/chromium.ts";
import { openConsoleAs } from "../testing/console.ts";
import { contractClient } from "../testing/contract-client.ts";
import { pressByKey, typeByKey } from "../testing/keyboard.ts";
import { addShanghaiAddress, findProduct, placeOrderOf, productFilters } from "../testing/mall.ts";
import { payOrder, tradesOf } from "../testing/payments.ts";
import { newPerson } from "../testing/people.ts";

const origin = inject("origin");
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** A paid order of a new person. */
async function paidOrder() {
  const person = await newPerson(origin);
  await addShanghaiAddress(origin, person.token);
  const product = await findProduct(origin, productFilters.plain);
  const order = await placeOrderOf(origin, person.token, product.skus[0]?.skuId ?? "");
  await payOrder(origin, person.token, order);
  return { ...order, person };
}

test("MA73 an order is found, sent and seen by its person, by the keyboard alone", async () => {
  const { orderId, orderNo, person } = await paidOrder();
  const { context, page, complaints } = await openConsoleAs(browser, origin, "hq-admin");
  await page.goto(`${origin}/console/orders/${orderId}`);
  await page.getByRole("heading", { name: orderNo }).waitFor();
  const send = (within: Page | Locator) => within.getByRole("button", { name: "发货", exact: true });
  await pressByKey(page, send(page));
  const dialog = page.getByRole("dialog");
  await pressByKey(page, dialog.getByRole("combobox", { name: "快递公司" }));
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
  await typeByKey(page, dialog.getByRole("textbox", { name: "运单号" }), `SF${orderNo.slice(-10)}`);
  await pressByKey(page, send(dialog));
  await page.getByText("已发货").first().waitFor();
  const call = contractClient(origin, { token: person.token });
  await expect.poll(async () => (await call(showOrder, { id: orderId })).state).toBe("shipping");
  expect((await call(listOrders, {})).list.map(({ orderId: id }) => id)).toContain(orderId);
  expect(complaints).toEqual([]);
  await context.close();
});

test("MA68 a paid order is closed and refunded by its number, and its payments show it", async () => {
  const { orderId, orderNo } = await paidOrder();
  const { context, page, complaints } = await openConsoleAs(browser, origin, "hq-admin");
  await page.goto(`${origin}/console/orders/${orderId}`);
  await page.getByRole("button", { name: "关闭并退款" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill(orderNo);
  await dialog.getByRole("button", { name: "关闭并退款" }).click();
  await page.getByText(/已提交退款/).waitFor();
  await expect
    .poll(async () => (await tradesOf(origin, orderNo)).flatMap(({ refunds }) => refunds).length)
    .toBe(1);
  await page.reload();
  await page.getByText("已到账").first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("CO88 a product is changed by ⌘S and put back to an earlier version", async () => {
  const { context, page, complaints } = await openConsoleAs(browser, origin, "hq-admin");
  await page.goto(`${origin}/console/products`);
  await page.getByRole("table").getByRole("link").first().click();
  const title = page.getByRole("textbox", { name: /^标题/ });
  const before = await title.inputValue();
  await title.fill(`${before}改`);
  await page.keyboard.press("Control+s");
  await page.getByRole("heading", { name: `${before}改` }).waitFor();
  await page.getByRole("link", { name: "历史" }).click();
  await page.getByRole("button", { name: /版本 1/ }).click();
  await page.getByRole("button", { name: "恢复此版本" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "恢复此版本" }).click();
  await page.getByRole("heading", { name: before, exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
