import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { hydrated, launch, openVisit } from "../testing/chromium.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { classSelector } from "../testing/class-selector.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";
import { eventsOfVisitor, storedEvents, visitorIdOf } from "../testing/tracking-events.ts";

const origin = inject("origin");
const app = appAddress(origin);
const build = fileURLToPath(new URL("../../build", import.meta.url));
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** The stored errors of a page's visitor, in order of time. */
async function errorsOf(page: Page) {
  const events = await eventsOfVisitor(origin, await visitorIdOf(page));
  return events.filter(({ event }) => event === "page_error").map(({ properties }) => properties);
}
const messagesOf = async (page: Page) => (await errorsOf(page)).map(({ message }) => message);
/** Rejects in a task of the page, as a defect of its own scripts would. */
const reject = (page: Page, message: string) =>
  page.evaluate((text) => void setTimeout(() => Promise.reject(new RangeError(text))), message);
/** Opens a page and ends its first screen, after which errors are reported. */
async function openTouched(page: Page, path: string): Promise<void> {
  await openAppPage(page, app + path);
  await page.keyboard.press("Tab");
}

test("X18 X16 an error is stored with route, release and host, without personal data, once and five times a session", async () => {
  const { context, page } = await openVisit(browser);
  await openTouched(page, "list?mobile=13900139000");
  await reject(page, 'no card for "林晓岚" 13900139000 陈屿');
  await expect.poll(() => messagesOf(page)).toEqual(['RangeError: no card for "…" # …']);
  const [stored] = await errorsOf(page);
  expect(stored).toMatchObject({ kind: "rejection", route: "/marketing/area/activity/list" });
  expect(stored).toMatchObject({ release: expect.stringMatching(/^[\w-]{6,}$/) });
  expect(Object.keys(stored ?? {})).not.toContain("$url");
  expect(stored?.["platform_type"]).not.toBe("");
  // The same again, also after a reload, is one event.
  await reject(page, 'no card for "陈屿" 13900139001 林');
  await page.reload();
  await hydrated(page);
  await page.keyboard.press("Tab");
  for (const name of ["b", "c", "d", "e"]) await reject(page, name);
  await expect.poll(async () => (await messagesOf(page)).length).toBe(5);
  await reject(page, "the sixth");
  await page.getByRole("button", { name: "本周末" }).click();
  // The click is tracked after the error would have been.
  await expect
    .poll(async () => (await eventsOfVisitor(origin, await visitorIdOf(page))).at(-1)?.event)
    .toBe("$WebClick");
  expect(new Set(await messagesOf(page))).toEqual(
    new Set([
      'RangeError: no card for "…" # …',
      ...["b", "c", "d", "e"].map((name) => `RangeError: ${name}`),
    ]),
  );
  expect(await messagesOf(page)).toHaveLength(5);
  await context.close();
});

test("X18 Z11 an error of the page itself is described as such, not as overload; the ways out work, and its report has lines of the sources", async () => {
  const { context, page } = await openVisit(browser);
  await page.addInitScript(() => {
    const { createElement } = Document.prototype;
    Document.prototype.createElement = function (
      this: Document,
      name: string,
      options?: ElementCreationOptions,
    ) {
      if (document.documentElement.dataset["broken"] === name) throw new TypeError(`no ${name} today`);
      return createElement.call(this, name, options);
    } as typeof createElement;
  });
  const breakCards = () =>
    page.evaluate(() => {
      document.documentElement.dataset["broken"] = "h3";
    });
  const openHome = () => page.locator("a[href$='/activity/']:visible").first().click();
  for (const way of ["重新加载", "去首页看看"]) {
    await openTouched(page, "mine");
    await visitorIdOf(page);
    await breakCards();
    await openHome();
    await page.getByRole("heading", { name: "页面出了点问题" }).waitFor();
    expect(await page.getByText("活动太火爆了").count()).toBe(0);
    expect(await accessibilityFindings(page, way)).toEqual([]);
    await page.getByRole("main").getByRole("link", { name: way }).click();
    const card = `${classSelector("card", "nearby")} a`;
    await page.locator(card).first().waitFor();
    await hydrated(page);
  }
  await expect.poll(() => messagesOf(page)).toEqual(["TypeError: no h3 today"]);
  const [stored] = await errorsOf(page);
  const frames = String(stored?.["stack"]).split(" ").slice(1);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["scripts/commands/page-errors.ts", "resolve", ...frames],
    { cwd: fileURLToPath(new URL("../..", import.meta.url)) },
  );
  const positions = stdout.trim().split("\n");
  expect(positions.length).toBeGreaterThan(2);
  expect(positions.join("\n")).toMatch(/^react-dom\/cjs\//m);
  // No position in a built script is left.
  expect(positions.filter((position) => /-[\w-]{7}\.js:/.test(position))).toEqual([]);
  await context.close();
});

test("X18 Z10 scripts that do not start are reported", async () => {
  const begun = Date.now();
  const { context, page } = await openVisit(browser);
  // The page reloads once by itself.
  await page.route(/assets\/base-[\w-]+\.js$/, (route) =>
    route.fulfill({ contentType: "text/javascript", body: "throw new SyntaxError('an old browser');" }),
  );
  await page.goto(`${app}list`);
  await page.locator("#script-failed").waitFor();
  const reported = async () =>
    (await storedEvents(origin)).filter(
      ({ event, distinct_id, receivedTime }) =>
        event === "page_error" && distinct_id === "start" && receivedTime >= begun,
    );
  await expect.poll(async () => (await reported()).length).toBe(1);
  expect((await reported())[0]?.properties).toMatchObject({
    kind: "start",
    message: "SyntaxError: an old browser",
    route: "/marketing/area/activity/list",
  });
  await context.close();
});

test("X18 source maps are not served, and no script names one", async () => {
  const assets = `${build}/client/assets`;
  const scripts = readdirSync(assets).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(0);
  expect(readdirSync(assets).filter((name) => name.endsWith(".map"))).toEqual([]);
  for (const name of scripts.slice(0, 5)) {
    const script = await fetch(`${app}assets/${name}`);
    expect([script.status, (await script.text()).includes("sourceMappingURL")]).toEqual([200, false]);
    expect((await fetch(`${app}assets/${name}.map`)).status).toBe(404);
  }
});
