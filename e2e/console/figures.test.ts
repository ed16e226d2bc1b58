import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { activityFilters, findActivity } from "../testing/activities.ts";
import { launch } from "../testing/chromium.ts";
import { openConsoleAs } from "../testing/console.ts";
import { signUpOverHttp } from "../testing/http-actions.ts";
import { newPerson } from "../testing/people.ts";

const origin = inject("origin");
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** The whole number in a text: 1,544 次. */
const numberIn = (text: string | null): number =>
  Number(/\d[\d,]*/.exec(text ?? "")?.[0].replaceAll(",", ""));

test("CO78 CO85 a sign-up shows on the board as it happens, and 查看明细 has as many rows as the card says", async () => {
  const activity = await findActivity(origin, activityFilters.withSession);
  const { context, page, complaints } = await openConsoleAs(browser, origin, "hq-admin");
  // The board is the start page of who sees figures.
  await page.waitForURL(/\/console\/dashboard/);
  const live = page.getByRole("region", { name: "今日实时" });
  const today = live.locator("div", { hasText: /^报名/ }).locator("dd");
  await today.waitFor();
  const before = numberIn(await today.textContent());
  const person = await newPerson(origin);
  await signUpOverHttp(origin, person, activity, { name: `看${person.mobile.slice(-6)}` });
  await expect.poll(async () => numberIn(await today.textContent())).toBeGreaterThan(before);
  // Lists count exactly up to 10,000 rows.
  await page.goto(`${origin}/console/dashboard?period=1d&activity=${activity.activityId}`);
  const card = page.getByRole("region", { name: "报名", exact: true });
  await card.waitFor();
  const shown = numberIn(await card.locator("p").first().textContent());
  await card.getByRole("link", { name: "查看明细：报名" }).click();
  await page.getByRole("table", { name: "指标明细" }).waitFor();
  expect(numberIn((await page.getByText(/共 [\d,]+ 条/).textContent())?.split("共")[1] ?? null)).toBe(shown);
  expect(page.url()).not.toContain(person.mobile);
  await page
    .getByRole("link", { name: /数据看板/ })
    .first()
    .click();
  await page.getByRole("region", { name: "报名", exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("CO04 CO30 the analysis keeps tab, filter and sort in its address, and a press on a channel narrows to it", async () => {
  const { context, page, complaints } = await openConsoleAs(browser, origin, "hq-admin");
  await page.goto(`${origin}/console/analysis`);
  await page.getByRole("table", { name: "活动" }).waitFor();
  await page.getByRole("tab", { name: "渠道" }).click();
  const table = page.getByRole("table", { name: "渠道" });
  await table.waitFor();
  await table.getByRole("button", { name: "按访问人数排序" }).click();
  await page.waitForURL(/sort=-visitors/);
  const first = table.getByRole("rowheader").first();
  const name = (await first.textContent()) ?? "";
  await first.getByRole("button").click();
  await page.waitForURL(/channel=/);
  await expect.poll(() => table.getByRole("rowheader").allTextContents()).toEqual([name, "合计"]);
  await page.goBack();
  await expect.poll(() => page.url()).not.toContain("channel=");
  await page.getByRole("tab", { name: "漏斗" }).click();
  await page.getByRole("table", { name: "转化漏斗" }).waitFor();
  await page.getByRole("group", { name: "分组" }).getByRole("button", { name: "终端" }).click();
  await page.getByRole("table", { name: "按终端" }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

/** Scripts that the page has loaded, with their compressed size. */
const scriptsOf = (page: Page): Promise<{ name: string; size: number }[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map((entry) => entry as PerformanceResourceTiming)
      .filter(({ name }) => name.endsWith(".js"))
      .map(({ name, encodedBodySize }) => ({ name, size: encodedBodySize })),
  );

test("CO03 the board's first load is at most 250 KB; charts are a chunk of their own, which other pages do not load", async () => {
  const { context, page } = await openConsoleAs(browser, origin, "hq-admin");
  await page.goto(`${origin}/console/dashboard`);
  await page.locator("[data-kind=line] svg").waitFor();
  const scripts = await scriptsOf(page);
  const isChart = ({ name }: { name: string }) => /chart-canvas/.test(name);
  expect(scripts.filter(isChart)).toHaveLength(1);
  const first = scripts.filter((script) => !isChart(script)).reduce((sum, { size }) => sum + size, 0);
  expect(first).toBeGreaterThan(100_000);
  expect(first).toBeLessThanOrEqual(250_000);
  await page.goto(`${origin}/console/guests`);
  await page.getByRole("table").waitFor();
  expect((await scriptsOf(page)).filter(isChart)).toEqual([]);
  await context.close();
});
