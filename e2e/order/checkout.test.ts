import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { addAddress, listAddresses } from "#contract/mall/address.ts";
import { addToCart, showCart } from "#contract/mall/cart.ts";
import { priceText } from "#contract/mall/price-text.ts";
import { placeOrder, previewCheckout } from "#contract/order/checkout.ts";
import { listOrders, showOrder } from "#contract/order/order.ts";
import { launch } from "../testing/chromium.ts";
import { contractClient } from "../testing/contract-client.ts";
import { claimCouponOverHttp } from "../testing/http-actions.ts";
import {
  addShanghaiAddress,
  findBenefitId,
  findProduct,
  productFilters,
  type OfferedProduct,
} from "../testing/mall.ts";
import { newPerson, openVisitAs, type LoggedInPerson } from "../testing/people.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";
import { simulator } from "../testing/simulator.ts";

const origin = inject("origin");
const app = appAddress(origin);
const orderPath = `/mall-api/${placeOrder.paths[0]}`;
let browser: Browser;
let plain: OfferedProduct;
let skuId: string;
let fen: number;
beforeAll(async () => {
  browser = await launch();
  plain = await findProduct(
    origin,
    (product) => productFilters.plain(product) && product.priceFen > 20_000 && product.priceFen < 50_000,
  );
  skuId = plain.skus[0]?.skuId ?? "";
  fen = plain.offers[0]?.priceFen ?? 0;
});
beforeEach(() => simulator(origin).fail());
afterAll(() => browser.close());

const callOf = ({ token }: LoggedInPerson) => contractClient(origin, { token });
const ordersOf = async (person: LoggedInPerson) => (await callOf(person)(listOrders, {})).list;
/** Sums of the checkout by their label. */
const sums = (page: Page, label: string) =>
  page.locator("dl > div", { has: page.locator(`dt:text-is("${label}")`) }).locator("dd");
const submit = (page: Page) => page.getByRole("button", { name: "提交订单" });
const checkoutOf = (qty = 1): string => `${app}mall/checkout?sku=${skuId}&qty=${qty}`;

async function personWithAddress(): Promise<LoggedInPerson> {
  const person = await newPerson(origin);
  await addShanghaiAddress(origin, person.token);
  return person;
}

/** Adds an address on its page, from the checkout of the cart and back. */
async function addPastedAddress(page: Page): Promise<void> {
  await page.getByRole("button", { name: "添加收货地址" }).click();
  await page.waitForURL("**/mall/addresses/new?back=*");
  await page.getByLabel("粘贴识别").fill("收货人：周明远 电话：139 0000 4321 上海市徐汇区龙腾大道2555号3栋");
  await page.getByRole("button", { name: "识别并填入" }).click();
  await page.getByText("已填入收货人、手机号、地区、详细地址，请核对").waitFor();
  expect(await page.getByRole("textbox", { name: "收货人" }).inputValue()).toBe("周明远");
  await page.getByRole("button", { name: "保存地址" }).click();
  await page.waitForURL("**/mall/checkout?cart=1&address=*");
  await page.getByText("周明远").waitFor();
}

