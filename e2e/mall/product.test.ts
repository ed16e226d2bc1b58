import openGraph from "open-graph-scraper";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { priceText } from "#contract/mall/price-text.ts";
import { showOffers } from "#contract/mall/product.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { contractClient } from "../testing/contract-client.ts";
import { desktop, launch, narrow, openVisit, phone } from "../testing/chromium.ts";
import { findProduct, offerOf, productFilters, type OfferedProduct } from "../testing/mall.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let sized: OfferedProduct;
beforeAll(async () => {
  browser = await launch();
  sized = await findProduct(origin, productFilters.withImpossible);
});
afterAll(() => browser.close());

const pathOf = ({ productId }: Pick<OfferedProduct, "productId">): string =>
  `${app}mall/product/${productId}`;
const sheetOf = (page: Page) => page.getByRole("dialog", { name: "选择规格" });
/** Ends the first screen, after which prices and stock of the moment are loaded. */
const endFirstScreen = (page: Page): Promise<void> => page.keyboard.press("Shift");

test("MA02 a product's page has title, price, picture, services and its share card without a script", async () => {
  const { context, page } = await openVisit(browser, { ...phone, javaScriptEnabled: false });
  await page.goto(pathOf(sized));
  await page.getByRole("heading", { level: 1, name: sized.title }).waitFor();
  const text = await page.locator("main, body").first().innerText();
  expect(text).toContain(priceText(sized.priceFen));
  for (const service of sized.services) expect(text).toContain(service);
  const picture = page.locator("img").first();
  expect(await picture.getAttribute("src")).toBeTruthy();
  await context.close();
  const html = await (await fetch(pathOf(sized))).text();
  const { result } = await openGraph({ html });
  expect(result).toMatchObject({
    ogTitle: sized.share.title,
    ogDescription: expect.stringContaining(sized.share.text) as string,
  });
  expect(result.ogImage?.[0]?.url).toMatch(/^https?:\/\//);
});

/** A value of the second option that one value of the first cannot be combined with, and one that it can. */
function combinationsOf({ options, skus }: OfferedProduct) {
  const [first, second] = options;
  for (const one of first?.values ?? [])
    for (const other of second?.values ?? [])
      if (!skus.some(({ optionValues }) => optionValues[0] === one && optionValues[1] === other)) {
        const sku = skus.find(({ optionValues }) => optionValues[0] === one);
        return { first: one, impossible: other, possible: sku?.optionValues[1] ?? "" };
      }
  throw new Error("every combination exists");
}

test("MA105 a tap before the screen's own script has come opens the sheet once it has", async () => {
  const { context, page } = await openVisit(browser);
  let release: () => void = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/product-screen-*.js", async (route) => {
    await isReleased;
    await route.continue();
  });
  await openAppPage(page, pathOf(sized));
  await page.getByRole("button", { name: "加入购物车" }).click();
  expect(await sheetOf(page).count()).toBe(0);
  release();
  await sheetOf(page).waitFor();
  await context.close();
});

