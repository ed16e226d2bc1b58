// The first screen against a static page of the same markup, interleaved, on a phone's terms
// (1.6 Mbps, 150 ms, CPU 4×). Run after a build: node bench/first-screen/index.ts [rounds]
import type { Browser } from "playwright-core";
import { launch } from "../../e2e/chromium.ts";
import { startProduct } from "../../e2e/product.ts";
import { median, verdict } from "../statistics.ts";
import { staticSite } from "./static-site.ts";
import { phoneContext, visit, type Visit } from "./visit.ts";

const rounds = Number(process.argv[2] ?? 20);
const BASE = "/marketing/area/activity/";
const pages = [
  { name: "index", path: `${BASE}?cityCode=310100`, tap: "[data-tap]" },
  { name: "list", path: `${BASE}list?cityCode=310100`, tap: "[data-tap]" },
] as const;

const of = (visits: readonly Visit[], what: keyof Visit): number => median(visits.map((one) => one[what]));

type Sides = { ours: Visit[]; still: Visit[] };

function report(name: string, { ours, still }: Sides): void {
  const ratio = (what: keyof Visit): number => of(ours, what) / of(still, what);
  const first = of(still, "firstPaint").toFixed(0);
  const largest = of(still, "largestPaint").toFixed(0);
  const lines = [
    `${name}, ${ours.length} rounds; static page first ${first} ms, largest ${largest} ms, ${of(still, "bytesBeforeLargest")} bytes`,
    verdict("first paint", ratio("firstPaint"), 1.05, "×"),
    verdict("largest paint", ratio("largestPaint"), 1.1, "×"),
    verdict("bytes before the largest paint", ratio("bytesBeforeLargest"), 1.25, "×"),
    verdict("blocking time", of(ours, "blocking"), 50, "ms"),
    verdict("all script", of(ours, "scriptBytes") / 1000, 110, "KB"),
    verdict("script requests before the largest paint", of(ours, "scriptRequestsBeforeLargest"), 0, ""),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** Visits of both pages in turn. A tap loads what it needs, so visits with one are counted apart. */
async function visits(browser: Browser, urls: { ours: string; still: string }, tap: string): Promise<Sides> {
  const sides: Sides = { ours: [], still: [] };
  for (let round = 0; round < rounds; round++) {
    sides.still.push(await visit(browser, urls.still, tap));
    sides.ours.push(await visit(browser, urls.ours, tap));
  }
  return sides;
}

async function measure(
  browser: Browser,
  origin: string,
  { name, path, tap }: (typeof pages)[number],
): Promise<void> {
  await (await fetch(origin + path)).text();
  const site = await staticSite(origin, path);
  const urls = { ours: origin + path, still: site.origin + path };
  await visit(browser, urls.still, ""); // loads the baseline's pictures into its memory
  const plain = await visits(browser, urls, "");
  report(name, plain);
  const tapped = await visits(browser, urls, tap);
  const answered = of(tapped.ours, "tapAnswered") / of(tapped.still, "tapAnswered");
  process.stdout.write(`${verdict("first tap answered", answered, 1.1, "×")}\n`);
  const again = await phoneContext(browser);
  await visit(browser, urls.ours, "", again);
  const repeats: number[] = [];
  for (let round = 0; round < Math.max(3, rounds / 4); round++)
    repeats.push((await visit(browser, urls.ours, "", again)).firstPaint);
  const repeat = median(repeats) / of(plain.still, "firstPaint");
  process.stdout.write(`${verdict("repeat visit, of the static page's first", repeat, 0.7, "×")}\n\n`);
  await again.close();
  site.close();
}

const product = await startProduct();
const browser = await launch();
try {
  for (const page of pages) await measure(browser, product.origin, page);
} finally {
  await browser.close();
  await product.stop();
}
