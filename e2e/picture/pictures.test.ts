import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { desktop, hydrated, launch, phone, openVisit } from "../testing/chromium.ts";
import { appAddress } from "../testing/page-actions.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** The page's main picture: its box, and the file that the browser chose. */
const mainPicture = (page: Page) =>
  page.locator("img[fetchpriority=high]").evaluate((image: HTMLImageElement) => ({
    chosen: Number(/w_(\d+),/.exec(image.currentSrc)?.[1]),
    natural: image.naturalWidth,
    box: image.getBoundingClientRect().toJSON() as DOMRect,
    colour: getComputedStyle(image).backgroundColor,
  }));

test("K16 K17 K18 the file fits the screen's pixels, is webp, named by its content and cached for a year", async () => {
  const chosen: number[] = [];
  for (const deviceScaleFactor of [1, 2, 3]) {
    const { context, page } = await openVisit(browser, { ...phone, deviceScaleFactor });
    const answered = page.waitForResponse((response) => /\/media\/.*w_\d+/.test(response.url()));
    await page.goto(`${app}list?cityCode=310100`);
    const headers = await (await answered).allHeaders();
    expect(headers["content-type"]).toBe("image/webp");
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(headers["vary"]).toMatch(/accept/i);
    await expect.poll(async () => (await mainPicture(page)).natural).toBeGreaterThan(0);
    const picture = await mainPicture(page);
    // The smallest file that is large enough for the box.
    expect(picture.chosen).toBeGreaterThanOrEqual(Math.floor(picture.box.width * deviceScaleFactor * 0.9));
    chosen.push(picture.chosen);
    const addresses = await page
      .locator("img")
      .evaluateAll((all: HTMLImageElement[]) => all.map(({ currentSrc }) => currentSrc));
    expect(addresses.filter((address) => /^http:\/\/(?!127\.)/.test(address))).toEqual([]);
    await context.close();
  }
  expect(chosen[0]).toBeLessThan(chosen[1] ?? 0);
  expect(chosen[1]).toBeLessThan(chosen[2] ?? 0);
});

test("K17 a picture that loads late or never keeps its box and colour, and nothing moves", async () => {
  const { page, context } = await openVisit(browser);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/media/**", (route) => held.then(() => route.abort()));
  await page.goto(`${app}list?cityCode=310100`, { waitUntil: "commit" });
  await page.locator("img[fetchpriority=high]").waitFor();
  const waiting = await mainPicture(page);
  expect(waiting.natural).toBe(0);
  expect(waiting.colour).not.toBe("rgba(0, 0, 0, 0)");
  release();
  await expect
    .poll(() => page.locator("img[fetchpriority=high]").evaluate((image: HTMLImageElement) => image.complete))
    .toBe(true);
  const { natural, box, colour } = await mainPicture(page);
  expect({ natural, box, colour }).toEqual({ natural: 0, box: waiting.box, colour: waiting.colour });
  expect(waiting.box.height).toBeGreaterThan(50);
  await context.close();
});

type Source = {
  readonly node: Node | null;
  readonly previousRect: DOMRectReadOnly;
  readonly currentRect: DOMRectReadOnly;
};
/** Layout shifts so far, as Chromium measures them, with their elements; 0.1 counts as good. */
const layoutShifts = (page: Page) =>
  page.evaluate(
    (threshold) =>
      new Promise<string[]>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(
            (list.getEntries() as (PerformanceEntry & { value: number; sources: Source[] })[])
              .filter(({ value }) => value > threshold)
              .map(({ value, sources }) => {
                const at = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].join();
                const details = sources.map(({ node, previousRect, currentRect }) => {
                  // A text node has no markup of its own; a removed element has no node.
                  const element = node instanceof Element ? node : node?.parentElement;
                  return `${element?.outerHTML.slice(0, 120)} ${at(previousRect)} to ${at(currentRect)}`;
                });
                return [value.toFixed(4), ...details].join(" ");
              }),
          ),
        ).observe({ type: "layout-shift", buffered: true });
        // Keeps a fixed wait: the observer is not called without an entry, so that there is no event to wait
        // for.
        setTimeout(() => resolve([]), 500);
      }),
    0.001,
  );

test.each([
  ["on a phone", phone],
  ["on a laptop", desktop],
])(
  "K17 %s nothing moves when pictures load, by Chromium's own measure of layout shift",
  async (_where, device) => {
    const [plain, online] = await Promise.all([
      findActivity(origin, activityFilters.plain),
      findActivity(origin, activityFilters.online),
    ]);
    for (const path of [
      "",
      "list?cityCode=310100",
      `offline/${plain.activityId}`,
      `online/${online.activityId}`,
    ]) {
      const { page, context } = await openVisit(browser, device);
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await page.route("**/media/**", (route) => held.then(() => route.continue()));
      await page.goto(app + path, { waitUntil: "commit" });
      // The page's script waits for its main picture.
      await page.locator("img:visible").first().waitFor();
      release();
      const unfinished = () =>
        page
          .locator("img")
          .evaluateAll(
            (all: HTMLImageElement[]) =>
              all.filter(({ complete, loading }) => !complete && loading !== "lazy").length,
          );
      await hydrated(page);
      await expect.poll(unfinished).toBe(0);
      expect([path, await layoutShifts(page)]).toEqual([path, []]);
      await context.close();
    }
  },
);
