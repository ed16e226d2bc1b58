import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { desktop, launch, openVisit, phone } from "../testing/chromium.ts";
import { classSelector, listCard } from "../testing/class-selector.ts";
import { appAddress } from "../testing/page-actions.ts";

const app = appAddress(inject("origin"));
/** A position on the Bund in Shanghai. */
const bund = { latitude: 31.2397, longitude: 121.4908 };
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

declare global {
  interface Window {
    /** Number of changes of the page that showed a skeleton or no card. */
    withoutCards?: number;
    /** Layout shifts without an interaction, since the located data were requested. */
    shifts?: number[];
  }
}

const small = { ...phone, viewport: { width: 360, height: 740 } };
const cases: readonly [string, string, BrowserContextOptions][] = [
  ["home on a phone", "", phone],
  ["home on a small phone", "", small],
  ["home on a desktop", "", desktop],
  ["list on a phone", "list", phone],
  ["list on a desktop", "list", desktop],
];
test.each(cases)(
  "J15 Z07 %s keeps its cards until the located ones are there, and nothing moves",
  async (_name, path, options) => {
    const { context, page } = await openVisit(browser, {
      ...options,
      geolocation: bund,
      permissions: ["geolocation"],
    });
    const card = path === "" ? `${classSelector("card", "nearby")} a` : listCard();
    await page.addInitScript(
      ([cards = "", skeleton = "", isKnown = ""]) => {
        // The list asks for no permission: the point is known from a visit to the home page.
        if (isKnown)
          sessionStorage.setItem(
            "marque.point",
            JSON.stringify({ longitude: 121.4908, latitude: 31.2397, cityCode: "310100" }),
          );
        window.withoutCards = 0;
        window.shifts = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, hadRecentInput } = entry as PerformanceEntry & {
              value: number;
              hadRecentInput: boolean;
            };
            const isLocated = performance.getEntriesByName("located").length > 0;
            if (!hadRecentInput && isLocated) window.shifts?.push(value);
          }
        }).observe({ type: "layout-shift" });
        addEventListener("DOMContentLoaded", () => {
          new MutationObserver(() => {
            const main = document.querySelector("main");
            const isShown = main?.querySelector(cards) && !main.querySelector(skeleton);
            if (!isShown) window.withoutCards = (window.withoutCards ?? 0) + 1;
          }).observe(document, { childList: true, subtree: true, attributes: true });
        });
      },
      [card, classSelector("content", "skeleton"), path],
    );
    const gate = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route(/page\/nearby\?.*longitude=/, async (route) => {
      await page.evaluate(() => performance.mark("located"));
      asked.resolve();
      await gate.promise;
      await route.continue();
    });
    await page.goto(app + path);
    const distance = page.getByText(/^\d+(\.\d)?k?m$/).first();
    await asked.promise;
    expect(await page.locator(card).count()).toBeGreaterThan(0);
    expect(await distance.count()).toBe(0);
    // Longer than the delay of a skeleton, by the page's own clock.
    await page.waitForFunction(() => {
      const [mark] = performance.getEntriesByName("located");
      return mark !== undefined && performance.now() - mark.startTime > 500;
    });
    gate.resolve();
    await distance.waitFor();
    await page.evaluate(
      () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))),
    );
    expect(await page.evaluate(() => [window.withoutCards, window.shifts])).toEqual([0, []]);
    await context.close();
  },
);
