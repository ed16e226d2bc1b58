import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { showUser } from "#contract/session/session.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { launch, openVisit } from "../testing/chromium.ts";
import { newMobile } from "../testing/people.ts";
import { simulator } from "../testing/simulator.ts";
import {
  appAddress,
  formPath,
  logInAtProvider,
  openAppPage,
  goToProviderLogin,
  requestsTo,
} from "../testing/page-actions.ts";
import { classSelector } from "../testing/class-selector.ts";
import { sessionTokenIn } from "../testing/session-token.ts";

const origin = inject("origin");
const app = appAddress(origin);
const exchange = "/mall-api/cop-marketing-base/api/v1/vip/third/sessions-code";
const failed = "登录失败，请稍后重试";
let browser: Browser;
let form: string;
beforeAll(async () => {
  browser = await launch();
  form = app + formPath((await findActivity(origin, activityFilters.plain)).activityId);
});
beforeEach(async () => {
  await simulator(origin).fail();
});
afterAll(() => browser.close());

const kept = (page: Page, name: string): Promise<string | null> =>
  page.evaluate((key) => sessionStorage.getItem(`vw_mall.${key}`), name);

test("F01 F02 F03 F05 F25 the login page replaces the page, with the parameters of the specification", async () => {
  const { context, page } = await openVisit(browser);
  const asked = requestsTo(page, `${origin}/pass/auth?`);
  await openAppPage(page, `${app}list`);
  const depth = await page.evaluate(() => history.length);
  await page.goto(`${form}&utm_source=%E4%B8%AD&utm_source=b#h`);
  await goToProviderLogin(page);
  expect(asked).toHaveLength(1);
  const { searchParams } = new URL(asked[0]?.url() ?? "");
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: "code",
    scope: "openid",
    history_state: "replace",
    showPwdLogin: "true",
    redirect_uri: `${form}&utm_source=%E4%B8%AD&utm_source=b&loginType=SSO`,
    code_challenge_method: "S256",
  });
  expect(searchParams.get("client_id")).toMatch(/^\S+$/);
  expect(searchParams.get("state")).toMatch(/^\d{13}$/);
  expect(searchParams.get("code_challenge")).toMatch(/^[\w-]{43}$/);
  // One entry more than the form's: the sheet's, which lies ahead.
  expect(await page.evaluate(() => history.length)).toBe(depth + 2);
  await page.goBack();
  expect(page.url()).toBe(`${app}list`);
  await context.close();
});

test("F03 in production no password login is offered", async () => {
  const { context, page } = await openVisit(browser);
  // The host name selects the environment: serves the same pages under production's name.
  const host = "http://m.qinglan.example";
  const left: string[] = [];
  await page.route(`${host}/**`, async (route) => {
    const url = route.request().url();
    if (url.startsWith(`${host}/pass/auth?`)) {
      left.push(url);
      return route.abort();
    }
    return route.fulfill({ response: await route.fetch({ url: origin + url.slice(host.length) }) });
  });
  await openAppPage(page, host + form.slice(origin.length));
  await page.getByRole("button", { name: "登录", exact: true }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("checkbox").check();
  await sheet.getByRole("button", { name: "青岚账号登录" }).click();
  await expect.poll(() => left).toHaveLength(1);
  const { searchParams } = new URL(left[0] ?? "");
  expect(searchParams.has("showPwdLogin")).toBe(false);
  expect(searchParams.get("response_type")).toBe("code");
  await context.close();
});

test("F07 F11 F13 F23 the login returns to the exact deep link by one exchange, and leaves no trace", async () => {
  const { context, page } = await openVisit(browser);
  const exchanges = requestsTo(page, origin + exchange);
  const mobile = newMobile();
  const link = `${form}&utm_source=%E4%B8%AD&a=1&a=2&b=%2B+c#h=1`;
  await page.goto(link);
  await goToProviderLogin(page);
  await logInAtProvider(page, mobile);
  await page.getByText(maskMobile(mobile)).waitFor();
  expect(page.url()).toBe(link);
  expect(exchanges).toHaveLength(1);
  const [request] = exchanges;
  expect(request?.method()).toBe("POST");
  expect(new URL(request?.url() ?? "").searchParams.get("clientId")).toMatch(/^\S+$/);
  expect(Object.keys(request?.postDataJSON() as object)).toEqual(
    expect.arrayContaining(["code", "redirectUri", "codeVerifier"]),
  );
  for (const name of ["toSSO", "goBackUrl", "state", "redirect_uri", "SSOLoginFlag"])
    expect([name, await kept(page, name)]).toEqual([name, null]);
  const token = (await sessionTokenIn(page)) ?? "";
  expect((await contractClient(origin, { token })(showUser, {})).mobile).toBe(mobile);
  await context.close();
});

/** Removes APIs that the oldest supported browsers lack (docs/native-bridge.md). */
const removeNewerApis = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const newer: readonly [object, string[]][] = [
      [URL, ["parse", "canParse"]],
      [AbortSignal, ["timeout", "any"]],
      [Array, ["fromAsync"]],
      [Array.prototype, ["toSorted", "toReversed", "toSpliced", "with"]],
      [Promise, ["withResolvers", "try"]],
      [Object, ["groupBy"]],
      [Set.prototype, ["union", "intersection", "difference", "isSubsetOf"]],
      [Uint8Array.prototype, ["toHex", "toBase64"]],
      [globalThis, ["Iterator", "requestIdleCallback", "scheduler", "navigation", "URLPattern"]],
      [Document.prototype, ["startViewTransition"]],
      [Element.prototype, ["checkVisibility"]],
    ];
    for (const [owner, names] of newer) for (const name of names) Reflect.deleteProperty(owner, name);
  });

