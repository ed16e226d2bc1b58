import type { Browser, Request } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { listOwnSignUps } from "#contract/signup/self-service.ts";
import { endSession } from "#contract/session/session.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { hydrated, launch } from "../testing/chromium.ts";
import { logInAsPerson } from "../testing/login-matrix/log-in.ts";
import {
  hostEnvironments,
  sessionExchangePaths,
  FORM_NAME,
  prepareRun,
  type MatrixRun,
} from "../testing/login-matrix/run.ts";
import { startProduct, type RunningProduct } from "../testing/product.ts";
import { fillForm, solveByDragging } from "../testing/page-actions.ts";
import { signUpForm } from "../testing/class-selector.ts";
import { sessionTokenIn } from "../testing/session-token.ts";

const SIGN_UP = "/mall-api/cop-marketing-activity/api/v1/activity/page/signup/";
const STATUS = "/mall-api/cop-marketing-activity/api/v1/activity/page/flow/status";
let product: RunningProduct;
let browser: Browser;
let activityId: string;
beforeAll(async () => {
  product = await startProduct({ RATE_LIMITS: "off" }, inject("filled"));
  browser = await launch();
  ({ activityId } = await findActivity(product.origin, activityFilters.plain));
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const tokenOf = async ({ page }: MatrixRun): Promise<string> => (await sessionTokenIn(page)) ?? "";
const pathOf = (request: Request): string => new URL(request.url()).pathname;
/** Number of sign-ups of the logged-in person. */
const records = async (run: MatrixRun): Promise<number> =>
  (await contractClient(product.origin, { token: await tokenOf(run) })(listOwnSignUps, {})).length;
const submit = ({ page }: MatrixRun): Promise<void> => page.getByRole("button", { name: "提交报名" }).click();
const askedOfApp = async ({ visit }: MatrixRun, name: string): Promise<number> =>
  (await visit.log()).filter((entry) => entry.direction === "out" && entry.name === name).length;

/** Logs a person in, fills in the form, and then revokes the token on the server. */
async function outlived(kind: string): Promise<{ run: MatrixRun; requests: Request[] }> {
  const environment = hostEnvironments.find((one) => one.kind === kind);
  if (!environment) throw new Error(`no environment ${kind}`);
  const run = await prepareRun(browser, product.origin, activityId, environment, {});
  const requests: Request[] = [];
  run.page.on("request", (request) => requests.push(request));
  await run.page.goto(run.link);
  await hydrated(run.page);
  expect(await logInAsPerson(run, run.loginMethod !== "native")).toMatchObject({ kind: "loggedIn" });
  await fillForm(run.page, FORM_NAME);
  // The page's own calls must finish first: the sign-up has to be the first refused call.
  await run.page.waitForLoadState("networkidle");
  await contractClient(product.origin, { token: await tokenOf(run) })(endSession, {});
  requests.length = 0;
  return { run, requests };
}

test.each(["app-android", "app-ios"])(
  "V03 V04 H05 H06 H08 H10 %s: the app provides one new token for all refused calls, and the sign-up continues as one record",
  async (kind) => {
    const { run, requests } = await outlived(kind);
    await submit(run);
    await solveByDragging(run.page);
    await run.page.getByRole("status").getByText("报名成功").waitFor();
    // Refused for the token (unless another call noticed it first), refused for the captcha, accepted: the
    // same form under the same key.
    const sent = requests.filter((request) => pathOf(request).startsWith(SIGN_UP));
    expect(sent.length).toBeGreaterThanOrEqual(2);
    expect(sent.length).toBeLessThanOrEqual(3);
    expect(new Set(sent.map((request) => request.headers()["idempotency-key"])).size).toBe(1);
    expect(new Set(sent.map((request) => request.postData())).size).toBe(1);
    expect(requests.filter((request) => pathOf(request) === sessionExchangePaths.native)).toHaveLength(1);
    expect(await askedOfApp(run, "refreshSxToken")).toBe(1);
    expect(await records(run)).toBe(1);

    // Two concurrent refused calls: one new token, one retry each, no dialog.
    await contractClient(product.origin, { token: await tokenOf(run) })(endSession, {});
    await run.sim.fail({ host: run.host, path: STATUS, status: 611, times: 1 });
    requests.length = 0;
    await run.page.reload();
    await run.page
      .getByText(/1\d\d\*{4}\d{4}/)
      .first()
      .waitFor();
    await expect.poll(() => askedOfApp(run, "refreshSxToken")).toBe(1);
    await run.page.waitForLoadState("networkidle");
    expect(requests.filter((request) => pathOf(request) === STATUS).length).toBeLessThanOrEqual(2);
    expect(await askedOfApp(run, "refreshSxToken")).toBe(1);
    expect(await run.page.getByRole("dialog").count()).toBe(0);
    await run.visit.context.close();
  },
);

test("H05 H08 H10 WeChat: one redirect, the form is restored, and submitting again makes one record", async () => {
  const { run, requests } = await outlived("wechat");
  await submit(run);
  await run.page.waitForRequest((request) => pathOf(request) === sessionExchangePaths.wechat);
  await run.page.waitForURL(run.link);
  await hydrated(run.page);
  expect(await logInAsPerson(run, false)).toMatchObject({ kind: "loggedIn" });
  expect(requests.filter((request) => pathOf(request).endsWith("/oauth2/authorize"))).toHaveLength(1);
  expect(requests.filter((request) => pathOf(request) === sessionExchangePaths.wechat)).toHaveLength(1);
  expect(await run.page.locator(signUpForm()).getByLabel("姓名").inputValue()).toBe(FORM_NAME);
  await fillForm(run.page, FORM_NAME);
  await submit(run);
  await solveByDragging(run.page);
  await run.page.getByRole("status").getByText("报名成功").waitFor();
  expect(await records(run)).toBe(1);
  await run.visit.context.close();
});

test.each(["phone", "pc"])(
  "H05 H08 H09 H10 %s: an SMS code over the form logs in, and the same sign-up continues as one record",
  async (kind) => {
    const { run, requests } = await outlived(kind);
    await submit(run);
    const sheet = run.page.getByRole("dialog", { name: /^登录(已过期|后继续报名)$/ });
    await sheet.getByRole("checkbox").check();
    await sheet.getByRole("button", { name: "手机号验证码登录" }).click();
    const mobile = run.person.mobile ?? "";
    await sheet.getByRole("textbox", { name: "手机号" }).fill(mobile);
    await sheet.getByRole("button", { name: "获取验证码" }).click();
    await solveByDragging(run.page);
    await run.page.getByText("验证码已发送至").waitFor();
    await sheet.getByRole("textbox", { name: "短信验证码" }).fill(await run.sim.sms(mobile));
    await sheet.getByRole("button", { name: "登录", exact: true }).click();
    await run.page.getByRole("dialog", { name: "安全验证" }).waitFor();
    await solveByDragging(run.page);
    await run.page.getByRole("status").getByText("报名成功").waitFor();
    const sent = requests.filter((request) => pathOf(request).startsWith(SIGN_UP));
    expect(sent.length).toBeGreaterThanOrEqual(2);
    expect(sent.length).toBeLessThanOrEqual(3);
    expect(new Set(sent.map((request) => request.headers()["idempotency-key"])).size).toBe(1);
    expect(await records(run)).toBe(1);
    await run.visit.context.close();
  },
);
