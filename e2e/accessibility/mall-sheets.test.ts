import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { addAddress } from "#contract/mall/address.ts";
import { launch, narrow, openVisit } from "../testing/chromium.ts";
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
import { screenFindings } from "../testing/screen-findings.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let person: LoggedInPerson;
let plain: OfferedProduct;
beforeAll(async () => {
  browser = await launch();
  plain = await findProduct(origin, (product) => productFilters.plain(product) && product.priceFen > 29_900);
  person = await newPerson(origin);
  await addShanghaiAddress(origin, person.token);
  await contractClient(origin, { token: person.token })(addAddress, {
    name: "欧阳明远山",
    mobile: "13900004321",
    provinceCode: "330000",
    cityCode: "330100",
    districtCode: "330106",
    detail: "文三路 90 号东部软件园科技大厦 A 座 1203 室",
  });
  for (const name of ["商城满减券", "车模专享券"])
    await claimCouponOverHttp(origin, person, await findBenefitId(origin, name));
});
afterAll(() => browser.close());

/** Findings in the sheet that is open. */
async function sheetFindings(page: Page, title: string): Promise<string[]> {
  await page.getByRole("dialog", { name: title }).waitFor();
  return screenFindings(page, title, "[role=dialog]");
}
const checkoutOf = (skuId: string | undefined): string => `${app}mall/checkout?sku=${skuId ?? ""}&qty=1`;
const checkout = (): string => checkoutOf(plain.skus[0]?.skuId);

test("MA109 the filter of a list: axe in light and dark, six widths, room for fingers, text at 200 %", async () => {
  const { context, page } = await openVisit(browser, narrow);
  await openAppPage(page, `${app}mall/category`);
  await page.getByRole("button", { name: "筛选" }).click();
  const sheet = page.getByRole("dialog", { name: "筛选" });
  await sheet.getByRole("button", { name: "¥100–300" }).click();
  await sheet.getByRole("button", { name: "仅看有货" }).click();
  expect(await sheetFindings(page, "筛选")).toEqual([]);
  await context.close();
});

test.each([
  ["with combinations that do not exist", "withImpossible", "加入购物车"],
  ["of a sold-out product", "soldOut", "到货提醒"],
  ["of the last units", "few", "加入购物车"],
] as const)("MA109 the SKU sheet %s: axe, six widths, text at 200 %", async (_name, wanted, button) => {
  const { productId, options, skus } = await findProduct(origin, productFilters[wanted]);
  const { context, page } = await openVisit(browser, narrow);
  await openAppPage(page, `${app}mall/product/${productId}`);
  await page.keyboard.press("Shift");
  await page.getByRole("button", { name: button }).click();
  const sheet = page.getByRole("dialog", { name: "选择规格" });
  await sheet.waitFor();
  const [option] = options;
  if (option !== undefined && skus.length > 1)
    await sheet.getByRole("group", { name: option.name }).getByRole("radio").first().check({ force: true });
  expect(await sheetFindings(page, "选择规格")).toEqual([]);
  await context.close();
});

test("MA109 the coupons of a checkout: usable ones, and others with their reason", async () => {
  const { context, page } = await openVisitAs(browser, origin, person, narrow);
  await openAppPage(page, checkout());
  await page.getByRole("button", { name: /^卡券/ }).click();
  const sheet = page.getByRole("dialog", { name: "选择卡券" });
  await sheet.getByText("可用 1 张", { exact: true }).waitFor();
  await sheet.getByText("不可用 1 张", { exact: true }).waitFor();
  expect(await sheetFindings(page, "选择卡券")).toEqual([]);
  await context.close();
});

test("MA109 the addresses of a checkout", async () => {
  const { context, page } = await openVisitAs(browser, origin, person, narrow);
  await openAppPage(page, checkout());
  await page.getByRole("button", { name: /林晓岚/ }).click();
  expect(await sheetFindings(page, "更换收货地址")).toEqual([]);
  await context.close();
});

test("MA109 province, city and district of an address", async () => {
  const { context, page } = await openVisitAs(browser, origin, person, narrow);
  await openAppPage(page, `${app}mall/addresses/new`);
  await page.getByRole("button", { name: /地区/ }).click();
  const sheet = page.getByRole("dialog", { name: "选择地区" });
  await sheet.getByRole("button", { name: "浙江省" }).waitFor();
  const found = await sheetFindings(page, "选择地区");
  await sheet.getByRole("button", { name: "浙江省" }).click();
  await sheet.getByRole("button", { name: "杭州市" }).click();
  await sheet.getByRole("button", { name: "西湖区" }).waitFor();
  expect([...found, ...(await sheetFindings(page, "选择地区"))]).toEqual([]);
  await context.close();
});

test("MA109 the dealers of a pick-up", async () => {
  const picked = await findProduct(
    origin,
    ({ dealerIds, state, offers }) => dealerIds !== null && state === "on" && offers[0]?.stock === "in",
  );
  const { context, page } = await openVisitAs(browser, origin, person, narrow);
  await openAppPage(page, checkoutOf(picked.skus[0]?.skuId));
  await page.getByText("到店自提", { exact: true }).click();
  await page.getByRole("group", { name: "自提门店" }).getByRole("radio").first().check();
  expect(await screenFindings(page, "pick-up")).toEqual([]);
  await context.close();
});
