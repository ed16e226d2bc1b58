import { readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { findActivity, activityFilters, type ActivityFilter } from "../testing/activities.ts";
import { hydrated, launch, openVisit, type BrowserVisit } from "../testing/chromium.ts";
import { openHost } from "../testing/hosts.ts";
import { allProducts } from "../testing/mall.ts";
import { newMobile } from "../testing/people.ts";
import { appAddress } from "../testing/page-actions.ts";

/** Budget of all scripts that a first visit to a page loads without interaction, compressed bytes. */
const budgets = {
  list: 110_000,
  index: 110_500,
  detail: 112_500,
  online: 124_000,
  lead: 124_000,
  mallHome: 124_000,
  mallList: 124_000,
  mallProduct: 124_000,
};
const isLeadPage: ActivityFilter = ({ pageType, status }) => pageType === "localOfflineLead" && status === 2;
const assets = fileURLToPath(new URL("../../build/client/assets/", import.meta.url));

/**
 * Budget of the code for hosts and their logins within that; the bundler reports its compressed size per
 * script.
 */
const HOST_CODE_BUDGET = 12.5 * 1_024;
const hostCode = JSON.parse(
  readFileSync(fileURLToPath(new URL("../../build/host-code.json", import.meta.url)), "utf8"),
) as Readonly<Record<string, number>>;

const app = appAddress(inject("origin"));
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const sizeOf = (name: string): number =>
  statSync(`${assets}${name}.br`, { throwIfNoEntry: false })?.size ?? readFileSync(assets + name).length;

test("X01 the tracker is 4.5 KB at most, compressed", () => {
  const trackers = readdirSync(assets).filter((name) => /^tracker-.*\.js$/.test(name));
  expect(trackers.length).toBeGreaterThan(0);
  for (const name of trackers) expect(sizeOf(name)).toBeLessThanOrEqual(4.5 * 1_024);
});

/** Budget of the inline scripts in the HTML of every page, compressed bytes; mending translated pages is a third of them. */
const INLINE_BUDGET = 3_500;
test("X01 Z12 the inline scripts of every page are within their budget", async () => {
  const html = await (await fetch(`${app}list`)).text();
  const inline = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text = ""]) => text);
  expect(inline.some((text) => text.includes("mendNodes"))).toBe(true);
  const size = brotliCompressSync(inline.join("\n")).length;
  process.stdout.write(`${String(size).padStart(7)} bytes of inline scripts\n`);
  expect(size).toBeLessThanOrEqual(INLINE_BUDGET);
});

const textOf = (name: string): string => readFileSync(assets + name, "utf8");
/**
 * Collects scripts and all scripts that they reference.
 * @param reference pattern of a reference
 * @param loaded scripts that are loaded already
 */
