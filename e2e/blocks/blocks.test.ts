import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import type { PageBlock } from "#contract/blocks/blocks.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { findActivity } from "../testing/activities.ts";
import { desktop, launch, phone, openVisit } from "../testing/chromium.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { appAddress, openAppPage, solveByDragging } from "../testing/page-actions.ts";
import { classSelector } from "../testing/class-selector.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Finds an online activity that is under way and whose page has these blocks. */
const withBlocks = (...kinds: PageBlock["kind"][]): Promise<ActivityDetail> =>
  findActivity(
    origin,
    ({ activityType, status, blocks, conditions }) =>
      activityType === "online" &&
      status === 2 &&
      conditions === undefined &&
      kinds.every((kind) => blocks.some((one) => one.kind === kind)),
  );

test("K13 C16 a composed page is complete without script: every block's texts, in the operator's order", async () => {
  const activity = await withBlocks("gallery", "agenda", "people", "faq", "hero");
  const html = await (await fetch(`${app}online/${activity.activityId}`)).text();
  const body = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  // Titles are split where a line may break; their text is whole.
  const text = body.replaceAll(/<[^>]+>/g, "");
  const places = activity.blocks.flatMap((block) =>
    "title" in block && block.title !== undefined ? [text.indexOf(block.title)] : [],
  );
  expect(places.length).toBeGreaterThan(4);
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test.each([
  ["phone", phone],
  ["desktop", desktop],
])("Z08 K13 expandable parts of a composed page open, and axe finds nothing: %s", async (name, device) => {
  const { activityId } = await withBlocks("gallery", "agenda", "people", "faq", "hero");
  const { context, page, complaints } = await openVisit(browser, device);
  await openAppPage(page, `${app}online/${activityId}`);
  const question = page.locator("details").first();
  await question.locator("summary").click();
  expect(await question.locator("p").isVisible()).toBe(true);
  expect(await accessibilityFindings(page, `composed page, ${name}`)).toEqual([]);
  await page
    .getByRole("button", { name: /^放大查看/ })
    .nth(1)
    .click();
  const large = page.getByRole("dialog");
  await large.getByText(/^2 \/ \d/).waitFor();
  await page.keyboard.press("Escape");
  await large.waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});

test("M10 M11 a coupon is claimed within the page that offers it, and stays there", async () => {
  const { activityId } = await withBlocks("coupon", "map");
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin));
  // Delays the coupon block's script: a press before it loads must not be lost.
  await page.route(/\/coupon-part-[^/]*\.js$/, async (route) => {
    await page.waitForFunction(() => "pressed" in window);
    await route.continue();
  });
  await openAppPage(page, `${app}online/${activityId}`);
  await page.getByRole("button", { name: "领取冬季保养抵用券" }).click();
  await page.evaluate(() => Object.assign(window, { pressed: true }));
  await solveByDragging(page);
  await page.getByText("领取成功").waitFor();
  await page.getByRole("button", { name: "去使用冬季保养抵用券" }).waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  const own = page.getByRole("button", { name: "去使用冬季保养抵用券" });
  await own.waitFor();
  expect(await page.getByRole("button", { name: "领取冬季保养抵用券" }).count()).toBe(0);
  await context.close();
});

test("M05 a landing page's form block links to the sign-up form", async () => {
  const { activityId } = await withBlocks("form", "people", "faq");
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin));
  await openAppPage(page, `${app}online/${activityId}?utm_source=poster`);
  await page.locator(classSelector("blocks", "block")).getByRole("link", { name: "立即报名" }).click();
  await page.waitForURL("**/offline/signUpUser?**");
  const { searchParams } = new URL(page.url());
  expect([searchParams.get("activityId"), searchParams.get("utm_source")]).toEqual([activityId, "poster"]);
  await context.close();
});
