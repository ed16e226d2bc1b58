import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { findOpenGroup, newGroupMember } from "../testing/club-groups.ts";
import { launch, phone, openVisit } from "../testing/chromium.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { signUpOverHttp } from "../testing/http-actions.ts";
import { appAddress, formPath, openAppPage } from "../testing/page-actions.ts";
import { classSelector, signUpForm } from "../testing/class-selector.ts";

const origin = inject("origin");
let browser: Browser;
let offline: ActivityDetail;
let online: ActivityDetail;
beforeAll(async () => {
  browser = await launch();
  offline = await findActivity(origin, activityFilters.plain);
  online = await findActivity(
    origin,
    ({ koc, status, activityType, pageType, conditions = [] }) =>
      koc !== undefined &&
      koc.remaining > 0 &&
      status === 2 &&
      activityType === "online" &&
      pageType !== "lead" &&
      conditions.length === 0,
  );
});
afterAll(() => browser.close());

declare global {
  interface Window {
    /** Person-dependent texts that were readable, frame by frame. */
    readFrames?: Set<string>;
  }
}
/**
 * Records, frame by frame, the readable text of the main button, its tool, the programme's card, or the
 * screen in place of a form.
 */
const recordReadableTexts = (page: Page) =>
  page.addInitScript(
    (selector) => {
      const read = (window.readFrames = new Set<string>());
      const look = () => {
        for (const element of document.querySelectorAll<HTMLElement>(selector)) {
          const text = element.innerText.trim();
          const { color, visibility } = getComputedStyle(element);
          if (text !== "" && visibility === "visible" && !color.endsWith(", 0)")) read.add(text);
        }
        requestAnimationFrame(look);
      };
      look();
    },
    `${classSelector("frame", "bottomBar")} ${classSelector("controls", "button")}, ${classSelector("frame", "bottomBar")} ${classSelector("frame", "tool")}[aria-pressed], ${classSelector("koc-card", "card")} ${classSelector("koc-card", "footer")}, ${classSelector("content", "empty")} h2`,
  );
/** Delays answers to requests that match `pattern` until `release` is called. */
async function hold(page: Page, pattern: string): Promise<{ holdAgain: () => void; release: () => void }> {
  let gate = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return { holdAgain: () => void (gate = Promise.withResolvers()), release: () => gate.resolve() };
}
/** Navigates without waiting: on a slow page the load event comes after its calls have timed out. */
const goTo = (page: Page, address: string) => page.goto(address, { waitUntil: "commit" });
const readableTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(window.readFrames ?? [])].flatMap((text) => text.split("\n")));

test("K15 M06 a ticket holder sees only the ticket link while the page loads: no login, no free seat, no heart", async () => {
  const person = await newPerson(origin);
  await signUpOverHttp(origin, person, offline);
  const { context, page } = await openVisitAs(browser, origin, person);
  await recordReadableTexts(page);
  const held = await hold(page, "**/activity/page/isSign**");
  const address = `${appAddress(origin)}offline/${offline.activityId}`;
  await goTo(page, address);
  const asking = page.getByRole("link", { name: "正在查看你的报名" });
  await asking.waitFor();
  expect(await asking.getAttribute("aria-busy")).toBe("true");
  expect(await accessibilityFindings(page, "detail while asking")).toEqual([]);
  held.release();
  await page.getByRole("link", { name: "查看报名凭证" }).waitFor();
  // Loads again without the accessibility check: its duration could exceed the page's timeout.
  held.holdAgain();
  await goTo(page, address);
  await asking.waitFor();
  held.release();
  await page.getByRole("link", { name: "查看报名凭证" }).waitFor();
  await page.waitForFunction(() => window.readFrames?.has("查看报名凭证"));
  expect(await readableTexts(page)).toEqual(["查看报名凭证"]);
  await context.close();
});

/** Reads a page whose client script never loads, as the server rendered it. */
async function readWithoutClient(page: Page, path: string, rendered: string): Promise<string[]> {
  await recordReadableTexts(page);
  await page.route(/\.js(\?|$)/, () => {});
  await goTo(page, appAddress(origin) + path);
  await page.locator(rendered).first().waitFor({ state: "attached" });
  await page.waitForFunction(() => document.readyState === "complete");
  // On a phone the style sheet's animation "later" reveals content after the first frame.
  await page.evaluate(async () => {
    const following = document
      .getAnimations()
      .filter((one) => (one as CSSAnimation).animationName === "later");
    await Promise.all(following.map(({ finished }) => finished));
    for (let frame = 0; frame < 2; frame++)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  });
  return readableTexts(page);
}

test("K15 M06 the server-rendered page hides the person's state, and shows a visitor's at once", async () => {
  const withoutClient = (page: Page) =>
    readWithoutClient(
      page,
      `online/${online.activityId}`,
      `${classSelector("frame", "bottomBar")} ${classSelector("controls", "button")}`,
    );
  const known = await openVisitAs(browser, origin, await newPerson(origin));
  const visitor = await openVisit(browser, phone);
  expect((await withoutClient(known.page)).filter((text) => text !== "收藏")).toEqual([]);
  const read = await withoutClient(visitor.page);
  expect(read).toContain("登录并报名");
  expect(read).toContain("立即加入");
  await known.context.close();
  await visitor.context.close();
});

