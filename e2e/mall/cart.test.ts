import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { addToCart, showCart } from "#contract/mall/cart.ts";
import { mallLimits } from "#contract/mall/limits.ts";
import { priceText } from "#contract/mall/price-text.ts";
import { contractClient } from "../testing/contract-client.ts";
import { launch, openVisit } from "../testing/chromium.ts";
import {
  findProduct,
  offeredProducts,
  productFilters,
  storeVisitorCart,
  visitorCartIn,
  type DeviceLine,
  type OfferedProduct,
} from "../testing/mall.ts";
import { newPerson, openVisitAs, type LoggedInPerson } from "../testing/people.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";

const origin = inject("origin");
const app = appAddress(origin);
const cartPage = `${app}mall/cart`;
let browser: Browser;
let plain: OfferedProduct;
let other: OfferedProduct;
let few: OfferedProduct;
beforeAll(async () => {
  browser = await launch();
  plain = await findProduct(origin, productFilters.plain);
  other = await findProduct(
    origin,
    (product) => productFilters.plain(product) && product.productId !== plain.productId,
  );
  few = await findProduct(origin, productFilters.few);
});
afterAll(() => browser.close());

const skuOf = ({ skus }: OfferedProduct): string => skus[0]?.skuId ?? "";
const priceOf = ({ offers }: OfferedProduct): number => offers[0]?.priceFen ?? 0;
const lineOf = (product: OfferedProduct, part: Partial<DeviceLine> = {}): DeviceLine => ({
  skuId: skuOf(product),
  qty: 1,
  isChosen: true,
  addedFen: priceOf(product),
  ...part,
});
const row = (page: Page, { title }: { title: string }) =>
  page.getByRole("listitem").filter({ hasText: title });
const cartOf = ({ token }: LoggedInPerson) => contractClient(origin, { token })(showCart, {});
const quantities = async (person: LoggedInPerson) =>
  Object.fromEntries((await cartOf(person)).lines.map(({ skuId, qty }) => [skuId, qty]));

/** Opens the cart of a visitor whose device has these lines. */
async function openVisitorCart(lines: readonly DeviceLine[]) {
  const visit = await openVisit(browser);
  await openAppPage(visit.page, `${app}mall/favourites`);
  await storeVisitorCart(visit.page, lines);
  await openAppPage(visit.page, cartPage);
  return visit;
}
/** Stores a person's session in a page of a visitor, as a login leaves it. */
const logInOn = (page: Page, { token, userInfo }: LoggedInPerson): Promise<void> =>
  page.evaluate(
    ([storedToken, storedUser]) => {
      localStorage.setItem("marque.session-token", storedToken ?? "");
      localStorage.setItem("marque.mall-user-info", storedUser ?? "");
    },
    [token, JSON.stringify(userInfo)],
  );