function scriptsReachedFrom(
  names: readonly string[],
  reference: RegExp,
  loaded: ReadonlySet<string> = new Set(),
): Set<string> {
  const found = new Set<string>();
  const follow = (script: string): void => {
    if (loaded.has(script) || found.has(script)) return;
    found.add(script);
    for (const [, other = ""] of textOf(script).matchAll(reference)) follow(other);
  };
  names.forEach(follow);
  return found;
}
const staticImport = /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g;
const anyReference = /["'`]\.\/([^"'`]+\.js)["'`]/g;
/** Scripts of this release: the folder keeps those of the last one too. */
function scriptsOfRelease(): Set<string> {
  const server = readFileSync(fileURLToPath(new URL("../../build/server/index.js", import.meta.url)), "utf8");
  const named = [...server.matchAll(/activity\/assets\/([\w.-]+\.js)/g)].flatMap(([, name = ""]) => name);
  return scriptsReachedFrom(named, anyReference);
}
/** Maximum size of new code run in one task, bytes: 12.75 KB take some 30 ms on a slow phone. */
const TASK_BUDGET = 12.75 * 1_024;

test("X01 after the first screen each task runs at most 12.75 KB of new code, without zod", () => {
  const all = [...scriptsOfRelease()];
  const named = (name: string): string => all.find((file) => file.startsWith(`${name}-`)) ?? name;
  const first = scriptsReachedFrom(["entry.client", "root", "list-page"].map(named), staticImport);
  const reachedLater = (name: string, loaded: ReadonlySet<string>): [Set<string>, number] => {
    const reached = scriptsReachedFrom([named(name)], staticImport, loaded);
    return [reached, [...reached].reduce((sum, file) => sum + textOf(file).length, 0)];
  };
  // Follows the order of web/app/startup/after-first-screen.ts; each chunk can use those before it.
  let present: ReadonlySet<string> = first;
  const sizes = ["after-first-screen", "tracker", "drawings", "load-challenge"].map((name) => {
    const [reached, size] = reachedLater(name, present);
    present = new Set([...present, ...reached]);
    return [name, size] as const;
  });
  process.stdout.write(`${sizes.map(([name, size]) => `${String(size).padStart(7)} ${name}`).join("\n")}\n`);
  expect(sizes.filter(([, size]) => size === 0 || size > TASK_BUDGET)).toEqual([]);
  // A call with its full declaration exceeds the budget: proves that the measurement would notice one.
  expect(reachedLater("self-service", present)[1]).toBeGreaterThan(TASK_BUDGET);
});

/**
 * Time without a request after which all scripts of a page count as loaded, ms. The end of loading has no
 * event to wait for.
 */
const QUIET_TIME = 1_500;
/**
 * Measures the scripts that a page loads without interaction, before the reading timer. If a host's login
 * leaves the page and returns, measures the larger document.
 * @param isEnough condition that must hold at least, however slow the machine is
 */
async function scriptsOf(
  path: string,
  host?: BrowserVisit,
  isEnough: (names: ReadonlySet<string>) => boolean = () => true,
): Promise<{ name: string; size: number }[]> {
  // Without the service worker, which would load more scripts for offline use.
  const { context, page } = host ?? (await openVisit(browser));
  let names = new Set<string>();
  const documents = [names];
  let asked = Date.now();
  page.on("request", (request) => {
    asked = Date.now();
    if (request.isNavigationRequest()) documents.push((names = new Set()));
    const name = /assets\/([^/]+\.js)$/.exec(request.url())?.[1];
    if (name !== undefined) names.add(name);
  });
  await page.addInitScript(() => {
    const { setTimeout: real } = window;
    // Disables the reading timer of 3 s, however slow the machine is (platform/page-load/hydration.ts).
    Object.assign(window, {
      setTimeout: (run: () => void, delay = 0, ...rest: unknown[]) =>
        delay === 3_000 ? 0 : real(run, delay, ...rest),
    });
  });
  await page.goto(app + path);
  await hydrated(page);
  await expect
    .poll(() => documents.some(isEnough) && Date.now() - asked > QUIET_TIME, { interval: 200 })
    .toBe(true);
  await context.close();
  const all = documents.map((each) => [...each].map((name) => ({ name, size: sizeOf(name) })));
  const weight = (files: readonly { size: number }[]): number =>
    files.reduce((sum, { size }) => sum + size, 0);
  return all.reduce((most, files) => (weight(files) > weight(most) ? files : most));
}

test.each([
  ["list", "list"],
  ["index", ""],
  ["detail", "offline/", activityFilters.plain],
  ["online", "online/", activityFilters.online],
  ["lead", "online/", isLeadPage],
  ["mallHome", "mall", null],
  ["mallList", "mall/category", null],
  ["mallProduct", "mall/product/", null],
] as const)(
  "Z07 MA105 all scripts of the %s's first screen are within the budget",
  async (page, path, filter = activityFilters.plain) => {
    const idOf = async (): Promise<string> =>
      filter === null
        ? ((await allProducts(inject("origin")))[0]?.productId ?? "")
        : (await findActivity(inject("origin"), filter)).activityId;
    const all = await scriptsOf(path.endsWith("/") ? path + (await idOf()) : path);
    // Loaded after the first screen (web/platform/page-load/page-scripts.ts), on some machines within the quiet time.
    const scripts = all.filter(({ name }) => !name.startsWith("page-scripts-"));
    scripts.sort((one, other) => other.size - one.size);
    const sum = scripts.reduce((total, { size }) => total + size, 0);
    const lines = scripts.map(({ name, size }) => `${String(size).padStart(7)} ${name}`);
    process.stdout.write(
      `${page}, at most ${budgets[page]}\n${lines.join("\n")}\n${String(sum).padStart(7)} in all\n`,
    );
    // Proves that the scripts were recorded.
    expect(scripts.some(({ name }) => name.startsWith("entry.client-"))).toBe(true);
    expect(sum).toBeLessThanOrEqual(budgets[page]);
  },
);

test.each(["app-ios", "wechat-mini", "baidu", "phone"] as const)(
  "%s: environment, bridge and login are at most 12.5 KB of the first page's scripts",
  async (kind) => {
    // A person known to the app is logged in automatically, which loads the most code without interaction.
    const scenario = kind === "app-ios" ? { native: { mobile: newMobile() } } : {};
    const weigh = (names: Iterable<string>): number =>
      [...names].reduce((all, name) => all + (hostCode[name] ?? 0), 0);
    const host = await openHost(browser, kind, scenario);
    const scripts = await scriptsOf("list", host, (names) => weigh(names) > 0);
    const ofHosts = weigh(scripts.map(({ name }) => name));
    process.stdout.write(
      `${String(ofHosts).padStart(7)} bytes for environment, bridge and login in ${kind}\n`,
    );
    expect(ofHosts).toBeLessThanOrEqual(HOST_CODE_BUDGET);
  },
);
