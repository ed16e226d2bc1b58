import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { launch, openVisit } from "../testing/chromium.ts";
import { newMobile } from "../testing/people.ts";
import {
  appAddress,
  formPath,
  logInAtProvider,
  openAppPage,
  goToProviderLogin,
} from "../testing/page-actions.ts";

const origin = inject("origin");
const { port } = new URL(origin);
const names = ["dev", "test", "pre", "uat", "prod"] as const;
let browser: Browser;
beforeAll(async () => {
  // Maps real host names to this machine.
  browser = await launch(
    "--host-resolver-rules=MAP *.qinglan.example 127.0.0.1, MAP *.other.example 127.0.0.1",
  );
});
afterAll(() => browser.close());

type Configuration = Readonly<Record<string, string>>;
/** Reads the stored configurations by environment; skips unreadable ones. */
const configurationsIn = (page: Page): Promise<Record<string, Configuration>> =>
  page.evaluate(() => {
    const prefix = "marque.environment.";
    const kept: Record<string, Configuration> = {};
    for (const [key, text] of Object.entries({ ...localStorage }))
      try {
        const found = JSON.parse(text) as Configuration | null;
        if (key.startsWith(prefix) && found) kept[key.slice(prefix.length)] = found;
      } catch {
        // Broken by the test, or not ours.
      }
    return kept;
  });
/** Reads the configurations after the first screen, when they are written. */
async function configurations(page: Page): Promise<Record<string, Configuration>> {
  await page.keyboard.press("Shift");
  const ours = `${new URL(page.url()).origin}/mall-api/`;
  const written = async () => Object.values(await configurationsIn(page)).map((each) => each["apiBaseUrl"]);
  await expect.poll(written).toEqual([ours]);
  return configurationsIn(page);
}

test.each([
  ["A01", "test.m.qinglan.example", "test"],
  ["A02", "m-qa.qinglan.example", "test"],
  ["A03", "uat-m.qinglan.example", "uat"],
  ["A04", "m1.qinglan.example", "uat"],
  ["A05", "pre-m.qinglan.example", "pre"],
  ["A06", "m.qinglan.example", "prod"],
  ["A06", "m.other.example", "dev"],
  ["A07", "www.qinglan.example", "dev"],
  ["A07", "localhost", "dev"],
  ["A07", "127.0.0.1", "dev"],
  ["A08", "m1-test.qinglan.example", "test"],
  ["A08", "uat-pre-m.qinglan.example", "uat"],
  ["A08", "M.QINGLAN.EXAMPLE", "prod"],
])("%s A11 A12 %s is %s; every call goes to the host's own mall-api", async (_row, host, name) => {
  const { context, page } = await openVisit(browser);
  const here = `http://${host.toLowerCase()}:${port}`;
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "fetch" && !/\/(sa|assets|fonts)\b/.test(new URL(request.url()).pathname))
      calls.push(request.url());
  });
  await openAppPage(page, appAddress(`http://${host}:${port}`));
  const kept = await configurations(page);
  expect(Object.keys(kept)).toEqual([name]);
  expect(kept[name]?.["apiBaseUrl"]).toBe(`${here}/mall-api/`);
  await page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name: "活动" }).click();
  await page.getByRole("button", { name: "本周末" }).click();
  await expect.poll(() => calls.length).toBeGreaterThan(0);
  expect(calls.filter((address) => !address.startsWith(`${here}/mall-api/`))).toEqual([]);
  await context.close();
});

test("A09 A10 A13 A14 five configurations of ten keys; one client id; production has its own official account", async () => {
  const hosts = { dev: "www", test: "test.m", pre: "pre-m", uat: "uat-m", prod: "m" };
  const { context, page } = await openVisit(browser);
  const found: Record<string, Configuration> = {};
  for (const name of names) {
    await openAppPage(page, appAddress(`http://${hosts[name]}.qinglan.example:${port}`));
    Object.assign(found, await configurations(page));
  }
  await context.close();
  expect(Object.keys(found).toSorted()).toEqual([...names].toSorted());
  for (const name of names) {
    const configuration = found[name] ?? {};
    expect(Object.keys(configuration).toSorted()).toEqual([
      "apiBaseUrl",
      "clientId",
      "idpidApi",
      "officialWxAppid",
      "officialWxRedirect",
      "oneIdCustomeUaa",
      "oneIdCustomeUaaRegistry",
      "sessionCodeApi",
      "tokenLoginApi",
      "wechatSessionsApi",
    ]);
    expect(Object.values(configuration).filter((value) => value === "")).toEqual([]);
  }
  const of = (key: string) => names.map((name) => found[name]?.[key]);
  expect(new Set(of("clientId")).size).toBe(1);
  for (const key of ["officialWxAppid", "officialWxRedirect"]) {
    const [dev, ...rest] = of(key);
    expect([key, rest.slice(0, 3), rest[3] === dev]).toEqual([key, [dev, dev, dev], false]);
  }
});