test("MA09 a visitor's cart stays on the device, counts at the icon, and survives a reload", async () => {
  const { context, page, complaints } = await openVisit(browser);
  await openAppPage(page, cartPage);
  await page.getByText("购物车是空的").waitFor();
  await openAppPage(page, `${app}mall/product/${plain.productId}`);
  await page.getByRole("button", { name: "加入购物车" }).click();
  const sheet = page.getByRole("dialog", { name: "选择规格" });
  await sheet.getByRole("button", { name: /增加|多/ }).click();
  await sheet.getByRole("button", { name: "加入购物车" }).click();
  await page.getByRole("link", { name: "购物车，1 种商品" }).click();
  await page.getByRole("heading", { name: "购物车（1）" }).waitFor();
  await page.getByText("登录后购物车在所有设备上同步").waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "购物车（1）" }).waitFor();
  const total = page.getByRole("status").filter({ hasText: "合计" });
  await expect.poll(() => total.textContent()).toContain(priceText(2 * priceOf(plain)));
  expect(await visitorCartIn(page)).toEqual([lineOf(plain, { qty: 2 })]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("MA09 the visitor's cart joins the person's once: the greater quantity stands, two logins double nothing", async () => {
  const person = await newPerson(origin);
  await contractClient(origin, { token: person.token })(addToCart, { skuId: skuOf(plain), qty: 3 });
  const { context, page } = await openVisitorCart([lineOf(plain, { qty: 2 }), lineOf(other, { qty: 4 })]);
  await page.getByRole("heading", { name: "购物车（2）" }).waitFor();
  await logInOn(page, person);
  await page.reload();
  await expect.poll(() => quantities(person)).toEqual({ [skuOf(plain)]: 3, [skuOf(other)]: 4 });
  await expect.poll(() => visitorCartIn(page)).toEqual([]);
  await page.getByRole("heading", { name: "购物车（2）" }).waitFor();
  // A second login with the same device and one with another device.
  const again = await newPerson(origin, person.mobile);
  await logInOn(page, again);
  await page.reload();
  await page.getByRole("heading", { name: "购物车（2）" }).waitFor();
  const second = await openVisitorCart([lineOf(other, { qty: 4 })]);
  await logInOn(second.page, await newPerson(origin, person.mobile));
  await second.page.reload();
  await second.page.getByRole("heading", { name: "购物车（2）" }).waitFor();
  await expect.poll(() => visitorCartIn(second.page)).toEqual([]);
  expect(await quantities(person)).toEqual({ [skuOf(plain)]: 3, [skuOf(other)]: 4 });
  await context.close();
  await second.context.close();
});

test("MA10 groups to buy, sold out and gone; what moved since adding is said; sums are of what can be bought", async () => {
  const soldOut = await findProduct(origin, productFilters.soldOut);
  const soon = await findProduct(origin, productFilters.soon);
  const left = few.offers[0]?.left ?? 0;
  const { context, page, complaints } = await openVisitorCart([
    lineOf(plain, { qty: 2, addedFen: priceOf(plain) + 1_200 }),
    lineOf(other, { addedFen: priceOf(other) - 350, isChosen: false }),
    lineOf(few, { qty: left + 1 }),
    lineOf(soldOut),
    lineOf(soon),
  ]);
  await page.getByRole("heading", { name: "购物车（5）" }).waitFor();
  await row(page, plain).getByText("比加入时降 ¥12").waitFor();
  await row(page, other).getByText("比加入时涨 ¥3.50").waitFor();
  await row(page, few).getByText(`仅剩 ${left} 件`).waitFor();
  const groupOf = (text: string) => page.locator("section", { hasText: text });
  await groupOf("以下商品暂时无货").getByText(soldOut.title).waitFor();
  await groupOf("以下商品已失效").getByText(soon.title).waitFor();
  for (const product of [soldOut, soon])
    expect(await row(page, product).getByRole("checkbox").isDisabled()).toBe(true);
  await row(page, soldOut).getByRole("button", { name: "到货提醒" }).waitFor();
  const total = page.getByRole("status").filter({ hasText: "合计" });
  expect(await total.textContent()).toContain(priceText(2 * priceOf(plain)));
  await groupOf("以下商品已失效").getByRole("button", { name: "清空" }).click();
  await page.getByRole("heading", { name: "购物车（4）" }).waitFor();
  await page.getByRole("button", { name: "撤销" }).click();
  await page.getByRole("heading", { name: "购物车（5）" }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("MA11 choice and quantity of a person's cart are the same on another device; a removal can be undone", async () => {
  const person = await newPerson(origin);
  const call = contractClient(origin, { token: person.token });
  for (const product of [plain, other]) await call(addToCart, { skuId: skuOf(product), qty: 1 });
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, cartPage);
  await row(page, plain)
    .getByRole("button", { name: /增加|多/ })
    .click();
  await expect.poll(() => quantities(person)).toMatchObject({ [skuOf(plain)]: 2 });
  await row(page, other).getByRole("checkbox").click();
  await expect
    .poll(async () => (await cartOf(person)).lines.find(({ skuId }) => skuId === skuOf(other))?.isChosen)
    .toBe(false);
  const elsewhere = await openVisitAs(browser, origin, person);
  await openAppPage(elsewhere.page, cartPage);
  await row(elsewhere.page, plain).waitFor();
  expect(await row(elsewhere.page, other).getByRole("checkbox").isChecked()).toBe(false);
  expect(await row(elsewhere.page, plain).getByRole("group").getByRole("status").textContent()).toBe("2");
  await elsewhere.context.close();
  await row(page, plain)
    .getByRole("button", { name: `删除${plain.title}` })
    .click();
  await page.getByText("已删除 1 种商品").waitFor();
  await expect.poll(() => quantities(person)).toEqual({ [skuOf(other)]: 1 });
  await page.getByRole("button", { name: "撤销" }).click();
  await expect.poll(() => quantities(person)).toEqual({ [skuOf(other)]: 1, [skuOf(plain)]: 2 });
  // The choice of a line that was not removed is as before.
  const { lines } = await cartOf(person);
  expect(lines.find(({ skuId }) => skuId === skuOf(other))?.isChosen).toBe(false);
  await page.getByRole("checkbox", { name: "全选" }).click();
  await expect.poll(async () => (await cartOf(person)).lines.every(({ isChosen }) => isChosen)).toBe(true);
  await context.close();
});

test("MA11 a cart holds 100 lines, and says so for the next one", async () => {
  const onSale = (await offeredProducts(origin)).filter(({ state }) => state === "on");
  const skuIds = onSale.flatMap(({ skus }) => skus.map(({ skuId }) => skuId));
  const lines = skuIds
    .filter((skuId) => skuId !== skuOf(plain))
    .slice(0, mallLimits.maxCartLines)
    .map((skuId): DeviceLine => ({ skuId, qty: 1, isChosen: true, addedFen: 100 }));
  expect(lines).toHaveLength(mallLimits.maxCartLines);
  const { context, page, complaints } = await openVisitorCart(lines);
  await page.getByRole("heading", { name: "购物车（100）" }).waitFor();
  await openAppPage(page, `${app}mall/product/${plain.productId}`);
  await page.getByRole("link", { name: "购物车，100 种商品" }).waitFor();
  await page.getByRole("button", { name: "加入购物车" }).click();
  await page.getByRole("dialog", { name: "选择规格" }).getByRole("button", { name: "加入购物车" }).click();
  await page
    .getByText(/购物车.*100/)
    .first()
    .waitFor();
  // A full cart loses none of its lines.
  expect((await visitorCartIn(page)).map(({ skuId }) => skuId).toSorted()).toEqual(
    lines.map(({ skuId }) => skuId).toSorted(),
  );
  expect(complaints).toEqual([]);
  await context.close();
});
