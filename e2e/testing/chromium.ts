import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "playwright-core";
import { chromiumFlags, findChromium } from "../../scripts/setup/find-tools.mjs";
import { reportPageOnFailure } from "./page-report.ts";

/** Starts a headless Chromium: CHROMIUM_PATH, the system's, or Playwright's own. */
function start(flags: readonly string[]): Promise<Browser> {
  const executablePath = findChromium();
  const args = [...chromiumFlags, ...flags];
  // Chromium needs a UTF-8 locale to save a file with a Chinese name; otherwise it names the file "download".
  const env = { ...process.env, LC_ALL: "C.UTF-8" };
  return chromium.launch({ ...(executablePath !== null && { executablePath }), args, env });
}

/** Browser of all test files of a process, which run one after another; Playwright ends it with the process. */
let shared: Browser | null = null;

/**
 * Launches a headless Chromium. In tests it may be one that runs already: its contexts have nothing in common, and
 * closing it closes these.
 * @param flags in addition to the common ones; with any, the browser is a new one
 */
export async function launch(...flags: string[]): Promise<Browser> {
  if (flags.length > 0 || !process.env["VITEST"]) return start(flags);
  if (shared?.isConnected()) return shared;
  const browser = await start([]);
  const close = async (): Promise<void> => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return (shared = Object.assign(browser, { close }));
}

/**
 * Disables service workers, which cache every page's scripts in each new browser, and motion, which draws
 * frame after frame. Both are a quarter of a run's work; tests about them enable them.
 */
const lightweight = {
  serviceWorkers: "block",
  reducedMotion: "reduce",
} as const satisfies BrowserContextOptions;

/**
 * A current phone with touch. One device pixel per CSS pixel: three would draw nine times as many pixels and
 * decode larger pictures, which no test looks at.
 */
export const phone = {
  ...lightweight,
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1,
  isMobile: true,
  hasTouch: true,
  locale: "zh-CN",
  timezoneId: "Asia/Shanghai",
} as const satisfies BrowserContextOptions;

/** The same phone with the product's service worker. */
export const phoneWithWorker = {
  ...phone,
  serviceWorkers: "allow",
} as const satisfies BrowserContextOptions;

/** A small laptop's window. */
export const desktop = {
  ...lightweight,
  viewport: { width: 1280, height: 800 },
  locale: "zh-CN",
  timezoneId: "Asia/Shanghai",
} as const satisfies BrowserContextOptions;

/** A laptop's window as narrow as a phone, for tests that try phone and laptop layouts in turn. */
export const narrow = {
  ...desktop,
  viewport: { width: 390, height: 844 },
} as const satisfies BrowserContextOptions;

/** Playwright's console message about a blocked service worker; it does not come from the product. */
const WORKER_BLOCKED = "Service Worker registration blocked by Playwright";

export type BrowserVisit = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console errors, console warnings and uncaught errors of the page. */
  readonly complaints: readonly string[];
};

/** Timeout of each wait on a page, ms; only a broken page takes this long. */
const PAGE_TIMEOUT = 60_000;

/** Opens a page in a new browser context with empty storage. */
export async function openVisit(
  browser: Browser,
  options: BrowserContextOptions = phone,
): Promise<BrowserVisit> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PAGE_TIMEOUT);
  const page = await context.newPage();
  reportPageOnFailure(page);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.text() === WORKER_BLOCKED) return;
    if (message.type() === "error" || message.type() === "warning")
      complaints.push(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { context, page, complaints };
}

/** Waits for hydration, which the app marks on the document. */
export const hydrated = (page: Page): Promise<unknown> => page.waitForSelector("html[data-ready='1']");
