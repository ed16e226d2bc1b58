import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { hydrated, launch, openVisit } from "../testing/chromium.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { appAddress, formPath } from "../testing/page-actions.ts";

// first-screen.test.ts covers the public routes; this test covers all other HTML pages.
const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Records violations of a page's content security policy, in all its frames. */
async function recordViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction("noteViolation", (what: string) => violations.push(what));
  await page.addInitScript(() => {
    const { noteViolation } = window as unknown as { noteViolation(what: string): void };
    addEventListener("securitypolicyviolation", ({ documentURI, violatedDirective, blockedURI, sample }) =>
      noteViolation(`${documentURI} ${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  return violations;
}
/** Opens an address and returns the faults of its headers. */
async function headerFaults(page: Page, address: string): Promise<string[]> {
  const answer = await page.goto(address);
  // Includes violations by React; the pages of the lab and the simulator do not hydrate.
  if (address.startsWith(app)) await hydrated(page);
  const headers = answer?.headers() ?? {};
  const policy = headers["content-security-policy"] ?? "";
  const isHeld = (name: string) => policy.includes(`${name} 'none'`) || policy.includes("default-src 'none'");
  return [
    ...(/unsafe|\*(?!\.)/.test(policy) ? [`lets in too much: ${policy}`] : []),
    ...(policy.includes("default-src") && policy.includes("frame-ancestors") ? [] : ["has no whole policy"]),
    ...(isHeld("object-src") && policy.includes("base-uri 'none'") ? [] : ["leaves objects or base open"]),
    ...(headers["x-content-type-options"] === "nosniff" ? [] : ["may be sniffed"]),
    ...(headers["referrer-policy"] === undefined ? ["tells others where it was"] : []),
  ].map((what) => `${address} ${what}`);
}

test("Z09 every page of a person works under its policy, in the browser and in WeChat", async () => {
  const { activityId } = await findActivity(origin, activityFilters.plain);
  const person = await newPerson(origin);
  const own = ["", "/signups", "/leads", "/favourites", "/coupons", "/shares", "/owner"].map(
    (part) => `mine${part}`,
  );
  const paths = [
    ...own,
    formPath(activityId),
    `coupon/result/${activityId}`,
    `koc/${activityId}`,
    "check-in",
    "check-in/leads",
  ];
  const invitation = `invited/${activityId}?sec=${"A".repeat(22)}`;
  for (const userAgent of [undefined, "Mozilla/5.0 (Linux; Android 14) Chrome/120 MicroMessenger/8.0.50"]) {
    const options = userAgent === undefined ? {} : { userAgent };
    const { context, page } = await openVisitAs(browser, origin, person, options);
    const violations = await recordViolations(page);
    const faults = [];
    for (const path of [...paths, invitation]) faults.push(...(await headerFaults(page, app + path)));
    expect([userAgent, faults, violations]).toEqual([userAgent, [], []]);
    await context.close();
  }
});

test("Z09 the pages of provider, lab and simulator work under their policies", async () => {
  const { context, page } = await openVisit(browser);
  const violations = await recordViolations(page);
  const faults = [];
  const asked = new URLSearchParams({
    client_id: demoBrand.clientId,
    response_type: "code",
    scope: "openid",
    redirect_uri: app,
  });
  faults.push(...(await headerFaults(page, `${origin}/pass/auth?${asked.toString()}`)));
  expect(page.url()).toContain("/pass/interaction/");
  // The captcha's picture is a data URL.
  await page.getByRole("textbox", { name: "手机号", exact: true }).fill("13800138000");
  await page.getByRole("checkbox").first().check();
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByRole("slider").waitFor();
  const wechat = new URLSearchParams({
    appid: demoBrand.officialAccounts.other.appId,
    redirect_uri: app,
    response_type: "code",
    scope: "snsapi_userinfo",
    state: "1",
  });
  const lab = `http://lab.localhost:${new URL(origin).port}/lab`;
  const addresses = [
    `${origin}/pass/auth?client_id=nobody`,
    `${origin}/pass/session/end`,
    `${origin}/sim/wechat/connect/oauth2/authorize?${wechat.toString()}`,
    `${lab}?hosts=wechat`,
    ...["check-in", "leads", "koc", "funnel", "bridge"].map((name) => `${origin}/lab/${name}`),
  ];
  for (const address of addresses) {
    faults.push(...(await headerFaults(page, address)));
    const frame = page.frameLocator("#frames iframe >> nth=0");
    if (address.startsWith(lab)) await frame.locator("html[data-ready='1']").waitFor({ state: "attached" });
  }
  expect([faults, violations]).toEqual([[], []]);
  await context.close();
});
