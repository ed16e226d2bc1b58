import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { listCategories, listProducts } from "#contract/mall/product.ts";
import { contractClient } from "../testing/contract-client.ts";
import { launch, openVisit } from "../testing/chromium.ts";
import { allProducts } from "../testing/mall.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const cards = (page: Page) => page.getByRole("link").filter({ has: page.getByRole("heading", { level: 3 }) });
const titles = (page: Page): Promise<string[]> => cards(page).getByRole("heading").allTextContents();

test("MA01 the next pages come as they are scrolled to: every product once, then the end is named", async () => {
  const all = await allProducts(origin);
  const { context, page, complaints } = await openVisit(browser);
  await openAppPage(page, `${app}mall/category`);
  await page.getByText("20+ 件商品").waitFor();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 4_000);
      return page.getByText("没有更多了").isVisible();
    })
    .toBe(true);
  const shown = await titles(page);
  expect(shown.toSorted()).toEqual(all.map(({ title }) => title).toSorted());
  await page.getByText(`${all.length} 件商品`, { exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("MA01 sort and filters are in the address, each condition can be taken back, and 清空条件 takes all", async () => {
  const { context, page } = await openVisit(browser);
  await openAppPage(page, `${app}mall/category`);
  await page.getByRole("link", { name: "价格", exact: true }).click();
  await page.waitForURL("**/mall/category?sort=priceUp");
  const cheapest = await contractClient(origin)(listProducts, { sort: "priceUp", size: 20 });
  await expect.poll(() => titles(page)).toEqual(cheapest.list.map(({ title }) => title));
  await page.getByRole("button", { name: "筛选" }).click();
  const sheet = page.getByRole("dialog", { name: "筛选" });
  await sheet.getByRole("button", { name: "行云", exact: true }).click();
  await sheet.getByRole("button", { name: "¥100–300" }).click();
  await sheet.getByRole("button", { name: "仅看有货" }).click();
  expect(page.url()).toContain("sort=priceUp");
  expect(page.url()).not.toContain("series");
  await sheet.getByRole("button", { name: "查看商品" }).click();
  await page.waitForURL("**/mall/category?series=xingyun&sort=priceUp&stock=1&price=to300");
  const { list } = await contractClient(origin)(listProducts, {
    seriesCode: "xingyun",
    sort: "priceUp",
    inStock: "1",
    fromFen: 10_000,
    toFen: 30_000,
    size: 20,
  });
  expect(list.length).toBeGreaterThan(0);
  await expect.poll(() => titles(page)).toEqual(list.map(({ title }) => title));
  await page.getByRole("button", { name: "筛选，已选 3 项" }).waitFor();
  await page.getByRole("link", { name: "移除条件：行云" }).click();
  await page.waitForURL("**/mall/category?sort=priceUp&stock=1&price=to300");
  await page.getByRole("button", { name: "筛选，已选 2 项" }).click();
  await page.getByRole("dialog", { name: "筛选" }).getByRole("button", { name: "清空条件" }).click();
  await page.waitForURL("**/mall/category?sort=priceUp");
  await context.close();
});

test("MA01 a category shows its products alone, and its chips lead to its parts", async () => {
  const call = contractClient(origin);
  const [category] = await call(listCategories, {});
  const [, child] = category?.children ?? [];
  const ofCategory = await call(listProducts, { categoryId: category?.categoryId ?? "", size: 20 });
  const ofChild = await call(listProducts, { categoryId: child?.categoryId ?? "", size: 20 });
  const { context, page } = await openVisit(browser);
  await openAppPage(page, `${app}mall/category/${category?.categoryId ?? ""}`);
  await page.getByRole("heading", { name: category?.name ?? "none", level: 1 }).waitFor();
  expect(await titles(page)).toEqual(ofCategory.list.map(({ title }) => title));
  const chips = page.getByRole("navigation", { name: "分类" });
  expect(await chips.getByRole("link", { name: "全部" }).getAttribute("aria-current")).toBe("page");
  await chips.getByRole("link", { name: child?.name ?? "none" }).click();
  await expect.poll(() => titles(page)).toEqual(ofChild.list.map(({ title }) => title));
  await page.getByRole("heading", { name: child?.name ?? "none", level: 1 }).waitFor();
  await context.close();
});

test("MA01 search: suggestions by pinyin, history on this device alone, and others where nothing is found", async () => {
  const { context, page, complaints } = await openVisit(browser);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await openAppPage(page, `${app}mall/search`);
  await page.getByRole("heading", { name: "大家都在买" }).waitFor();
  const field = page.getByRole("searchbox", { name: "搜索商品、车系" });
  await field.fill("jiaodian");
  const suggestions = page.getByRole("list", { name: "搜索建议" });
  await suggestions.getByRole("link").first().waitFor();
  const wanted = (await suggestions.getByRole("link").first().textContent()) ?? "";
  expect(wanted).toMatch(/脚垫/);
  await suggestions.getByRole("link").first().click();
  await page.waitForURL("**/mall/search?keyword=*");
  await expect.poll(async () => (await titles(page)).some((title) => title.includes("脚垫"))).toBe(true);
  await expect.poll(() => page.title()).toBe(`${wanted} - 青岚汽车`);
  await field.fill("没有这种东西");
  await field.press("Enter");
  await page.getByText("没有找到“没有这种东西”").waitFor();
  await page.getByRole("heading", { name: "看看这些" }).waitFor();
  expect((await titles(page)).length).toBeGreaterThan(0);
  await openAppPage(page, `${app}mall/search`);
  const recent = page.locator("section", { has: page.getByRole("heading", { name: "最近搜过" }) });
  expect(await recent.getByRole("link").allTextContents()).toEqual(["没有这种东西", wanted]);
  await recent.getByText("历史只存在这台设备上").waitFor();
  await recent.getByRole("button", { name: "清空搜索历史" }).click();
  await recent.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("heading", { name: "大家都在买" }).waitFor();
  expect(await recent.count()).toBe(0);
  // The searched text is in no event.
  expect(sent.filter((one) => one.includes("/track") && one.includes("没有这种东西"))).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("MA01 the search form works without a script", async () => {
  const { context, page } = await openVisit(browser, { javaScriptEnabled: false });
  await page.goto(`${app}mall/search`);
  await page.getByRole("searchbox").fill("脚垫");
  await page.getByRole("button", { name: "搜索", exact: true }).click();
  await page.waitForURL("**/mall/search?keyword=*");
  const found = await titles(page);
  // Titles first, then the products of categories with the word in their name.
  expect(found[0]).toContain("脚垫");
  await context.close();
});

test("MA01 an unknown sort, price or series of an address is left out", async () => {
  const { context, page } = await openVisit(browser);
  const answer = await page.goto(`${app}mall/category?sort=cheap&price=free&series=%3Cb%3E&stock=yes`);
  expect(answer?.status()).toBe(200);
  await page.getByText("20+ 件商品").waitFor();
  expect(await page.getByRole("button", { name: "筛选", exact: true }).count()).toBe(1);
  await context.close();
});
