import { readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { findActivity, activityFilters, type ActivityFilter } from "../testing/activities.ts";
import { hydrated, launch, openVisit, type BrowserVisit } from "../testing/chromium.ts";
import { openHost } from "../testing/hosts.ts";
import { newMobile } from "../testing/people.ts";
import { appAddress } from "../testing/page-actions.ts";

/** All script that a first visit to a page may load without a touch: bytes as sent, compressed. */
const most = { list: 110_000, index: 110_000, detail: 112_000, online: 124_000, lead: 124_000 };
const leads: ActivityFilter = ({ pageType, status }) => pageType === "localOfflineLead" && status === 2;
const assets = fileURLToPath(new URL("../../build/client/assets/", import.meta.url));

/** Of it, what knows the hosts and logs people in there; what the bundler says that each script holds, compressed. */
const HOST_CODE_MOST = 12 * 1_024;
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

test("X01 the tracker is 4 KB at most, compressed", () => {
  const trackers = readdirSync(assets).filter((name) => /^tracker-.*\.js$/.test(name));
  expect(trackers.length).toBeGreaterThan(0);
  for (const name of trackers) expect(sizeOf(name)).toBeLessThanOrEqual(4 * 1_024);
});

const textOf = (name: string): string => readFileSync(assets + name, "utf8");
/** A script and all that it leads to. @param how what leads on @param has those that are there already */
function broughtBy(names: readonly string[], how: RegExp, has: ReadonlySet<string> = new Set()): Set<string> {
  const found = new Set<string>();
  const follow = (script: string): void => {
    if (has.has(script) || found.has(script)) return;
    found.add(script);
    for (const [, other = ""] of textOf(script).matchAll(how)) follow(other);
  };
  names.forEach(follow);
  return found;
}
const whatIsImported = /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g;
const whatIsNamed = /["'`]\.\/([^"'`]+\.js)["'`]/g;
/** This release's scripts: the folder keeps the last one's too. */
function scriptsOfRelease(): Set<string> {
  const server = readFileSync(fileURLToPath(new URL("../../build/server/index.js", import.meta.url)), "utf8");
  const named = [...server.matchAll(/activity\/assets\/([\w.-]+\.js)/g)].flatMap(([, name = ""]) => name);
  return broughtBy(named, whatIsNamed);
}
/** What one task may run of code that is new to the page, bytes: 12 KB are some 30 ms on a slow phone. */
const ONE_TASK_MOST = 12 * 1_024;

test("X01 what comes after the first screen is run in tasks of 12 KB of new code at most, and without zod", () => {
  const all = [...scriptsOfRelease()];
  const named = (name: string): string => all.find((file) => file.startsWith(`${name}-`)) ?? name;
  const first = broughtBy(["entry.client", "root", "list-page"].map(named), whatIsImported);
  const broughtOn = (name: string, has: ReadonlySet<string>): [Set<string>, number] => {
    const brought = broughtBy([named(name)], whatIsImported, has);
    return [brought, [...brought].reduce((sum, file) => sum + textOf(file).length, 0)];
  };
  // In the order of web/app/startup/after-first-screen.ts; what one has brought is there for the next.
  let there: ReadonlySet<string> = first;
  const sizes = ["after-first-screen", "tracker", "drawings", "challenge-parts"].map((name) => {
    const [brought, size] = broughtOn(name, there);
    there = new Set([...there, ...brought]);
    return [name, size] as const;
  });
  process.stdout.write(`${sizes.map(([name, size]) => `${String(size).padStart(7)} ${name}`).join("\n")}\n`);
  expect(sizes.filter(([, size]) => size === 0 || size > ONE_TASK_MOST)).toEqual([]);
  // A call with all that it is declared with is more than that: it would be told.
  expect(broughtOn("own-sign-up", there)[1]).toBeGreaterThan(ONE_TASK_MOST);
});

/** How long nothing more has been asked for when a page is taken to have all its scripts, ms. */
const QUIET = 1_500;
/**
 * The scripts that a page loads by itself, before anybody has touched it or read for a while. Where it
 * leaves for a login of its host and comes back, those of the document that loads more.
 * @param isEnough what they must be at least, however slow the machine
 */
async function scriptsOf(
  path: string,
  host?: BrowserVisit,
  isEnough: (names: ReadonlySet<string>) => boolean = () => true,
): Promise<{ name: string; size: number }[]> {
  // A worker would load more scripts behind the page, for a time without a network.
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
    // However slow the machine: nobody has read for a while (platform/page-load/hydration.ts).
    Object.assign(window, {
      setTimeout: (run: () => void, delay = 0, ...rest: unknown[]) =>
        delay === 3_000 ? 0 : real(run, delay, ...rest),
    });
  });
  await page.goto(app + path);
  await hydrated(page);
  await expect
    .poll(() => documents.some(isEnough) && Date.now() - asked > QUIET, { interval: 200 })
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
  ["lead", "online/", leads],
] as const)(
  "Z07 all script of the %s's first screen is within its budget",
  async (page, path, wish = activityFilters.plain) => {
    const { activityId } = await findActivity(inject("origin"), wish);
    const scripts = await scriptsOf(path.endsWith("/") ? path + activityId : path);
    scripts.sort((one, other) => other.size - one.size);
    const sum = scripts.reduce((all, { size }) => all + size, 0);
    const lines = scripts.map(({ name, size }) => `${String(size).padStart(7)} ${name}`);
    process.stdout.write(
      `${page}, at most ${most[page]}\n${lines.join("\n")}\n${String(sum).padStart(7)} in all\n`,
    );
    // What starts the client is among them: otherwise nothing was measured.
    expect(scripts.some(({ name }) => name.startsWith("entry.client-"))).toBe(true);
    expect(sum).toBeLessThanOrEqual(most[page]);
  },
);

test.each(["app-ios", "wechat-mini", "baidu", "phone"] as const)(
  "%s: environment, bridge and login are 12 KB of the first page at most, everything counted that it loads by itself",
  async (kind) => {
    // Somebody whom the app knows is logged in by itself: that is as much as is ever loaded unasked.
    const scenario = kind === "app-ios" ? { native: { mobile: newMobile() } } : {};
    const weigh = (names: Iterable<string>): number =>
      [...names].reduce((all, name) => all + (hostCode[name] ?? 0), 0);
    const host = await openHost(browser, kind, scenario);
    const scripts = await scriptsOf("list", host, (names) => weigh(names) > 0);
    const ofHosts = weigh(scripts.map(({ name }) => name));
    process.stdout.write(
      `${String(ofHosts).padStart(7)} bytes for environment, bridge and login in ${kind}\n`,
    );
    expect(ofHosts).toBeLessThanOrEqual(HOST_CODE_MOST);
  },
);
