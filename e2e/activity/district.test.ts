import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { listNearby } from "#contract/activity/activity.ts";
import { contractClient } from "../testing/contract-client.ts";
import { hydrated, launch, openVisit } from "../testing/chromium.ts";
import { appAddress } from "../testing/page-actions.ts";

const origin = inject("origin");
const app = appAddress(origin);
const MINHANG = "310112";
let browser: Browser;
let expected: string[];
beforeAll(async () => {
  browser = await launch();
  const { list } = await contractClient(origin)(listNearby, { districtCode: MINHANG, size: 50 });
  expected = list.map(({ activityId }) => activityId).sort();
});
afterAll(() => browser.close());

const linksIn = (html: string): string[] =>
  [...new Set([...html.matchAll(/\/(?:offline|online)\/(\d+)"/g)].map(([, id = ""]) => id))].sort();

test("J18 the server renders a district's list with its chip", async () => {
  const html = await (await fetch(`${app}list?districtCode=${MINHANG}`)).text();
  expect(expected.length).toBeGreaterThan(0);
  expect(linksIn(html)).toEqual(expected.slice(0, 20).sort());
  expect(html).toContain("去掉条件：闵行区");
});

test.each([
  ["list", "闵行县"],
  ["", "闵行"],
])("J18 on /%s a district found as %s narrows the list until its chip is removed", async (path, text) => {
  const { context, page } = await openVisit(browser);
  await page.goto(app + path);
  await hydrated(page);
  await page.getByRole("button", { name: /上海/ }).filter({ visible: true }).first().click();
  await page.getByRole("searchbox", { name: "搜索城市" }).fill(text);
  await page.getByRole("button", { name: "闵行区" }).click();
  await page.waitForURL(`**/list?districtCode=${MINHANG}`);
  const chip = page.getByRole("link", { name: "去掉条件：闵行区" });
  await chip.waitFor();
  await expect.poll(async () => linksIn(await page.locator("main").innerHTML())).toEqual(expected);
  await chip.click();
  await page.waitForURL("**/list");
  await expect.poll(() => chip.count()).toBe(0);
  await context.close();
});
