import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";

/** Measurements of one visit; times in ms since the navigation, sizes in bytes on the wire. */
export type VisitMeasurements = {
  firstPaint: number;
  largestPaint: number;
  tapAnswered: number;
  /** Total blocking time as web.dev defines it: time over 50 ms of tasks after the first paint. */
  blocking: number;
  /** The same including the tasks before the first paint, which the first paint also contains. */
  blockingInAll: number;
  bytesBeforeLargest: number;
  scriptBytes: number;
  scriptRequestsBeforeLargest: number;
};

const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
} as const;
/** Waiting time before the measurements are read. */
const SETTLE = 4_000;

/** Measurements recorded in the page, ms. */
type ObservedPaint = { largest: number; tasks: { start: number; duration: number }[]; tapped: number };
/**
 * Runs in the page from the start: records paints and long tasks, and taps a control as soon as it is
 * rendered.
 */
function watch(selector: string): void {
  const seen: ObservedPaint = { largest: 0, tasks: [], tapped: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largest = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.tasks.push({ start: startTime, duration });
  }).observe({ type: "longtask", buffered: true });
  if (selector === "") return;
  const tap = (): void => {
    const control = document.querySelector<HTMLElement>(selector);
    if (!control || performance.getEntriesByName("first-contentful-paint").length === 0)
      return void requestAnimationFrame(tap);
    control.click();
    requestAnimationFrame(() => {
      seen.tapped = performance.getEntriesByName("tap-answered")[0]?.startTime ?? performance.now();
    });
  };
  requestAnimationFrame(tap);
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 93_750,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

type NetworkEvent = { at: number; bytes: number; isScript: boolean; isRequest: boolean };
function listen(session: CDPSession): NetworkEvent[] {
  const wire: NetworkEvent[] = [];
  const scripts = new Set<string>();
  session.on("Network.requestWillBeSent", ({ requestId, type, wallTime }) => {
    if (type === "Script") scripts.add(requestId);
    wire.push({ at: wallTime * 1000, bytes: 0, isScript: type === "Script", isRequest: true });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    wire.push({
      at: Date.now(),
      bytes: encodedDataLength,
      isScript: scripts.has(requestId),
      isRequest: false,
    });
  });
  return wire;
}

/** Total blocking time since a given time, ms; for a task in progress then, its remaining part. */
const blockingSince = ({ tasks }: ObservedPaint, since: number): number =>
  tasks.reduce(
    (total, { start, duration }) => total + Math.max(0, start + duration - Math.max(start, since) - 50),
    0,
  );

async function readVisit(page: Page, wire: NetworkEvent[]): Promise<VisitMeasurements> {
  const read = await page.evaluate(() => ({
    start: performance.timeOrigin,
    first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    seen: (window as unknown as { seen: ObservedPaint }).seen,
    // Compressed bodies: the budget is for code, not for headers.
    scripts: (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
      .reduce((total, { encodedBodySize }) => total + encodedBodySize, 0),
  }));
  const before = wire.filter(({ at }) => at <= read.start + read.seen.largest);
  const sum = (some: NetworkEvent[]): number => some.reduce((total, { bytes }) => total + bytes, 0);
  return {
    firstPaint: read.first,
    largestPaint: read.seen.largest,
    tapAnswered: read.seen.tapped,
    blocking: blockingSince(read.seen, read.first),
    blockingInAll: blockingSince(read.seen, 0),
    bytesBeforeLargest: sum(before),
    scriptBytes: read.scripts,
    scriptRequestsBeforeLargest: before.filter(({ isScript, isRequest }) => isScript && isRequest).length,
  };
}

/** Measures one visit on a mid-range phone and a slow network, in a new context unless one is given. */
export async function measureVisit(
  browser: Browser,
  url: string,
  tapSelector: string,
  given?: BrowserContext,
): Promise<VisitMeasurements> {
  const context = given ?? (await browser.newContext(phone));
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await slowDown(session);
  const wire = listen(session);
  await page.addInitScript(watch, tapSelector);
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForTimeout(SETTLE);
  // A returning visitor's service worker has cached the page by then, even on a slow machine.
  if (given)
    await page.waitForFunction(async () => {
      await navigator.serviceWorker.ready;
      return (await caches.match(location.href)) !== undefined;
    });
  const read = await readVisit(page, wire);
  await page.close();
  if (!given) await context.close();
  return read;
}
export const phoneContext = (browser: Browser): Promise<BrowserContext> => browser.newContext(phone);

/** Stops service workers, as a browser does between two visits. */
export async function stopWorkers(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send("Target.getTargets");
  for (const { targetId, type } of targetInfos)
    // The browser may have stopped it already.
    if (type === "service_worker") await session.send("Target.closeTarget", { targetId }).catch(() => {});
  await session.detach();
}
