import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { OperatorRole } from "#contract/console/rights.ts";
import { axeFindings } from "../testing/accessibility.ts";
import { launch } from "../testing/chromium.ts";
import { openConsoleAs } from "../testing/console.ts";
import { film, untilShown } from "../testing/film.ts";

const origin = inject("origin");
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Roles that see every page between them. */
const roles: readonly OperatorRole[] = ["hq-admin", "finance", "sysadmin"];
const widths = [768, 1280, 1440, 1920, 2560];

/** Paths of the links of a navigation. */
const pathsIn = (page: Page, label: string): Promise<string[]> =>
  page
    .getByRole("navigation", { name: label })
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));

/** All pages that the menu and its tabs offer. */
async function pagesOf(page: Page): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const path of await pathsIn(page, "运营后台")) {
    await page.goto(origin + path);
    await page.getByRole("main").waitFor();
    found.add(path);
    for (const tab of await pathsIn(page, "页内")) found.add(tab);
  }
  return found;
}

/** Waits until nothing of the page is loading. */
async function settle(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  // The board listens to a stream of numbers, which does not end.
  if (!page.url().includes("/dashboard")) await page.waitForLoadState("networkidle");
  await untilShown(page);
}

/** Faults of what the page shows now: axe in both themes, failed parts, and what is wider than the window. */
async function faultsOf(page: Page, name: string): Promise<string[]> {
  const faults = (await axeFindings(page)).map((finding) => `${name}: ${finding}`);
  if ((await page.getByRole("button", { name: "重试" }).count()) > 0) faults.push(`${name}: failed`);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) faults.push(`${name}: ${over} px wider than ${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  return faults;
}

test.each(roles)(
  "CO04 CO29 CO41 CO42 every page of %s is whole, at all widths and in both themes",
  { timeout: 600_000 },
  async (role) => {
    const { context, page, complaints } = await openConsoleAs(browser, origin, role);
    const faults: string[] = [];
    for (const path of await pagesOf(page)) {
      const name = path.replace("/console/", "").replaceAll("/", "-");
      await page.goto(origin + path);
      await settle(page);
      await film(page, name);
      faults.push(...(await faultsOf(page, path)));
      const row = page.locator("[data-open-row]").first();
      if ((await row.count()) === 0) continue;
      await row.click();
      await settle(page);
      await film(page, `${name}-open`);
      faults.push(...(await faultsOf(page, `${path}, a row opened`)));
    }
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  },
);
