import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launch, phone, openVisit } from "../testing/chromium.ts";
import { appKinds, type NativeScenario } from "../testing/native-app.ts";

const origin = inject("origin");
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const address = (host: string, native: NativeScenario = {}): string =>
  `${origin}/lab/bridge?host=${host}&native=${encodeURIComponent(JSON.stringify(native))}`;
/** Runs the automatic checks. @returns each check's outcome by name */
async function runAll(page: Page): Promise<Record<string, string>> {
  await page.getByRole("button", { name: "开始检查" }).click();
  await page.getByRole("status").filter({ hasText: "自动检查" }).waitFor({ timeout: 110_000 });
  return Object.fromEntries(
    await page
      .locator("#auto > li")
      .evaluateAll((items) =>
        items.map((item) => [
          item.querySelector("b")?.textContent ?? "",
          `${(item as HTMLElement).dataset["state"]} ${item.querySelector(".why")?.textContent ?? ""}`.trim(),
        ]),
      ),
  );
}

test.each(appKinds)("a healthy app passes every check of the self-test: %s", async (kind) => {
  const { context, page, complaints } = await openVisit(browser);
  await page.goto(address(kind, { mobile: "13800138000", login: "succeeds", share: "closed" }));
  const outcomes = Object.entries(await runAll(page));
  expect(outcomes.length).toBe(15);
  // A slow machine causes warnings, which are no faults.
  expect(outcomes.filter(([, outcome]) => !/^(pass|warn \d+ ms)/.test(outcome))).toEqual([]);
  for (const name of [
    "share",
    "goToNativePage：login",
    "goToNativePage：logout",
    "goBack",
    "getGeoPosition",
  ]) {
    await page.getByRole("button", { name: `检查 ${name}`, exact: true }).click();
    await page
      .locator("#hand > li", { hasText: name })
      .locator("xpath=self::*[@data-state='pass' or @data-state='warn']")
      .first()
      .waitFor();
  }
  const report = await page.getByRole("textbox", { name: "报告" }).inputValue();
  expect(report).toContain("[通过] goToNativePage：logout");
  // The page must not show a usable token.
  expect(/"sxToken":"(?!x+")/.test(report)).toBe(false);
  expect(complaints).toEqual([]);
  await context.close();
});

// Takes long: some checks wait for an answer that never comes.
test("faults of an app are named, with the code that a page would see", { timeout: 180_000 }, async () => {
  const { context, page } = await openVisit(browser);
  await page.goto(
    address("app-ios", {
      version: "2.9.9",
      bridge: "late",
      token: "t",
      missing: ["setValue"],
      faults: {
        getStatusBarHeight: { kind: "badJson" },
        showTitleBar: { kind: "notText" },
        getSxToken: { kind: "error", code: "X1" },
        refreshSxToken: { kind: "otherShape" },
        getGeoPosition: { kind: "noCallbackId" },
        getValue: { kind: "twice" },
      },
    }),
  );
  const outcomes = await runAll(page);
  expect(outcomes).toMatchObject({
    "User-Agent 标记与版本": expect.stringMatching(/^fail .*2\.9\.9/),
    getStatusBarHeight: expect.stringMatching(/^fail .*E0004/),
    "showTitleBar：隐藏": expect.stringMatching(/^fail .*object.*E0004/),
    "getValue：没有存过的键": expect.stringMatching(/^fail .*多次/),
    "setValue、getValue：特殊字符": expect.stringMatching(/^fail .*E0003/),
    getSxToken: expect.stringMatching(/^fail .*X1/),
    refreshSxToken: expect.stringMatching(/^fail .*data\.sxToken/),
    "getGeoPosition：不打扰用户": expect.stringMatching(/^fail .*callbackId/),
    未知的接口: expect.stringMatching(/^pass/),
  });
  await context.close();
});

test("outside the app the page says so, and fits a small phone", async () => {
  const { context, page } = await openVisit(browser, { ...phone, viewport: { width: 320, height: 640 } });
  await page.goto(`${origin}/lab/bridge`);
  await page.getByRole("link", { name: "模拟的 Android App" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await context.close();
});
