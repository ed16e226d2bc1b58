/**
 * Takes the README's pictures of a running product, with its demo brand as `npm start` fills it in:
 * `node scripts/screenshots.ts [http://127.0.0.1:8080]`.
 */
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { chromiumFlags, findChromium } from "./tools.mjs";

const origin = process.argv[2] ?? "http://127.0.0.1:8080";
const base = `${origin}/marketing/area/activity/`;
const folder = fileURLToPath(new URL("../docs/pictures/", import.meta.url));

const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: "zh-CN",
  timezoneId: "Asia/Shanghai",
} as const;

/** Waits until React has taken over, fonts and pictures in view are there, and nothing moves. */
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

const pictures: readonly { name: string; open: (page: Page) => Promise<unknown>; isDark?: boolean }[] = [
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
  { name: "index-dark", open: (page) => page.goto(base), isDark: true },
];

mkdirSync(folder, { recursive: true });
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath !== null && { executablePath }),
  args: chromiumFlags,
});
try {
  for (const { name, open, isDark } of pictures) {
    const context = await browser.newContext({ ...phone, colorScheme: isDark ? "dark" : "light" });
    const page = await context.newPage();
    await open(page);
    await settle(page);
    // 256 colours: a third of the size, and no difference to the eye.
    await sharp(await page.screenshot())
      .png({ palette: true, effort: 10 })
      .toFile(`${folder}${name}.png`);
    await context.close();
    process.stdout.write(`docs/pictures/${name}.png\n`);
  }
} finally {
  await browser.close();
}
