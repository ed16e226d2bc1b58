/**
 * Takes the README's screenshots of a running product with the demo brand:
 * `node scripts/maintenance/screenshots.ts [http://127.0.0.1:8080 [NAME…]]`.
 */
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { chromiumFlags, findChromium } from "../setup/find-tools.mjs";

const origin = process.argv[2] ?? "http://127.0.0.1:8080";
const base = `${origin}/marketing/area/activity/`;
const folder = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));

const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: "zh-CN",
  timezoneId: "Asia/Shanghai",
} as const;

/** Waits for hydration, fonts and visible pictures. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
  await page.evaluate(async () => {
    const isInView = (image: HTMLImageElement): boolean => {
      const { top, left, width } = image.getBoundingClientRect();
      return width > 0 && top < innerHeight && left < innerWidth;
    };
    const pictures = [...document.images]
      .filter(isInView)
      .map((image) => image.decode().catch(() => undefined));
    const enough = new Promise((resolve) => setTimeout(resolve, 5_000));
    await Promise.race([Promise.all([document.fonts.ready, ...pictures]), enough]);
  });
  await page.waitForTimeout(500);
}

/** The environment lab with four devices; it keeps its own colour scheme. */
async function openLab(page: Page): Promise<void> {
  const port = new URL(origin).port;
  await page.goto(`http://lab.localhost:${port}/lab?person=mobile&session=valid`);
  await page.locator("#frames iframe").nth(3).waitFor();
  for (const frame of await page.locator("#frames iframe").all())
    await frame.contentFrame().locator("html[data-ready='1']").waitFor({ state: "attached" });
  await page.waitForTimeout(4_000);
  await page.locator("#log button.row").last().click();
  await page.evaluate(() => scrollTo(0, 0));
}
const wide = { viewport: { width: 1280, height: 1180 }, deviceScaleFactor: 1, colorScheme: null } as const;

type Picture = {
  readonly name: string;
  readonly open: (page: Page) => Promise<unknown>;
  readonly isDark?: boolean;
  /** A desktop page instead of a phone's. */
  readonly isWide?: boolean;
};
const pictures: readonly Picture[] = [
  { name: "index", open: (page) => page.goto(base) },
  { name: "list", open: (page) => page.goto(`${base}list`) },
  {
    name: "activity",
    open: async (page) => {
      await page.goto(`${base}list`);
      await page.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
      await page.locator('a[href*="/offline/"]').first().click();
      await page.waitForURL(/\/offline\/\d+/);
    },
  },
  { name: "mall", open: (page) => page.goto(`${base}mall`) },
  {
    name: "product",
    open: async (page) => {
      await page.goto(`${base}mall/category`);
      await page.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
      await page.locator('a[href*="/mall/product/"]').first().click();
      await page.waitForURL(/\/mall\/product\/\d+/);
    },
  },
  { name: "index-dark", open: (page) => page.goto(base), isDark: true },
  { name: "lab", open: openLab, isWide: true },
];

mkdirSync(folder, { recursive: true });
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath !== null && { executablePath }),
  args: chromiumFlags,
});
try {
  // Optional further arguments name the screenshots to take; default: all.
  const wanted = process.argv.slice(3);
  for (const { name, open, isDark, isWide } of pictures) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const onPhone = { ...phone, colorScheme: isDark ? "dark" : "light" } as const;
    const context = await browser.newContext(isWide ? wide : onPhone);
    const page = await context.newPage();
    await open(page);
    if (!isWide) await settle(page);
    // A palette of 256 colours reduces the size by two thirds without visible loss.
    await sharp(await page.screenshot())
      .png({ palette: true, effort: 10 })
      .toFile(`${folder}${name}.png`);
    await context.close();
    process.stdout.write(`docs/pictures/${name}.png\n`);
  }
} finally {
  await browser.close();
}