test("MA03 the SKU sheet: impossible combinations are disabled, the missing choice is named and gets the focus", async () => {
  const [first, second] = sized.options.map(({ name }) => name);
  const made = combinationsOf(sized);
  const { context, page, complaints } = await openVisit(browser);
  await openAppPage(page, pathOf(sized));
  await endFirstScreen(page);
  await page.getByRole("button", { name: "加入购物车" }).click();
  const sheet = sheetOf(page);
  await sheet.getByText(`请选择${first}`).waitFor();
  const ask = sheet.getByRole("button", { name: `选择${first}` });
  await ask.click();
  expect(
    await page.evaluate(() => document.activeElement?.closest("[data-option]")?.getAttribute("data-option")),
  ).toBe(first);
  await sheet
    .getByRole("group", { name: first ?? "" })
    .getByText(made.first, { exact: true })
    .click();
  await sheet.getByText(`请选择${second}`).waitFor();
  const values = sheet.getByRole("group", { name: second ?? "" });
  const impossible = values.getByRole("radio", { name: new RegExp(`^${made.impossible}`) });
  expect(await impossible.isDisabled()).toBe(true);
  expect(await impossible.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent)).toContain(
    "没有这个组合",
  );
  await values.getByText(made.possible, { exact: true }).click();
  await sheet.getByText(`已选 ${made.first} · ${made.possible}`).waitFor();
  expect(await sheet.getByText(/^请选择/).count()).toBe(0);
  await sheet.getByRole("button", { name: "加入购物车" }).click();
  await page.getByText("已加入购物车").waitFor();
  await page.getByRole("link", { name: "购物车，1 种商品" }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("MA03 the SKU sheet by keyboard alone, and axe finds nothing in it", async () => {
  const made = combinationsOf(sized);
  const { context, page } = await openVisit(browser, narrow);
  await openAppPage(page, pathOf(sized));
  await endFirstScreen(page);
  const opener = page.getByRole("button", { name: "加入购物车" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const sheet = sheetOf(page);
  await sheet.waitFor();
  expect(await accessibilityFindings(page, "SKU sheet")).toEqual([]);
  const firstGroup = sheet.getByRole("group", { name: sized.options[0]?.name ?? "" });
  await firstGroup.getByRole("radio").first().focus();
  await page.keyboard.press("Space");
  const place = sized.options[0]?.values.indexOf(made.first) ?? 0;
  for (let step = 0; step < place; step++) await page.keyboard.press("ArrowRight");
  expect(await firstGroup.getByRole("radio", { name: made.first }).isChecked()).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  const secondGroup = sheet.getByRole("group", { name: sized.options[1]?.name ?? "" });
  expect(await secondGroup.getByRole("radio", { checked: true }).count()).toBe(1);
  // The arrows pass over what cannot be combined.
  for (const _value of sized.options[1]?.values ?? []) {
    await page.keyboard.press("ArrowRight");
    const chosen = secondGroup.getByRole("radio", { checked: true });
    expect(await chosen.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent)).not.toContain(
      made.impossible,
    );
  }
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
  await context.close();
});

test("MA03 the quantity stops at what is left, and at the limit of a person", async () => {
  const few = await findProduct(origin, productFilters.few);
  const left = few.offers[0]?.left ?? 0;
  const { context, page } = await openVisit(browser);
  await openAppPage(page, pathOf(few));
  await endFirstScreen(page);
  await page.getByRole("button", { name: "加入购物车" }).click();
  const sheet = sheetOf(page);
  await sheet.getByText(`仅剩 ${left} 件`).waitFor();
  const stepper = sheet.getByRole("group", { name: "数量" });
  const [fewer, more] = [stepper.getByRole("button").first(), stepper.getByRole("button").last()];
  expect(await fewer.isDisabled()).toBe(true);
  for (let units = 1; units < left; units++) await more.click();
  expect(await more.isDisabled()).toBe(true);
  expect(await stepper.getByRole("status").textContent()).toBe(String(left));
  await context.close();
  const limited = await findProduct(
    origin,
    ({ buyMost, state, skus, noReturn }) => buyMost === 1 && state === "on" && skus.length === 1 && !noReturn,
  );
  const other = await openVisit(browser);
  await openAppPage(other.page, pathOf(limited));
  await endFirstScreen(other.page);
  await other.page.getByRole("button", { name: "立即购买" }).click();
  await sheetOf(other.page).getByText("每人限购 1 件").waitFor();
  const only = sheetOf(other.page).getByRole("group", { name: "数量" });
  expect(await only.getByRole("button").last().isDisabled()).toBe(true);
  await other.context.close();
});

test("MA08 售罄: 到货提醒 in the place of buying, which asks for the login and is remembered", async () => {
  const soldOut = await findProduct(origin, productFilters.soldOut);
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin));
  await openAppPage(page, pathOf(soldOut));
  await endFirstScreen(page);
  expect(await page.getByRole("button", { name: "立即购买" }).count()).toBe(0);
  await page.getByRole("button", { name: "到货提醒" }).click();
  const sheet = sheetOf(page);
  await sheet.getByText("缺货").first().waitFor();
  expect(await sheet.getByRole("group", { name: "数量" }).count()).toBe(0);
  await sheet.getByRole("button", { name: "到货提醒" }).click();
  await sheet.getByRole("button", { name: "已设到货提醒" }).waitFor();
  expect(await sheet.getByRole("button", { name: "已设到货提醒" }).isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await openAppPage(page, pathOf(soldOut));
  await endFirstScreen(page);
  await page.getByRole("button", { name: "到货提醒" }).click();
  await sheet.getByRole("button", { name: "已设到货提醒" }).waitFor();
  await context.close();
});

test("未开售: the time of the sale and a countdown, no way to buy", async () => {
  const soon = await findProduct(origin, productFilters.soon);
  const { context, page } = await openVisit(browser);
  await openAppPage(page, pathOf(soon));
  await page.getByText("距开售").waitFor();
  expect(await page.getByRole("button", { name: / 开售$/ }).isDisabled()).toBe(true);
  for (const name of ["加入购物车", "立即购买"])
    expect(await page.getByRole("button", { name }).count()).toBe(0);
  await context.close();
});

test("MA26 a running rush: its price and share in the page, its own button and limit", async () => {
  const rush = await findProduct(origin, ({ offers }) =>
    offers.some((offer) => offer.rush !== null && Date.parse(offer.rush.fromTime) < Date.now()),
  );
  const offer = rush.offers.find((one) => one.rush !== null);
  const { context, page } = await openVisit(browser);
  await openAppPage(page, pathOf(rush));
  await endFirstScreen(page);
  const price = priceText(offer?.rush?.priceFen ?? 0);
  await page.getByText(`已抢 ${offer?.rush?.takenPercent ?? 0}%`).waitFor();
  await page.getByText("抢购价", { exact: true }).waitFor();
  await page.getByRole("button", { name: `立即抢购 · ¥${price}` }).waitFor();
  expect(await page.getByRole("button", { name: "加入购物车" }).count()).toBe(0);
  await context.close();
});

test("已下架: an unknown or withdrawn product is a 404 page with others, an unknown path too", async () => {
  const { context, page } = await openVisit(browser);
  for (const path of ["mall/product/1", "mall/product/abc", "mall/nothing-like-this"]) {
    const answer = await page.goto(app + path);
    expect([path, answer?.status()]).toEqual([path, 404]);
    await page.getByRole("heading", { name: "商品已下架" }).waitFor();
    const others = page.getByRole("link").filter({ has: page.getByRole("heading", { level: 3 }) });
    expect(await others.count()).toBeGreaterThan(3);
  }
  await context.close();
});

test("MA05 the owner's price is a tag for others, and the price of a verified owner", async () => {
  const product = await findProduct(
    origin,
    ({ ownerFen, priceFen, skus, offers, state }) =>
      state === "on" &&
      skus.length === 1 &&
      ownerFen !== null &&
      ownerFen < priceFen &&
      offers.every(({ rush }) => rush === null),
  );
  const visitor = await openVisit(browser, desktop);
  await openAppPage(visitor.page, pathOf(product));
  await visitor.page.getByText(`车主价 ¥${priceText(product.ownerFen ?? 0)}`).waitFor();
  const [sku] = product.skus;
  expect(offerOf(product, sku?.skuId ?? "").priceFen).toBe(product.priceFen);
  await visitor.context.close();
  const person = await newPerson(origin);
  await fetch(`${origin}/sim/owner`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ mobile: person.mobile, verified: true, seriesCodes: ["yuanshan"] }),
  });
  const { list } = await contractClient(origin, { token: person.token })(showOffers, {
    skuIds: sku?.skuId ?? "",
  });
  expect(list[0]?.priceFen).toBe(product.ownerFen);
});

test("favourites stay on the device, and are removed there", async () => {
  const { context, page } = await openVisit(browser);
  await openAppPage(page, `${app}mall/favourites`);
  await page.getByText("还没有收藏的商品").waitFor();
  await openAppPage(page, pathOf(sized));
  await page.getByRole("button", { name: "收藏" }).click();
  await page.getByRole("button", { name: "收藏", pressed: true }).waitFor();
  await openAppPage(page, `${app}mall/favourites`);
  await page.getByRole("link", { name: sized.title }).click();
  await page.waitForURL(`**/mall/product/${sized.productId}`);
  await page.getByRole("button", { name: "收藏", pressed: true }).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: `移除收藏：${sized.title}` }).click();
  await page.getByText("还没有收藏的商品").waitFor();
  expect(await page.evaluate(() => localStorage.getItem("marque.product-favourites"))).toBe("[]");
  await context.close();
});
