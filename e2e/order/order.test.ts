import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { addAddress } from "#contract/mall/address.ts";
import { showCart } from "#contract/mall/cart.ts";
import { cancelOrder, listOrders, showOrder } from "#contract/order/order.ts";
import { launch } from "../testing/chromium.ts";
import { contractClient } from "../testing/contract-client.ts";
import {
  addShanghaiAddress,
  findProduct,
  placeOrderOf,
  productFilters,
  type OfferedProduct,
} from "../testing/mall.ts";
import { newPerson, openVisitAs, type LoggedInPerson } from "../testing/people.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";
import { simulator } from "../testing/simulator.ts";

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
beforeEach(() => simulator(origin).fail());
afterAll(() => browser.close());

const callOf = ({ token }: LoggedInPerson) => contractClient(origin, { token });
async function personWithOrders(count: number): Promise<{ person: LoggedInPerson; orderIds: string[] }> {
  const person = await newPerson(origin);
  await addShanghaiAddress(origin, person.token);
  const orderIds: string[] = [];
  for (let made = 0; made < count; made++)
    orderIds.push((await placeOrderOf(origin, person.token, skuId)).orderId);
  return { person, orderIds };
}
const detailOf = (person: LoggedInPerson, id: string) => callOf(person)(showOrder, { id });
/** Names of the buttons that an order's page offers. */
const actionNames = {
  pay: "去付款",
  cancel: "取消订单",
  changeAddress: "修改地址",
  refund: "申请退款",
  afterSale: "申请售后",
  remind: "提醒发货",
  receive: "确认收货",
  extend: "延长收货",
  again: "再次购买",
  hide: "删除订单",
  track: "查看物流",
  pickup: "自提码",
} as const;
const shownActions = async (page: Page): Promise<string[]> => {
  const names: string[] = Object.values(actionNames);
  return (await page.getByRole("button").allTextContents()).filter((text) => names.includes(text)).toSorted();
};
const expectServersActions = async (page: Page, person: LoggedInPerson, id: string): Promise<void> => {
  const { actions } = await detailOf(person, id);
  await expect
    .poll(() => shownActions(page))
    .toEqual(actions.map((action) => actionNames[action]).toSorted());
};