test("K15 if the person's state does not arrive, the link to the form appears after a while", async () => {
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin));
  await page.route("**/activity/page/isSign**", () => {});
  await page.route("**/flow/status**", () => {});
  await goTo(page, `${appAddress(origin)}offline/${offline.activityId}`);
  await page.getByRole("link", { name: "正在查看你的报名" }).waitFor();
  await page.getByRole("link", { name: /^立即报名/ }).waitFor();
  expect(await page.getByRole("link", { name: "正在查看你的报名" }).count()).toBe(0);
  await context.close();
});

test("L06 a ticket holder who opens the form's address sees only the ticket: no form, and no closed sign-up", async () => {
  const person = await newPerson(origin);
  await signUpOverHttp(origin, person, offline);
  /** Opens the form in a browser that has not cached the ticket yet. */
  const arrive = async () => {
    const { context, page } = await openVisitAs(browser, origin, person);
    await recordReadableTexts(page);
    const { release } = await hold(page, "**/activity/page/isSign**");
    await goTo(page, appAddress(origin) + formPath(offline.activityId));
    await page.locator("main[aria-busy=true]").waitFor();
    const ticket = page.getByRole("article", { name: "报名凭证" });
    return { context, page, release, ticket };
  };
  const examined = await arrive();
  expect(await accessibilityFindings(examined.page, "ticket while asking")).toEqual([]);
  await examined.context.close();
  // Loads again without the accessibility check: its duration could exceed the page's timeout.
  const { context, page, release, ticket } = await arrive();
  release();
  await ticket.waitFor();
  expect(await readableTexts(page)).toEqual([]);
  await context.close();
});

test("L06 L09 a form, and a closed sign-up, wait for the person's state, and show a visitor's at once", async () => {
  const { activityId: ended } = await findActivity(origin, activityFilters.ended);
  const known = await openVisitAs(browser, origin, await newPerson(origin));
  const visitor = await openVisit(browser, phone);
  const form = [
    formPath(offline.activityId),
    `${signUpForm()} ${classSelector("frame", "bottomBar")} ${classSelector("controls", "button")}`,
  ] as const;
  const over = [formPath(ended), `${classSelector("content", "empty")} h2`] as const;
  expect(await readWithoutClient(known.page, ...form)).toEqual([]);
  expect(await readWithoutClient(known.page, ...over)).toEqual([]);
  expect(await readWithoutClient(visitor.page, ...form)).toEqual(["登录并提交"]);
  expect(await readWithoutClient(visitor.page, ...over)).toEqual(["报名已结束"]);
  await known.context.close();
  await visitor.context.close();
});

test("L06 if the ticket's state does not arrive, the form appears after a while", async () => {
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin));
  await page.route("**/activity/page/isSign**", () => {});
  await goTo(page, appAddress(origin) + formPath(offline.activityId));
  await page.locator("main[aria-busy=true]").waitFor();
  await page.getByRole("button", { name: "提交报名" }).waitFor();
  expect(await page.locator("main[aria-busy=true]").count()).toBe(0);
  await context.close();
});

test("L06 a history step from one ticket to another shows the other one", async () => {
  const person = await newPerson(origin);
  const other = await findActivity(origin, activityFilters.withSession);
  await signUpOverHttp(origin, person, offline);
  await signUpOverHttp(origin, person, other);
  const { context, page } = await openVisitAs(browser, origin, person);
  const titled = (name: string) => page.getByRole("article").getByRole("heading", { name }).waitFor();
  await openAppPage(page, appAddress(origin) + formPath(offline.activityId));
  await titled(offline.title);
  await page.evaluate((address) => history.pushState(null, "", address), formPath(other.activityId).slice(8));
  await page.evaluate(() => history.back());
  await titled(offline.title);
  await page.evaluate(() => history.forward());
  await titled(other.title);
  expect(await page.getByRole("heading", { name: offline.title }).count()).toBe(0);
  await context.close();
});

test("P14 while the page loads, a member sees no join button and a verified owner no verification link", async () => {
  const groupId = await findOpenGroup(origin);
  const person = await newGroupMember(origin, groupId);
  const { context, page } = await openVisitAs(browser, origin, person);
  await recordReadableTexts(page);
  const held = await hold(page, "**/community/group/**");
  const address = `${appAddress(origin)}club/group/${groupId}`;
  const asking = page.getByRole("button", { name: /^正在查看你和/ });
  await goTo(page, address);
  await asking.waitFor();
  expect(await accessibilityFindings(page, "group while asking")).toEqual([]);
  held.release();
  await page.getByRole("link", { name: "写动态" }).waitFor();
  held.holdAgain();
  await goTo(page, address);
  await asking.waitFor();
  held.release();
  await page.getByRole("link", { name: "写动态" }).waitFor();
  await page.waitForFunction(() => window.readFrames?.has("写动态"));
  expect((await readableTexts(page)).filter((text) => text !== "关注")).toEqual(["写动态"]);
  await goTo(page, `${appAddress(origin)}club/groups`);
  const offer = page.locator(classSelector("club", "verify"));
  await page.getByRole("heading", { name: "我的车友会" }).waitFor();
  expect(await offer.count()).toBe(0);
  await context.close();
});
