import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { findActivity, wishes } from "./activities.ts";
import { hydrated, launch, phone, visit, type Visit } from "./chromium.ts";
import { openHost } from "./hosts.ts";
import { newMobile } from "./people.ts";
import { appOf } from "./walk.ts";

/** All script that a first visit to a page may load without a touch: bytes as sent, compressed. */
const most = { list: 110_000, index: 110_000, detail: 112_000 };
const assets = fileURLToPath(new URL("../build/client/assets/", import.meta.url));

/** Of it, what knows the hosts and logs people in there; what the bundler says that each script holds, compressed. */
const HOST_CODE_MOST = 12 * 1_024;
const hostCode = JSON.parse(
  readFileSync(fileURLToPath(new URL("../build/host-code.json", import.meta.url)), "utf8"),
) as Readonly<Record<string, number>>;

const app = appOf(inject("origin"));
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const sizeOf = (name: string): number =>
  statSync(`${assets}${name}.br`, { throwIfNoEntry: false })?.size ?? readFileSync(assets + name).length;

/** How long nothing more has been asked for when a page is taken to have all its scripts, ms. */
const QUIET = 1_500;
/**
 * The scripts that a page loads by itself, before anybody has touched it or read for a while. Where it
 * leaves for a login of its host and comes back, those of the document that loads more.
 * @param isEnough what they must be at least, however slow the machine
 */
async function scriptsOf(
  path: string,
  host?: Visit,
  isEnough: (names: ReadonlySet<string>) => boolean = () => true,
): Promise<{ name: string; size: number }[]> {
  // A worker would load more scripts behind the page, for a time without a network.
  const { context, page } = host ?? (await visit(browser, { ...phone, serviceWorkers: "block" }));
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
    // However slow the machine: nobody has read for a while (platform/hydration.ts).
    Object.assign(window, {
      setTimeout: (run: () => void, delay = 0, ...rest: unknown[]) =>
        delay === 3_000 ? 0 : real(run, delay, ...rest),
    });
  });
  await page.goto(app + path);
  await hydrated(page);
  await expect
    .poll(() => documents.some(isEnough) && Date.now() - asked > QUIET, { timeout: 30_000, interval: 200 })
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
  ["detail", "offline/"],
] as const)("all script of the %s's first screen is within its budget", async (page, path) => {
  const { activityId } = await findActivity(inject("origin"), wishes.plain);
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
});

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
