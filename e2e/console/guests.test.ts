import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { checkIn } from "#contract/check-in/check-in.ts";
import { listOwnSignUps } from "#contract/signup/self-service.ts";
import { activityFilters, findActivity } from "../testing/activities.ts";
import { desktop, launch, openVisit } from "../testing/chromium.ts";
import { contractClient } from "../testing/contract-client.ts";
import { signUpOverHttp } from "../testing/http-actions.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";
import { createCheckInLink } from "../testing/staff-link.ts";

const origin = inject("origin");
/** A laptop of the marketing team. */
const wide = { ...desktop, viewport: { width: 1440, height: 900 } };
let browser: Browser;
let activity: ActivityDetail;
beforeAll(async () => {
  browser = await launch();
  activity = await findActivity(origin, activityFilters.withSession);
});
afterAll(() => browser.close());

/** Opens a page of the console as a role of the lab. */
async function openConsole(page: Page, role: string, path: string): Promise<void> {
  await page.goto(`${origin}/lab/console`);
  await page.getByRole("button", { name: `以${role}登录` }).click();
  await page.waitForURL(`${origin}/console/**`);
  await page.goto(`${origin}/console${path}`);
}
/** Finds a guest by the whole mobile and opens the panel. */
async function openGuest(page: Page, mobile: string, name: string): Promise<void> {
  await page.getByRole("searchbox").fill(mobile);
  // The list is searched a moment after the last key, which closes a panel that was opened before.
  await page.getByText(/^1 – 1，共 1 条/).waitFor();
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("heading", { name: "经过" }).waitFor();
}

test("CO34 CO55 CO56 a guest is found by the mobile, checked in, taken back and given up; they read the reason", async () => {
  const person = await newPerson(origin);
  const name = `客${person.mobile.slice(-6)}`;
  await signUpOverHttp(origin, person, activity, { name });
  const { context, page, complaints } = await openVisit(browser, wide);
  await openConsole(page, "总部管理员", "/guests");
  await openGuest(page, person.mobile, name);
  // The search field keeps what the operator typed.
  expect(await page.locator("body").textContent()).not.toContain(person.mobile);
  expect(page.url()).not.toContain(person.mobile);
  await page.getByRole("button", { name: "到场核销", exact: true }).click();
  await page.getByRole("button", { name: "撤销核销" }).click();
  await page.getByRole("button", { name: "代取消" }).click();
  const reason = "场地临时维护，另约时间";
  await page.getByRole("textbox", { name: "取消原因" }).fill(reason);
  await page.getByRole("button", { name: "取消报名", exact: true }).click();
  await page.getByText("已取消报名，席位已释放").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
  const visit = await openVisitAs(browser, origin, person);
  await openAppPage(visit.page, `${appAddress(origin)}mine/signups`);
  await visit.page.getByText(`主办方已为你取消报名：${reason}`).waitFor();
  await visit.context.close();
});

test("CO57 代报名 makes a sign-up that the person finds under 我的报名", async () => {
  const person = await newPerson(origin);
  const { context, page } = await openVisit(browser, wide);
  await openConsole(page, "总部管理员", `/guests?activity=${activity.activityId}`);
  await page.getByRole("button", { name: "代报名" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "姓名" }).fill("代报的客");
  await dialog.getByRole("textbox", { name: "手机号" }).fill(person.mobile);
  const choose = async (label: string): Promise<void> => {
    await dialog.getByRole("combobox", { name: label }).click();
    await page.getByRole("option").first().click();
  };
  await choose("场次");
  if (activity.asks.dealer) await choose("门店");
  if (activity.asks.series) await choose("意向车系");
  for (const { label, kind, required } of activity.form)
    if (required && kind === "select") await choose(label);
    else if (required && kind !== "picture") await dialog.getByRole("textbox", { name: label }).fill("2");
  await choose("客户如何同意");
  await dialog.getByRole("button", { name: "提交报名" }).click();
  await page.getByText("已代报名").waitFor();
  const own = await contractClient(origin, { token: person.token })(listOwnSignUps, {});
  expect(own).toMatchObject([{ activityId: activity.activityId, state: "upcoming" }]);
  await context.close();
});

test("CO59 到场实况 shows a check-in of the desk within three seconds", async () => {
  const person = await newPerson(origin);
  const name = `到${person.mobile.slice(-6)}`;
  const { ticketCode } = await signUpOverHttp(origin, person, activity, { name });
  const { context, page } = await openVisit(browser, wide);
  await openConsole(page, "总部管理员", `/arrivals?activity=${activity.activityId}`);
  await page.getByRole("heading", { name: "每分钟到场" }).waitFor();
  const link = (await createCheckInLink(origin, activity.activityId)).split("#")[1] ?? "";
  const done = await contractClient(origin)(checkIn, { link, by: "小李", code: ticketCode ?? "" });
  expect(done.result).toBe("done");
  await page.getByText(name).first().waitFor({ timeout: 3_000 });
  await context.close();
});
