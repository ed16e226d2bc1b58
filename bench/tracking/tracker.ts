// Measures the tracker on a phone (CPU 4×): the size of its script, and its largest share of one task: from
// its script's arrival over page views, clicks and scrolling, and when the page is left, which delays nobody.
// Measured in CPU time, so that other work does not count. Run after a build:
//   node bench/tracking/tracker.ts [rounds]
import { readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { launch, phone, openVisit } from "../../e2e/testing/chromium.ts";
import { startProduct } from "../../e2e/testing/product.ts";
import { appAddress } from "../../e2e/testing/page-actions.ts";
import { compareToMaximum } from "../measure/statistics.ts";

const rounds = Number(process.argv[2] ?? 5);
const assets = fileURLToPath(new URL("../../build/client/assets/", import.meta.url));
const say = (line: string): void => void process.stdout.write(`${line}\n`);
/** Waiting time until all parts of the page have started, ms. */
const READING_TIME = 12_000;

type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds: start, wall-clock duration, CPU duration. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly url?: string; readonly type?: string } };
};
/** Share of the tracker in one task, ms of CPU time. */
type Share = { readonly worked: number; readonly isLeaving: boolean };

const end = ({ ts, dur = 0 }: TraceEvent): number => ts + dur;
const isWithin = (inner: TraceEvent, outer: TraceEvent): boolean =>
  inner !== outer &&
  inner.pid === outer.pid &&
  inner.tid === outer.tid &&
  outer.ts <= inner.ts &&
  end(outer) >= end(inner);
const LEAVING = new Set(["pagehide", "visibilitychange"]);

/** Tasks that evaluated or called a script of this name, with the duration including its callees. */
function sharesOf(events: readonly TraceEvent[], script: RegExp): Share[] {
  const complete = events.filter(({ ph, dur }) => ph === "X" && dur !== undefined);
  const ran = complete.filter(({ args }) => script.test(args?.data?.url ?? ""));
  const outermost = ran.filter((event) => !ran.some((other) => isWithin(event, other)));
  const tasks = complete.filter(({ name }) => name === "ThreadControllerImpl::RunTask");
  return tasks.flatMap((task) => {
    const own = outermost.filter((event) => isWithin(event, task));
    if (own.length === 0) return [];
    const worked = own.reduce((sum, { dur = 0, tdur = dur }) => sum + tdur / 1_000, 0);
    const isLeaving = complete.some(
      (event) =>
        event.name === "EventDispatch" && LEAVING.has(event.args?.data?.type ?? "") && isWithin(event, task),
    );
    return [{ worked, isLeaving }];
  });
}

/** Reads, touches and scrolls a page, and leaves it for another. */
async function walk(page: Page, origin: string): Promise<void> {
  await page.goto(appAddress(origin));
  await page.waitForTimeout(READING_TIME);
  await page.mouse.click(195, 30);
  await page.mouse.wheel(0, 900);
  await page.waitForTimeout(2_000);
  await page.goto(`${appAddress(origin)}list?cityCode=310100`);
  await page.waitForTimeout(1_000);
}

async function round(browser: Browser, origin: string): Promise<Share[]> {
  const { page, context } = await openVisit(browser, phone);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline", "v8"] });
  await walk(page, origin);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  await context.close();
  return sharesOf(traceEvents, /\/assets\/tracker-[^/]*\.js/);
}

/** Size of the newest one: the folder also has the previous release's. */
function weight(): number {
  const sizes = readdirSync(assets)
    .filter((name) => /^tracker-.*\.js\.br$/.test(name))
    .map((name) => statSync(assets + name))
    .toSorted((one, other) => other.mtimeMs - one.mtimeMs);
  return (sizes[0]?.size ?? Number.NaN) / 1_024;
}

say(compareToMaximum("the tracker's script, compressed", weight(), 4, "KB"));
const product = await startProduct();
const browser = await launch();
try {
  const shares: Share[] = [];
  for (let at = 0; at < rounds; at++) shares.push(...(await round(browser, product.origin)));
  const max = (isLeaving: boolean): number =>
    Math.max(...shares.filter((one) => one.isLeaving === isLeaving).map(({ worked }) => worked));
  // A tracker that never ran must not pass.
  if (!Number.isFinite(max(false))) throw new Error("the tracker did not run");
  say(`     ${shares.length} tasks of the tracker in ${rounds} visits`);
  say(compareToMaximum("largest share of a task", max(false), 50, "ms"));
  say(`     largest while the page is left ${max(true).toFixed(1)} ms`);
} finally {
  await browser.close();
  await product.stop();
}
