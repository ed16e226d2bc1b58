import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "playwright-core";
import { chromiumFlags, findChromium } from "../../scripts/setup/find-tools.mjs";
import { reportPageOnFailure } from "./page-report.ts";

/** A headless Chromium: CHROMIUM_PATH, the system's, or playwright's own. @param flags beside those that all have */
export function launch(...flags: string[]): Promise<Browser> {
  const executablePath = findChromium();
  const args = [...chromiumFlags, ...flags];
  // Without a locale it cannot write a file whose name is Chinese, and calls it "download".
  const env = { ...process.env, LC_ALL: "C.UTF-8" };
  return chromium.launch({ ...(executablePath !== null && { executablePath }), args, env });
}

/**
 * What tests do without: a service worker keeps every page's scripts in each new browser, and motion
 * draws frame after frame; together they are a quarter of a run's work. Whose subject they are asks for them.
 */
const calm = { serviceWorkers: "block", reducedMotion: "reduce" } as const satisfies BrowserContextOptions;

/**
 * A phone of today, with touch; one device pixel a CSS pixel, since nine times as many are drawn, and
 * larger pictures made and decoded, for nothing where no picture is looked at.
 */
export const phone = {
  ...calm,
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1,
  isMobile: true,
  hasTouch: true,
  locale: "zh-CN",
  timezoneId: "Asia/Shanghai",
} as const satisfies BrowserContextOptions;

/** The same with the product's service worker. */
export const phoneWithWorker = {
  ...phone,
  serviceWorkers: "allow",
} as const satisfies BrowserContextOptions;

/** A small laptop's window. */
export const desktop = {
  ...calm,
  viewport: { width: 1280, height: 800 },
  locale: "zh-CN",
  timezoneId: "Asia/Shanghai",
} as const satisfies BrowserContextOptions;

/** A laptop's window made as narrow as a phone: what phones and laptops see can be tried in turn. */
export const narrow = {
  ...desktop,
  viewport: { width: 390, height: 844 },
} as const satisfies BrowserContextOptions;

/** What the browser's driver says of a service worker that it does not register: no word of the product. */
const WITHOUT_WORKER = "Service Worker registration blocked by Playwright";

export type BrowserVisit = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors on the console or thrown in the page, so that a spec can hold them empty. */
  readonly complaints: readonly string[];
};

/** How long anything on a page is waited for, ms: only what is broken takes so long. */
const PATIENCE = 60_000;

/** A new person: own storage, own page. */
export async function openVisit(
  browser: Browser,
  options: BrowserContextOptions = phone,
): Promise<BrowserVisit> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  reportPageOnFailure(page);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.text() === WITHOUT_WORKER) return;
    if (message.type() === "error" || message.type() === "warning")
      complaints.push(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { context, page, complaints };
}

/** Waits until React has taken over; the app then says so on the document. */
export const hydrated = (page: Page): Promise<unknown> => page.waitForSelector("html[data-ready='1']");

/** A slow phone in a slow network: 1.6 Mbps, 150 ms, a quarter of this machine's speed. */
export async function throttleNetwork(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 93_750,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}
