import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { showSignUp } from "#contract/signup/signup.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { launch, phone, openVisit } from "../testing/chromium.ts";
import { newMobile, newPerson, openVisitAs } from "../testing/people.ts";
import { simulator } from "../testing/simulator.ts";
import { appAddress, formPath, logInAtProvider, openAppPage } from "../testing/page-actions.ts";
import { classSelector } from "../testing/class-selector.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let plain: ActivityDetail;
beforeAll(async () => {
  browser = await launch();
  plain = await findActivity(origin, activityFilters.plain);
});
afterAll(() => browser.close());

test("M13 M14 an invitation by code: its offer, one press, the ticket; the code leaks nowhere", async () => {
  const { activityId } = plain;
  const person = await newPerson(origin);
  const sec = await simulator(origin).invite(activityId, "林晓岚");
  const { context, page } = await openVisitAs(browser, origin, person);
  const bodies: (string | null)[] = [];
  page.on("request", (request) => {
    if (request.url().includes("sec/apply/plain")) bodies.push(request.postData());
  });
  await openAppPage(page, `${app}invited/${activityId}?sec=${sec}`);
  await page.getByRole("heading", { name: plain.title, level: 2 }).waitFor();
  expect(page.url()).toBe(`${app}invited/${activityId}`);
  expect(await accessibilityFindings(page, "invitation by code")).toEqual([]);
  await page.getByRole("button", { name: "确认报名" }).click();
  await page.waitForURL(app + formPath(activityId));
  expect(bodies).toEqual([null]);
  expect((await contractClient(origin, person)(showSignUp, { activityId })).signed).toBe(true);
  await context.close();

  const other = await openVisit(browser, phone);
  await openAppPage(other.page, `${app}invited/${activityId}?sec=${sec}`);
  await other.page.getByRole("heading", { name: "这份邀请已被使用" }).waitFor();
  expect(await accessibilityFindings(other.page, "used invitation")).toEqual([]);
  await openAppPage(other.page, `${app}invited/${activityId}?sec=${"A".repeat(22)}`);
  await other.page.getByRole("heading", { name: "没有这份邀请" }).waitFor();
  await other.context.close();
});

test("M13 C22 an invitation's code leaves the address before anything loads, stays with this visit only, and survives a reload and a login", async () => {
  const mobile = newMobile();
  const { activityId } = plain;
  await newPerson(origin, mobile);
  const sec = await simulator(origin).invite(activityId, "林晓岚");
  const { context, page } = await openVisit(browser, phone);
  const leaks: string[] = [];
  page.on("request", (request) => {
    if (request.headers()["referer"]?.includes(sec)) leaks.push(request.url());
  });
  // Without the client: the page's inline script removes the code.
  const client = "**/activity/assets/entry.client-*.js";
  await page.route(client, () => {});
  const answer = await page.goto(`${app}invited/${activityId}?sec=${sec}`);
  expect([page.url(), answer?.headers()["x-page"]]).toEqual([`${app}invited/${activityId}`, undefined]);
  await page.unroute(client);
  await page.reload();
  await page.getByRole("heading", { name: plain.title, level: 2 }).waitFor();
  await page.getByRole("button", { name: "确认报名" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("checkbox").check();
  await sheet.getByRole("button", { name: "青岚账号登录" }).click();
  await logInAtProvider(page, mobile);
  await page.getByRole("heading", { name: plain.title, level: 2 }).waitFor();
  expect([page.url(), leaks]).toEqual([`${app}invited/${activityId}`, []]);
  await context.close();
});

test("U23 U28 the form marks the person's own car and the last workshop", async () => {
  const person = await newPerson(origin);
  const withSeries = await findActivity(origin, activityFilters.withSession);
  const withDealer = await findActivity(origin, activityFilters.withDealer);
  await simulator(origin).ownsCar(person.mobile, withSeries.seriesCodes.slice(0, 1));
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, app + formPath(withSeries.activityId));
  await page.getByText("我的车", { exact: true }).waitFor();
  expect(await page.getByText("我的车", { exact: true }).count()).toBe(1);
  expect(await accessibilityFindings(page, "form with own car")).toEqual([]);
  await openAppPage(page, app + formPath(withDealer.activityId));
  // The nearest dealer is selected by default: the test records a visit to another one.
  const nameOfChosen = page.locator(
    `button${classSelector("sign-up", "dealerField")} b:not(${classSelector("text", "tertiary")})`,
  );
  const chosen = await nameOfChosen.innerText();
  const last = withDealer.dealers.find(({ name }) => !chosen.includes(name));
  await simulator(origin).serviced(person.mobile, last?.id ?? "");
  await page.reload();
  const suggestion = page.getByRole("button", { name: /^上次保养：/ });
  await suggestion.click();
  await suggestion.waitFor({ state: "detached" });
  expect(await nameOfChosen.innerText()).toContain(last?.name ?? "none");
  await context.close();
});