test.each(["{", "null", '{"apiBaseUrl":"https://old.example/mall-api/"}'])(
  "A16 a broken cached configuration %s is rebuilt, and the page starts",
  async (text) => {
    const { context, page, complaints } = await openVisit(browser);
    await page.addInitScript((broken) => {
      if (localStorage.getItem("marque.broken") !== null) return;
      localStorage.setItem("marque.broken", "1");
      localStorage.setItem("marque.environment.dev", broken);
    }, text);
    await openAppPage(page, appAddress(origin));
    const kept = await configurations(page);
    expect(kept["dev"]?.["apiBaseUrl"]).toBe(`${origin}/mall-api/`);
    expect(await page.getByText("附近活动").first().isVisible()).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

/** Stores a configuration as an earlier visit would have, with other addresses. */
const keep = (page: Page, changes: Configuration) =>
  page.evaluate((changed) => {
    const key = "marque.environment.dev";
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}") as Configuration;
    localStorage.setItem(key, JSON.stringify({ ...kept, ...changed }));
  }, changes);
/** Addresses of the calls that a page makes from now on, up to their first path segments. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.includes("/cop-")) calls.push(pathname.slice(0, pathname.indexOf("/cop-")));
  });
  return calls;
}

test("A11 the second visit reads the stored configuration: its first call goes to the stored address", async () => {
  const { context, page } = await openVisit(browser);
  await openAppPage(page, appAddress(origin));
  await configurations(page);
  // An address of the own origin that only the stored configuration names; it answers like the API.
  await page.route("**/kept-api/**", (route) =>
    route.continue({ url: route.request().url().replace("/kept-api/", "/mall-api/") }),
  );
  await keep(page, { apiBaseUrl: `${origin}/kept-api/` });
  const calls = callsOf(page);
  await page.goto(`${appAddress(origin)}list`);
  await page.getByRole("button", { name: "本周末" }).click();
  await expect.poll(() => calls[0]).toBe("/kept-api");
  await context.close();
});

test("A16 an outdated address is healed: its call is repeated at the page's", async () => {
  const { context, page } = await openVisit(browser);
  await openAppPage(page, appAddress(origin));
  await configurations(page);
  await keep(page, { apiBaseUrl: `${origin}/gone-api/`, oneIdCustomeUaa: `${origin}/gone/auth` });
  const calls = callsOf(page);
  await page.goto(`${appAddress(origin)}list`);
  await page.getByRole("button", { name: "本周末" }).click();
  await expect.poll(() => calls.at(-1)).toBe("/mall-api");
  expect((await configurations(page))["dev"]).toMatchObject({ oneIdCustomeUaa: `${origin}/pass/auth` });
  expect(await page.getByText("网络不可用").count()).toBe(0);
  await context.close();
});

test("A16 a stored address of somebody else's host receives no call", async () => {
  const { context, page } = await openVisit(browser);
  await openAppPage(page, appAddress(origin));
  await configurations(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).host));
  await keep(page, { apiBaseUrl: "https://qinglan.example.collector.test/mall-api/" });
  await page.goto(`${appAddress(origin)}list`);
  await page.getByRole("button", { name: "本周末" }).click();
  await configurations(page);
  expect(asked.filter((host) => host.endsWith(".test"))).toEqual([]);
  await context.close();
});

test.each(["uat-m.qinglan.example", "m.qinglan.example"])(
  "F07 on %s a login returns to its own host",
  async (host) => {
    const { activityId } = await findActivity(origin, activityFilters.plain);
    const { context, page } = await openVisit(browser);
    const here = `http://${host}:${port}`;
    const mobile = newMobile();
    await page.goto(appAddress(here) + formPath(activityId));
    await goToProviderLogin(page);
    expect(new URL(page.url()).origin).toBe(here);
    await logInAtProvider(page, mobile, origin);
    await page.getByText(maskMobile(mobile)).waitFor();
    expect(page.url()).toBe(appAddress(here) + formPath(activityId));
    await context.close();
  },
);
