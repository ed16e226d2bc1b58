// Compares the first screen with a static page of the same markup, interleaved, under a phone's conditions
// (1.6 Mbps, 150 ms, CPU 4×). Run after a build: node bench/first-screen/index.ts [rounds] [page]
import type { Browser } from "playwright-core";
import { launch } from "../../e2e/testing/chromium.ts";
import { startProduct } from "../../e2e/testing/product.ts";
import { median, compareToMaximum } from "../measure/statistics.ts";
import { staticSite } from "./static-site.ts";
import { phoneContext, stopWorkers, measureVisit, type VisitMeasurements } from "./visit.ts";

const rounds = Number(process.argv[2] ?? 20);
const BASE = "/marketing/area/activity/";
type MeasuredPage = { name: string; path: string; again: string; tap: string };
/**
 * Pages with a city in the address, so that no location is requested; the repeat visit has none, because the
 * service worker answers only addresses without a query from its cache (public/sw.js).
 */
async function pagesOf(origin: string): Promise<MeasuredPage[]> {
  const first = async (activityType: string): Promise<string> => {
    const query = `activityType=${activityType}&cityCode=310100&size=1`;
    const nearby = `${origin}/mall-api/cop-marketing-activity/api/v1/activity/page/nearby?${query}`;
    const { data } = (await (await fetch(nearby)).json()) as { data: { list: { activityId: string }[] } };
    return String(data.list[0]?.activityId);
  };
  const club = async (kind: "article" | "group"): Promise<string> => {
    const page = await (await fetch(`${origin}${BASE}club`)).text();
    return `${BASE}club/${kind}/${new RegExp(`/club/${kind}/(\\d+)`).exec(page)?.[1]}`;
  };
  const [group, article] = [await club("group"), await club("article")];
  const detail = `${BASE}offline/${await first("localoffline")}`;
  const online = `${BASE}online/${await first("online")}`;
  return [
    { name: "index", path: `${BASE}?cityCode=310100`, again: BASE, tap: "[data-tap]" },
    { name: "list", path: `${BASE}list?cityCode=310100`, again: `${BASE}list`, tap: "[data-tap]" },
    { name: "detail", path: detail, again: detail, tap: "[data-tap]" },
    { name: "online", path: online, again: online, tap: "[data-tap]" },
    { name: "club", path: `${BASE}club`, again: `${BASE}club`, tap: "[data-tap]" },
    { name: "group", path: group, again: group, tap: "[data-tap]" },
    { name: "article", path: article, again: article, tap: "[data-tap]" },
  ];
}

const medianOf = (visits: readonly VisitMeasurements[], metric: keyof VisitMeasurements): number =>
  median(visits.map((one) => one[metric]));

type Sides = { ours: VisitMeasurements[]; still: VisitMeasurements[] };

/**
 * The architecture's script budget applies to the list; e2e/first-screen/first-script.test.ts has those of
 * other pages.
 */
const script = (page: string, size: number): string =>
  page === "list" ? compareToMaximum("all script", size, 110, "KB") : `     all script ${size.toFixed(2)} KB`;

function report(name: string, { ours, still }: Sides): void {
  const ratio = (metric: keyof VisitMeasurements): number => medianOf(ours, metric) / medianOf(still, metric);
  const first = medianOf(still, "firstPaint").toFixed(0);
  const largest = medianOf(still, "largestPaint").toFixed(0);
  const lines = [
    `${name}, ${ours.length} rounds; static page first ${first} ms, largest ${largest} ms, ${medianOf(still, "bytesBeforeLargest")} bytes`,
    compareToMaximum("first paint", ratio("firstPaint"), 1.05, "×"),
    compareToMaximum("largest paint", ratio("largestPaint"), 1.1, "×"),
    compareToMaximum("bytes before the largest paint", ratio("bytesBeforeLargest"), 1.25, "×"),
    compareToMaximum("blocking time", medianOf(ours, "blocking"), 50, "ms"),
    `     static page ${medianOf(still, "blocking").toFixed(0)} ms; including tasks before the first paint ${medianOf(ours, "blockingInAll").toFixed(0)} ms, static page ${medianOf(still, "blockingInAll").toFixed(0)} ms`,
    script(name, medianOf(ours, "scriptBytes") / 1000),
    compareToMaximum(
      "script requests before the largest paint",
      medianOf(ours, "scriptRequestsBeforeLargest"),
      0,
      "",
    ),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

/**
 * Visits both pages in turn. A tap loads additional scripts, so visits with one are measured separately.
 * @param visitAgain one repeat visit in each round
 */
async function visits(
  browser: Browser,
  urls: { ours: string; still: string },
  tap: string,
  visitAgain?: () => Promise<void>,
): Promise<Sides> {
  const sides: Sides = { ours: [], still: [] };
  for (let round = 0; round < rounds; round++) {
    sides.still.push(await measureVisit(browser, urls.still, tap));
    sides.ours.push(await measureVisit(browser, urls.ours, tap));
    await visitAgain?.();
  }
  return sides;
}

async function measure(
  browser: Browser,
  origin: string,
  { name, path, again, tap }: MeasuredPage,
): Promise<void> {
  await (await fetch(origin + path)).text();
  const site = await staticSite(origin, path);
  const urls = { ours: origin + path, still: site.origin + path };
  await measureVisit(browser, urls.still, ""); // loads the baseline's pictures into its memory
  const returning = await phoneContext(browser);
  await measureVisit(browser, origin + again, "", returning);
  const repeats: VisitMeasurements[] = [];
  const plain = await visits(browser, urls, "", async () => {
    await stopWorkers(browser);
    repeats.push(await measureVisit(browser, origin + again, "", returning));
  });
  report(name, plain);
  const tapped = await visits(browser, urls, tap);
  const answered = medianOf(tapped.ours, "tapAnswered") / medianOf(tapped.still, "tapAnswered");
  const repeat = (metric: keyof VisitMeasurements): number =>
    medianOf(repeats, metric) / medianOf(plain.still, metric);
  const lines = [
    compareToMaximum("first tap answered", answered, 1.1, "×"),
    compareToMaximum("repeat visit's first paint", repeat("firstPaint"), 0.7, "×"),
    compareToMaximum("repeat visit's largest paint", repeat("largestPaint"), 0.7, "×"),
  ];
  process.stdout.write(`${lines.join("\n")}\n\n`);
  await returning.close();
  site.close();
}

const product = await startProduct();
// DevTools resolves the source position of each Error, and React creates five at its start: 40 ms of parsing
// that no phone has. With eager source positions, resolved at compile time off the main thread, they cost
// nothing.
const browser = await launch("--js-flags=--no-enable-lazy-source-positions");
try {
  for (const page of await pagesOf(product.origin))
    if (process.argv[3] === undefined || process.argv[3] === page.name)
      await measure(browser, product.origin, page);
} finally {
  await browser.close();
  await product.stop();
}