test("MA61 an order to pay: its actions are the server's; cancelling asks, and the page follows by itself", async () => {
  const { person, orderIds } = await personWithOrders(1);
  const id = orderIds[0] ?? "";
  const { context, page, complaints } = await openVisitAs(browser, origin, person);
  await openAppPage(page, `${app}mall/order/${id}`);
  await page.getByRole("heading", { name: "待付款" }).waitFor();
  const { orderNo } = await detailOf(person, id);
  await page.getByText(orderNo).first().waitFor();
  await expectServersActions(page, person, id);
  await page.getByRole("button", { name: "取消订单" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "再想想" }).click();
  expect((await detailOf(person, id)).state).toBe("pending");
  await page.getByRole("button", { name: "取消订单" }).click();
  await question.getByRole("button", { name: "取消订单" }).click();
  await page.getByRole("heading", { name: "已取消" }).waitFor();
  await expectServersActions(page, person, id);
  await page.getByRole("button", { name: "再次购买" }).click();
  await page.waitForURL("**/mall/cart");
  expect((await callOf(person)(showCart, {})).lines.map((line) => line.skuId)).toEqual([skuId]);
  await page.goBack();
  await page.getByRole("button", { name: "删除订单" }).click();
  await question.getByRole("button", { name: "删除" }).click();
  await page.waitForURL("**/mall/orders");
  await page.getByText("这里还没有订单").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("MA106 an order that another device cancels changes on the open page, and its pay page says so", async () => {
  const { person, orderIds } = await personWithOrders(1);
  const id = orderIds[0] ?? "";
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, `${app}mall/order/${id}`);
  await page.getByRole("heading", { name: "待付款" }).waitFor();
  await callOf(person)(cancelOrder, { id });
  await page.getByRole("heading", { name: "已取消" }).waitFor();
  await openAppPage(page, `${app}mall/pay/${id}`);
  await page.getByText("订单已关闭").waitFor();
  expect(await page.getByRole("radio").count()).toBe(0);
  await context.close();
});

test("MA62 the address changes once before sending, and then the action is gone", async () => {
  const { person, orderIds } = await personWithOrders(1);
  const id = orderIds[0] ?? "";
  await callOf(person)(addAddress, {
    name: "周明远",
    mobile: "13900004321",
    provinceCode: "310000",
    cityCode: "310100",
    districtCode: "310104",
    detail: "天钥桥路 1 号",
  });
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, `${app}mall/order/${id}`);
  await page.getByRole("button", { name: "修改地址" }).click();
  await page.waitForURL(`**/mall/order/${id}/address`);
  await page.getByRole("button", { name: /周明远/ }).click();
  const question = page.getByRole("alertdialog", { name: "改为这个地址？" });
  await question.getByRole("button", { name: "再看看" }).click();
  expect((await detailOf(person, id)).address?.name).toBe("林晓岚");
  await page.getByRole("button", { name: /周明远/ }).click();
  await question.getByRole("button", { name: "确认修改" }).click();
  await page.waitForURL(`**/mall/order/${id}`);
  await page.getByText("天钥桥路 1 号").waitFor();
  expect((await detailOf(person, id)).address?.mobile).toBe("139****4321");
  expect(await page.getByRole("button", { name: "修改地址" }).count()).toBe(0);
  await expectServersActions(page, person, id);
  await context.close();
});

test("the list of orders: tabs with their numbers, next pages, actions; the newest first", async () => {
  const { person, orderIds } = await personWithOrders(22);
  const [oldest = ""] = orderIds;
  await callOf(person)(cancelOrder, { id: oldest });
  const { context, page, complaints } = await openVisitAs(browser, origin, person);
  await openAppPage(page, `${app}mall/orders`);
  const tabs = page.getByRole("navigation", { name: "订单状态" });
  await tabs.getByRole("link", { name: "待付款 21" }).waitFor();
  const cards = page.getByRole("listitem").filter({ hasText: "订单 M" });
  await expect.poll(() => cards.count()).toBeGreaterThan(0);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 4_000);
      return cards.count();
    })
    .toBe(22);
  const { list } = await callOf(person)(listOrders, { size: 50 });
  const numbers = (await cards.allTextContents()).map((text) => /M\d{14}/.exec(text)?.[0]);
  expect(numbers).toEqual(list.map(({ orderNo }) => orderNo));
  await page.mouse.wheel(0, -40_000);
  await tabs.getByRole("link", { name: "已完成" }).click();
  await page.waitForURL("**/mall/orders?tab=done");
  await page.getByText("这里还没有订单").waitFor();
  await tabs.getByRole("link", { name: "待付款 21" }).click();
  await cards.first().getByRole("link").click();
  await page.waitForURL(`**/mall/order/${orderIds.at(-1) ?? ""}`);
  expect(complaints).toEqual([]);
  await context.close();
});

test("MA18 another person's order, pay page, logistics and after-sale show nothing of it", async () => {
  const { orderIds } = await personWithOrders(1);
  const id = orderIds[0] ?? "";
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin));
  for (const path of ["order", "pay", "logistics", "after-sale", "after-sale/new"]) {
    await openAppPage(page, `${app}mall/${path}/${id}`);
    await page
      .getByRole("button", { name: /重试|重新加载/ })
      .or(page.getByRole("heading", { level: 2 }))
      .first()
      .waitFor();
    const text = await page.locator("body").innerText();
    expect([path, text.includes("林晓岚"), text.includes(plain.title)]).toEqual([path, false, false]);
  }
  await context.close();
});
