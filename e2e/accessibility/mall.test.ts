import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { addToCart } from "#contract/mall/cart.ts";
import { cancelOrder } from "#contract/order/order.ts";
import { contractClient } from "../testing/contract-client.ts";
import { launch, narrow, openVisit } from "../testing/chromium.ts";
import {
  addShanghaiAddress,
  findProduct,
  placeOrderOf,
  productFilters,
  type OfferedProduct,
} from "../testing/mall.ts";
import { newPerson, openVisitAs, type LoggedInPerson } from "../testing/people.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";
import { screenFindings } from "../testing/screen-findings.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let person: LoggedInPerson;
const products: Record<string, OfferedProduct> = {};
const orders: Record<string, string> = {};
beforeAll(async () => {
  browser = await launch();
  for (const name of ["plain", "withImpossible", "soldOut", "soon", "few"] as const)
    products[name] = await findProduct(origin, productFilters[name]);
  person = await newPerson(origin);
  const call = contractClient(origin, { token: person.token });
  await addShanghaiAddress(origin, person.token);
  for (const name of ["plain", "soldOut", "few"]) await call(addToCart, { skuId: skuOf(name), qty: 1 });
  orders["pending"] = (await placeOrderOf(origin, person.token, skuOf("plain"))).orderId;
  orders["cancelled"] = (await placeOrderOf(origin, person.token, skuOf("plain"))).orderId;
  await call(cancelOrder, { id: orders["cancelled"] });
});
afterAll(() => browser.close());

const skuOf = (name: string): string => products[name]?.skus[0]?.skuId ?? "";
const productPath = (name: string): string => `mall/product/${products[name]?.productId ?? ""}`;

test.each<[name: string, path: () => string, text: string]>([
  ["home", () => "mall", "大家都在买"],
  ["list", () => "mall/category", "20+ 件商品"],
  ["empty list", () => "mall/category?series=yuanshan&price=above1000&stock=1&sort=sales", "综合"],
  ["search", () => "mall/search", "大家都在买"],
  ["search that found nothing", () => "mall/search?keyword=%E6%B2%A1%E6%9C%89%E8%BF%99%E7%A7%8D", "看看这些"],
  ["product", () => productPath("withImpossible"), "商品详情"],
  ["sold-out product", () => productPath("soldOut"), "到货提醒"],
  ["product that is not yet on sale", () => productPath("soon"), "距开售"],
  ["withdrawn product", () => "mall/product/1", "商品已下架"],
  ["empty cart of a visitor", () => "mall/cart", "购物车是空的"],
  ["checkout of a visitor", () => `mall/checkout?sku=1`, "登录后下单"],
  ["orders of a visitor", () => "mall/orders", "登录后查看订单"],
  ["addresses of a visitor", () => "mall/addresses", "登录后管理收货地址"],
  ["favourites", () => "mall/favourites", "还没有收藏的商品"],
])(
  "MA109 Z08 %s: axe in light and dark, six widths, room for fingers, text at 200 %",
  async (name, path, text) => {
    const { context, page } = await openVisit(browser, narrow);
    await openAppPage(page, app + path());
    await page.getByText(text).first().waitFor();
    expect(await screenFindings(page, name)).toEqual([]);
    await context.close();
  },
);

test.each<[name: string, path: () => string, text: string]>([
  ["cart with groups", () => "mall/cart", "以下商品暂时无货"],
  ["checkout", () => `mall/checkout?sku=${skuOf("plain")}&qty=2`, "提交订单"],
  ["addresses", () => "mall/addresses", "还可添加 19 个"],
  ["form of an address", () => "mall/addresses/new", "粘贴识别"],
  ["orders", () => "mall/orders", "待付款"],
  ["orders of an empty tab", () => "mall/orders?tab=done", "这里还没有订单"],
  ["order to pay", () => `mall/order/${orders["pending"] ?? ""}`, "订单进度"],
  ["cancelled order", () => `mall/order/${orders["cancelled"] ?? ""}`, "订单进度"],
  ["change of an order's address", () => `mall/order/${orders["pending"] ?? ""}/address`, "地址可修改一次"],
  ["order of another person", () => "mall/order/1", "订单"],
  ["pay page", () => `mall/pay/${orders["pending"] ?? ""}`, "应付金额"],
])("MA109 Z08 a person's %s: axe, six widths, room for fingers, text at 200 %", async (name, path, text) => {
  const { context, page } = await openVisitAs(browser, origin, person, narrow);
  await openAppPage(page, app + path());
  await page.getByText(text).first().waitFor();
  expect(await screenFindings(page, name)).toEqual([]);
  await context.close();
});
