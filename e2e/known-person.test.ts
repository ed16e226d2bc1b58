import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity.ts";
import { applyJoinGroup, listGroups } from "#contract/community.ts";
import { findingsOn } from "./accessible.ts";
import { findActivity, wishes } from "./activities.ts";
import { over } from "./calls.ts";
import { launch, phone, visit } from "./chromium.ts";
import { newPerson, visitAs } from "./people.ts";
import { signUpOver } from "./sign-up-over.ts";
import { simulator } from "./simulator.ts";
import { appOf } from "./walk.ts";

const origin = inject("origin");
let browser: Browser;
let offline: ActivityDetail;
let online: ActivityDetail;
beforeAll(async () => {
  browser = await launch();
  offline = await findActivity(origin, wishes.plain);
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
    /** What could be read on what depends on the person, frame by frame. */
    readFrames?: Set<string>;
  }
}
/** Notes, frame by frame, what is to be read on the main button, its tool and the programme's card. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const read = (window.readFrames = new Set<string>());
    const look = () => {
      for (const element of document.querySelectorAll<HTMLElement>(
        ".bar .btn, .bar .tool[aria-pressed], .kocc .ft",
      )) {
        const text = element.innerText.trim();
        const { color, visibility } = getComputedStyle(element);
        if (text !== "" && visibility === "visible" && !color.endsWith(", 0)")) read.add(text);
      }
      requestAnimationFrame(look);
    };
    look();
  });
const readOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(window.readFrames ?? [])].flatMap((text) => text.split("\n")));

test("K15 M06 whoever holds a ticket reads of it alone while the page loads: no login, no free seat, no heart that goes", async () => {
  const person = await newPerson(origin);
  await signUpOver(origin, person, offline);
  const { context, page } = await visitAs(browser, origin, person);
  await watch(page);
  const gate = Promise.withResolvers<void>();
  await page.route("**/activity/page/isSign**", async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto(`${appOf(origin)}offline/${offline.activityId}`);
  const asking = page.getByRole("link", { name: "正在查看你的报名" });
  await asking.waitFor();
  expect(await asking.getAttribute("aria-busy")).toBe("true");
  expect(await findingsOn(page, "detail while asking")).toEqual([]);
  gate.resolve();
  await page.getByRole("link", { name: "查看报名凭证" }).waitFor();
  await page.waitForFunction(() => window.readFrames?.has("查看报名凭证"));
  expect(await readOn(page)).toEqual(["查看报名凭证"]);
  await context.close();
});

test("K15 M06 what the server wrote waits for the person's state, and is a visitor's at once", async () => {
  // The client never arrives: what stands is what was rendered.
  const withoutClient = async (page: Page): Promise<string[]> => {
    await watch(page);
    await page.route(/\.js(\?|$)/, () => {});
    await page.goto(`${appOf(origin)}online/${online.activityId}`, { waitUntil: "commit" });
    await page.locator(".bar .btn").waitFor();
    await page.waitForFunction(() => document.readyState === "complete");
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    return readOn(page);
  };
  const known = await visitAs(browser, origin, await newPerson(origin));
  const visitor = await visit(browser, phone);
  expect((await withoutClient(known.page)).filter((text) => text !== "收藏")).toEqual([]);
  const read = await withoutClient(visitor.page);
  expect(read).toContain("登录并报名");
  expect(read).toContain("立即加入");
  await known.context.close();
  await visitor.context.close();
});

test("K15 where the person's state does not come, the way to the form is open after a while", async () => {
  const { context, page } = await visitAs(browser, origin, await newPerson(origin));
  await page.route("**/activity/page/isSign**", () => {});
  await page.route("**/flow/status**", () => {});
  await page.goto(`${appOf(origin)}offline/${offline.activityId}`);
  await page.getByRole("link", { name: "正在查看你的报名" }).waitFor();
  await page.getByRole("link", { name: /^立即报名/ }).waitFor();
  expect(await page.getByRole("link", { name: "正在查看你的报名" }).count()).toBe(0);
  await context.close();
});

test("P14 a member of a group reads nothing of joining it, and a verified owner nothing of verification, while the page loads", async () => {
  const person = await newPerson(origin);
  await simulator(origin).ownsCar(person.mobile, []);
  const by = over(origin, { token: person.token });
  const { list } = await by(listGroups, { pageSize: 50 });
  const group = list.find(
    ({ joinMode, seriesCodes, members, places }) =>
      joinMode === "open" && seriesCodes.length === 0 && members < places,
  );
  await by(applyJoinGroup, { groupId: group?.groupId ?? "" });
  const { context, page } = await visitAs(browser, origin, person);
  await watch(page);
  const gate = Promise.withResolvers<void>();
  await page.route("**/community/group/**", async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto(`${appOf(origin)}club/group/${group?.groupId ?? ""}`);
  await page.getByRole("button", { name: /^正在查看你和/ }).waitFor();
  expect(await findingsOn(page, "group while asking")).toEqual([]);
  gate.resolve();
  await page.getByRole("link", { name: "写动态" }).waitFor();
  await page.waitForFunction(() => window.readFrames?.has("写动态"));
  expect((await readOn(page)).filter((text) => text !== "关注")).toEqual(["写动态"]);
  await page.goto(`${appOf(origin)}club/groups`, { waitUntil: "commit" });
  const offer = page.locator(".cl-verify");
  await page.getByRole("heading", { name: "我的车友会" }).waitFor();
  expect(await offer.count()).toBe(0);
  await context.close();
});