test("B11 B12 F07 F23 N03 the provider's page and the login work in the oldest browsers", async () => {
  const { context, page, complaints } = await openVisit(browser);
  await removeNewerApis(page);
  const mobile = newMobile();
  const link = `${form}&a=1#h=1`;
  await page.goto(link);
  expect(await page.evaluate(() => ["parse" in URL, "timeout" in AbortSignal])).toEqual([false, false]);
  await goToProviderLogin(page);
  await logInAtProvider(page, mobile);
  await page.getByText(maskMobile(mobile)).waitFor();
  expect(page.url()).toBe(link);
  expect(complaints).toEqual([]);
  await context.close();
});

/** Overwrites the stored state on the first returns, before the client checks it. */
const forgetState = (page: Page, times: number): Promise<unknown> =>
  page.addInitScript((most) => {
    const done = Number(localStorage.getItem("forgotten") ?? "0");
    if (!location.search.includes("code=") || done >= most) return;
    localStorage.setItem("forgotten", String(done + 1));
    sessionStorage.setItem("vw_mall.state", "1");
  }, times);

test("F06 F08 a foreign state is not exchanged: one more round trip to the provider succeeds", async () => {
  const { context, page } = await openVisit(browser);
  const asked = requestsTo(page, `${origin}/pass/auth?`);
  const exchanges = requestsTo(page, origin + exchange);
  const mobile = newMobile();
  await page.goto(form);
  await forgetState(page, 1);
  await goToProviderLogin(page);
  await logInAtProvider(page, mobile);
  await page.getByText(maskMobile(mobile)).waitFor();
  expect(asked).toHaveLength(2);
  expect(exchanges).toHaveLength(1);
  expect(page.url()).toBe(form);
  await context.close();
});

test.each(["a foreign state", "a refused code"])(
  "F09 F10 V25 after %s twice: no loop, a toast says that login failed, in the specification's words",
  async (what) => {
    const { context, page } = await openVisit(browser);
    const asked = requestsTo(page, `${origin}/pass/auth?`);
    await page.goto(form);
    if (what === "a foreign state") await forgetState(page, 9);
    else await simulator(origin).fail({ path: exchange, status: 200, code: "01", times: 2 });
    await goToProviderLogin(page);
    await logInAtProvider(page, newMobile());
    const toast = page.locator(classSelector("toast", "toast"));
    await toast.waitFor();
    expect([...((await toast.textContent()) ?? "")]).toEqual([...failed]);
    expect(asked).toHaveLength(2);
    expect(await sessionTokenIn(page)).toBeNull();
    expect(page.url()).toBe(form);
    await context.close();
  },
);

test("F26 a code that this browser never requested is dropped: no exchange, no login", async () => {
  const { context, page } = await openVisit(browser);
  const exchanges = requestsTo(page, origin + exchange);
  await openAppPage(page, `${form}&code=attacker&state=1795226901307&loginType=SSO`);
  await expect.poll(() => page.url()).toBe(form);
  await page.waitForLoadState("networkidle");
  expect(exchanges).toEqual([]);
  expect(await sessionTokenIn(page)).toBeNull();
  await context.close();
});

test("F24 two tabs of one browser log in at once, and both return logged in", async () => {
  const { context, page: first } = await openVisit(browser);
  const second = await context.newPage();
  const mobile = newMobile();
  await first.goto(`${form}&tab=1`);
  await goToProviderLogin(first);
  await second.goto(`${form}&tab=2`);
  await goToProviderLogin(second);
  await first.bringToFront();
  await logInAtProvider(first, mobile);
  await first.getByText(maskMobile(mobile)).waitFor();
  await second.bringToFront();
  await logInAtProvider(second, newMobile());
  await second.getByText(/\d{3}\*{4}\d{4}/).waitFor();
  expect([first.url(), second.url()]).toEqual([`${form}&tab=1`, `${form}&tab=2`]);
  await context.close();
});