test(
  "MA13 MA14 MA15 the whole way on a phone: cart, pasted address, coupon, sums, order, pay page",
  { timeout: 120_000 },
  async () => {
    const person = await newPerson(origin);
    await callOf(person)(addToCart, { skuId, qty: 2 });
    await claimCouponOverHttp(origin, person, await findBenefitId(origin, "商城满减券"));
    const { context, page, complaints } = await openVisitAs(browser, origin, person);
    await openAppPage(page, `${app}mall/cart`);
    await page.getByRole("link", { name: "去结算" }).click();
    await page.waitForURL("**/mall/checkout?cart=1");
    expect(await submit(page).isDisabled()).toBe(true);
    await addPastedAddress(page);
    const [address] = await callOf(person)(listAddresses, {});
    expect(address).toMatchObject({
      mobile: "13900004321",
      districtCode: "310104",
      detail: "龙腾大道2555号3栋",
    });
    // The mobile is masked on the screen.
    expect(await page.locator("body").innerText()).not.toContain("13900004321");
    const wanted = { lines: [{ skuId, qty: 2 }], delivery: "express" as const };
    const quote = await callOf(person)(previewCheckout, { ...wanted, addressId: address?.addressId ?? "" });
    expect(quote.money.couponFen).toBeGreaterThan(0);
    await expect.poll(() => sums(page, "商品金额").textContent()).toBe(`¥${priceText(2 * fen)}`);
    expect(await sums(page, "卡券").textContent()).toBe(`−¥${priceText(quote.money.couponFen)}`);
    expect(await sums(page, "运费").textContent()).toBe(`¥${priceText(quote.money.freightFen)}`);
    await page.getByRole("button", { name: /^卡券/ }).click();
    const sheet = page.getByRole("dialog", { name: "选择卡券" });
    await sheet.getByRole("radio", { name: /不使用卡券/ }).click();
    await sheet.waitFor({ state: "detached" });
    const none = await callOf(person)(previewCheckout, {
      ...wanted,
      addressId: address?.addressId ?? "",
      noCoupon: true,
    });
    await expect.poll(() => sums(page, "应付").textContent()).toContain(priceText(none.money.payableFen));
    expect(await sums(page, "卡券").count()).toBe(0);
    await page.getByRole("button", { name: /^卡券/ }).click();
    await sheet
      .getByRole("radio", { name: /满减券/ })
      .first()
      .click();
    await expect.poll(() => sums(page, "卡券").count()).toBe(1);
    const shown = (await sums(page, "应付").textContent()) ?? "";
    await submit(page).click();
    await page.waitForURL("**/mall/pay/*");
    const [order] = await ordersOf(person);
    expect(page.url()).toContain(`/mall/pay/${order?.orderId ?? "none"}`);
    expect(shown).toContain(priceText(order?.payableFen ?? 0));
    expect(order).toMatchObject({ state: "pending", delivery: "express" });
    expect((await callOf(person)(showCart, {})).lines).toEqual([]);
    // The checkout was replaced; the one before it has nothing to submit any more.
    await page.goBack();
    await page.getByText("没有可以结算的商品").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test("MA16 who presses 返回 while the pay page loads is not offered the ordered lines again", async () => {
  const person = await newPerson(origin);
  await callOf(person)(addToCart, { skuId, qty: 2 });
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, `${app}mall/checkout?cart=1`);
  await addPastedAddress(page);
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  await page.route(/pay-screen-/, (route) => over.then(() => route.continue()));
  const asked = page.waitForRequest(/pay-screen-/);
  await submit(page).click();
  await asked;
  expect(await ordersOf(person)).toHaveLength(1);
  await page.goBack();
  await page.getByText("没有可以结算的商品").waitFor();
  end();
  await context.close();
});

test("another address is chosen in the sheet: the checkout stays, with the sums for it", async () => {
  const person = await personWithAddress();
  await callOf(person)(addAddress, {
    name: "周明远",
    mobile: "13900004321",
    provinceCode: "330000",
    cityCode: "330100",
    districtCode: "330106",
    detail: "文三路 1 号",
  });
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, checkoutOf());
  await page.getByText("林晓岚").waitFor();
  await page.getByLabel("备注").fill("请放在前台");
  await page.getByRole("button", { name: /林晓岚/ }).click();
  await page
    .getByRole("dialog", { name: "更换收货地址" })
    .getByRole("button", { name: /周明远/ })
    .click();
  await page.waitForURL("**/mall/checkout?*address=*");
  await page.getByText("文三路 1 号").waitFor();
  expect(await page.getByLabel("备注").inputValue()).toBe("请放在前台");
  await submit(page).click();
  await page.waitForURL("**/mall/pay/*");
  const [order] = await ordersOf(person);
  const { address } = await callOf(person)(showOrder, { id: order?.orderId ?? "" });
  expect(address?.detail).toBe("文三路 1 号");
  await context.close();
});

test("MA15 a refused sum: the page says so, keeps the remark and loads the new sums", async () => {
  const person = await personWithAddress();
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, checkoutOf());
  await page.getByText("林晓岚").waitFor();
  await page.getByLabel("备注").fill("请放在前台");
  await simulator(origin).fail({
    path: orderPath,
    method: "POST",
    status: 200,
    code: "PRICE_CHANGED",
    message: encodeURIComponent("价格有变化，请确认后再提交"),
    times: 1,
  });
  const asked = page.waitForRequest((request) => request.url().includes(previewCheckout.paths[0]));
  await submit(page).click();
  await page
    .getByRole("alert")
    .or(page.getByText(/价格有变化/))
    .first()
    .waitFor();
  await asked;
  expect(await page.getByLabel("备注").inputValue()).toBe("请放在前台");
  await submit(page).click();
  await page.waitForURL("**/mall/pay/*");
  expect(await ordersOf(person)).toHaveLength(1);
  await context.close();
});

test("a custom product needs its own tick, and the page says what is missing", async () => {
  const custom = await findProduct(origin, productFilters.noReturn);
  const sku = custom.offers.find(({ stock }) => stock === "in")?.skuId ?? "";
  const person = await personWithAddress();
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, `${app}mall/checkout?sku=${sku}&qty=1`);
  await page.getByText("林晓岚").waitFor();
  await submit(page).click();
  await page.getByText("请先确认定制商品的退货规则").waitFor();
  expect(await ordersOf(person)).toEqual([]);
  await page.getByRole("checkbox", { name: /定制商品不支持 7 天无理由退货/ }).check();
  await submit(page).click();
  await page.waitForURL("**/mall/pay/*");
  await context.close();
});

test("MA38 自提 needs a dealer of the chosen city and costs no freight", async () => {
  const picked = await findProduct(
    origin,
    ({ dealerIds, skus, state, offers }) =>
      dealerIds !== null && state === "on" && skus.length > 0 && offers[0]?.stock === "in",
  );
  const person = await newPerson(origin);
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, `${app}mall/checkout?sku=${picked.skus[0]?.skuId ?? ""}&qty=1`);
  await page.getByText("到店自提", { exact: true }).click();
  await page.getByText("自提门店 · 上海").waitFor();
  expect(await submit(page).isDisabled()).toBe(true);
  await page.getByRole("group", { name: "自提门店" }).getByRole("radio").first().check();
  await expect.poll(() => sums(page, "运费").textContent()).toBe("¥0");
  await expect.poll(() => submit(page).isEnabled()).toBe(true);
  await submit(page).click();
  await page.waitForURL("**/mall/pay/*");
  const [order] = await ordersOf(person);
  expect(order).toMatchObject({ delivery: "pickup", state: "pending" });
  await context.close();
});

test("a visitor is asked to log in before the checkout", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await openAppPage(page, checkoutOf());
  await page.getByText("登录后下单").waitFor();
  expect(await submit(page).count()).toBe(0);
  await context.close();
});
