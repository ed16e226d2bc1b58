import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { listOwnLeads, showLead } from "#contract/lead/lead.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { findActivity } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { desktop, launch, phone, openVisit } from "../testing/chromium.ts";
import { newMobile, newPerson, openVisitAs } from "../testing/people.ts";
import { leaveLeadOverHttp } from "../testing/http-actions.ts";
import { appAddress, logInAtProvider, openAppPage, solveByDragging } from "../testing/page-actions.ts";
import { classSelector } from "../testing/class-selector.ts";
import { bar, expectButtonToStoredLead, field, fill } from "../testing/lead-page.ts";

const origin = inject("origin");
let browser: Browser;
let activity: ActivityDetail;
let activityId: string;
beforeAll(async () => {
  browser = await launch();
  activity = await findActivity(
    origin,
    ({ activityType, pageType, status }) =>
      activityType === "online" && pageType === "localOfflineLead" && status === 2,
  );
  ({ activityId } = activity);
});
afterAll(() => browser.close());

const address = () => `${appAddress(origin)}online/${activityId}`;
test("M01 M02 M04 C16 K13 a lead is submitted, shown, changed and withdrawn", async () => {
  const person = await newPerson(origin);
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, `${address()}?utm_source=poster`);
  expect(await page.getByRole("checkbox").isChecked()).toBe(false);
  await page.getByRole("button", { name: "立即预约" }).first().click();
  await page.getByText(/还有 \d 处需要修改/).waitFor();
  // On a phone the bar's button is the only submit button.
  expect(await page.getByRole("button", { name: "修改后提交" }).count()).toBe(0);
  expect(await field(page, "姓名").evaluate((input) => input === input.ownerDocument.activeElement)).toBe(
    true,
  );
  expect(await accessibilityFindings(page, "lead with faults")).toEqual([]);
  const chosen = page.getByRole("radiogroup", { name: "门店" }).getByRole("radio", { checked: true });
  await chosen.waitFor();
  const nearest = await chosen.locator("xpath=..").locator("b").textContent();
  await fill(page);
  await page.getByRole("link", { name: "《个人信息授权书》" }).click();
  await page
    .getByRole("dialog", { name: "个人信息授权书" })
    .getByText("撤回后姓名和手机号立即删除")
    .waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await bar(page).getByRole("button", { name: "立即预约" }).click();
  await page.getByRole("dialog", { name: "安全验证" }).waitFor();
  await solveByDragging(page);
  await page.getByRole("status").getByText("已预约").waitFor();
  expect(await page.content()).not.toContain(person.mobile);
  const lead = () => contractClient(origin, person)(showLead, { id: activityId });
  const first = await lead();
  // The nearest dealer was selected by default and not changed.
  expect(first?.dealerName).toBe(nearest);
  expect(await accessibilityFindings(page, "lead left")).toEqual([]);
  await expectButtonToStoredLead(page);

  await page.getByRole("button", { name: "修改" }).click();
  await fill(page);
  await field(page, "姓名").fill("陈屿");
  await bar(page).getByRole("button", { name: "立即预约" }).click();
  await solveByDragging(page);
  await page.getByText("陈屿").waitFor();
  expect((await lead())?.leadId).toBe(first?.leadId);

  await page.getByRole("button", { name: "撤回预约" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "撤回", exact: true }).click();
  await field(page, "姓名").waitFor();
  expect(await lead()).toBeNull();
  // The form is back, and the bar submits it.
  await bar(page).getByRole("button", { name: "立即预约" }).click();
  await page.getByText(/还有 \d 处需要修改/).waitFor();
  await context.close();
});

test("M01 on a desktop the bar leads to a lead that was left before", async () => {
  const person = await newPerson(origin);
  await leaveLeadOverHttp(origin, person, activity, "陈屿");
  const { context, page } = await openVisitAs(browser, origin, person, desktop);
  await openAppPage(page, address());
  await page.getByText("陈屿").waitFor();
  await expectButtonToStoredLead(page);
  expect(await bar(page).getByRole("button", { name: "立即预约" }).count()).toBe(0);
  await context.close();
});

test("M18 M19 a mistyped number is corrected by 修改, which starts from the old data and can be cancelled; one of two leads is withdrawn", async () => {
  const person = await newPerson(origin);
  const [wrong, right] = [newMobile(), newMobile()];
  const { context, page } = await openVisitAs(browser, origin, person);
  const submit = async () => {
    await page.getByRole("checkbox").check();
    await bar(page).getByRole("button", { name: "立即预约" }).click();
    await solveByDragging(page);
    await page.getByRole("status").getByText("已预约").waitFor();
  };
  await openAppPage(page, address());
  await fill(page);
  await page.getByRole("button", { name: "更换", exact: true }).click();
  await field(page, "手机号").fill(wrong);
  await submit();
  await page.getByText(maskMobile(wrong)).waitFor();

  await page.getByRole("button", { name: "修改", exact: true }).click();
  await page.getByText(`之前预约的是 ${maskMobile(wrong)}`).waitFor();
  await field(page, "姓名").fill("别的名字");
  await page.getByRole("button", { name: "取消修改" }).click();
  await page.getByRole("status").getByText("已预约").waitFor();
  await page.getByRole("button", { name: "修改", exact: true }).click();
  const series = page.getByRole("radiogroup", { name: "意向车系" });
  expect([
    await field(page, "姓名").inputValue(),
    await field(page, "手机号").inputValue(),
    await series.getByRole("radio").first().isChecked(),
    await page.getByRole("checkbox").isChecked(),
  ]).toEqual(["林晓岚", "", true, false]);
  expect(await accessibilityFindings(page, "lead that is changed")).toEqual([]);
  await field(page, "手机号").fill(right);
  await submit();
  await page.getByText(maskMobile(right)).waitFor();
  const mobiles = async () =>
    (await contractClient(origin, person)(listOwnLeads, {})).map(({ mobile }) => mobile);
  expect(await mobiles()).toEqual([maskMobile(right)]);

  await leaveLeadOverHttp(origin, { ...person, mobile: wrong }, activity, "陈屿");
  await openAppPage(page, `${appAddress(origin)}mine/leads`);
  await page.getByRole("button", { name: `撤回预约：${activity.title}，${maskMobile(wrong)}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "撤回", exact: true }).click();
  await page.getByText(maskMobile(wrong)).waitFor({ state: "detached" });
  await page.getByText(maskMobile(right)).waitFor();
  expect(await mobiles()).toEqual([maskMobile(right)]);
  await context.close();
});

/** Finds an offline activity whose page takes leads. */
const findLocal = () =>
  findActivity(
    origin,
    ({ activityType, pageType, status, conditions }) =>
      activityType === "localoffline" &&
      pageType === "localOfflineLead" &&
      status === 2 &&
      conditions === undefined,
  );
/** Fills in the sheet's form except the mobile. */
async function fillSheet(page: Page, { form }: ActivityDetail): Promise<void> {
  const sheet = page.getByRole("dialog", { name: "留下联系方式" });
  await field(page, "姓名").fill("林晓岚");
  for (const group of await sheet.getByRole("radiogroup").all()) {
    const isChosen = (await group.getByRole("radio", { checked: true }).count()) > 0;
    if (!isChosen) await group.getByRole("radio").first().check();
  }
  for (const { label, kind } of form)
    if (kind !== "select") await sheet.getByRole("textbox", { name: label }).fill("2");
  await sheet.getByRole("checkbox").check();
}

test("M04 C16 an offline activity's local-offline lead page takes the lead in a sheet, for the selected dealer", async () => {
  const local = await findLocal();
  const person = await newPerson(origin);
  const { context, page } = await openVisitAs(browser, origin, person, phone);
  await openAppPage(page, `${appAddress(origin)}offline/${local.activityId}`);
  expect(await page.getByRole("link", { name: /报名/ }).count()).toBe(0);
  // The page must not mention seats: a lead takes none.
  await page.locator(classSelector("detail", "countdownBar")).getByText("距预约截止").waitFor();
  await page.locator(classSelector("detail", "facts")).first().getByText("参与方式").waitFor();
  const told = await page
    .locator(
      `${classSelector("detail", "facts")}, ${classSelector("detail", "countdownBar")}, ${classSelector("frame", "bottomBar")}`,
    )
    .allTextContents();
  expect(told.join()).not.toMatch(/名额|席|报名/);
  await bar(page).getByRole("button", { name: "立即预约" }).click();
  const sheet = page.getByRole("dialog", { name: "留下联系方式" });
  const chosen = sheet.getByRole("radiogroup", { name: "门店" }).getByRole("radio", { checked: true });
  await chosen.waitFor();
  const dealer = await chosen.locator("xpath=..").locator("b").textContent();
  expect(local.dealers.map(dealerDisplayName)).toContain(dealer);
  expect(await accessibilityFindings(page, "lead in a sheet")).toEqual([]);
  await fillSheet(page, local);
  // A reload while the sheet is open keeps the form's content.
  await page.reload();
  await expect.poll(() => field(page, "姓名").inputValue()).toBe("林晓岚");
  await sheet.getByRole("button", { name: "立即预约" }).click();
  await solveByDragging(page);
  await page.getByRole("status").getByText("已预约").waitFor();
  const lead = await contractClient(origin, person)(showLead, { id: local.activityId });
  expect(lead?.dealerName).toBe(dealer);
  // A sheet closed by the person stays closed.
  await sheet.getByRole("button", { name: "关闭" }).click();
  await sheet.waitFor({ state: "detached" });
  expect(await page.evaluate(() => sessionStorage.getItem("vw_mall.leadSheet"))).toBeNull();
  // The bar names the lead, also after a reload, and opens it.
  const stored = bar(page).getByRole("button", { name: "已预约，查看" });
  await stored.waitFor();
  await page.reload();
  await stored.click();
  await sheet.getByRole("status").getByText("已预约").waitFor();
  await sheet.getByRole("button", { name: "撤回预约" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "撤回", exact: true }).click();
  await sheet.getByRole("textbox", { name: "姓名" }).waitFor();
  await sheet.getByRole("button", { name: "关闭" }).click();
  await bar(page).getByRole("button", { name: "立即预约" }).waitFor();
  await context.close();
});

test("L21 the sheet of an offline lead page reopens after a login by redirect, with its content", async () => {
  const local = await findLocal();
  const { context, page } = await openVisit(browser, desktop);
  await openAppPage(page, `${appAddress(origin)}offline/${local.activityId}?utm_source=poster`);
  await page.getByRole("button", { name: "立即预约" }).first().click();
  const sheet = page.getByRole("dialog", { name: "留下联系方式" });
  await sheet.waitFor();
  await fillSheet(page, local);
  const person = await newPerson(origin);
  await field(page, "手机号").fill(person.mobile);
  await sheet.getByRole("button", { name: "登录并预约" }).click();
  const login = page.getByRole("dialog").filter({ hasText: "青岚账号登录" }).last();
  await login.getByRole("checkbox").last().check();
  await login.getByRole("button", { name: "青岚账号登录" }).click();
  await logInAtProvider(page, person.mobile);
  await page.waitForURL((url) => url.pathname.endsWith(`/offline/${local.activityId}`));
  await sheet.waitFor();
  await expect.poll(() => field(page, "姓名").inputValue()).toBe("林晓岚");
  await sheet.getByRole("button", { name: "立即预约" }).click();
  await solveByDragging(page);
  await page.getByRole("status").getByText("已预约").waitFor();
  expect(await contractClient(origin, person)(showLead, { id: local.activityId })).not.toBeNull();
  await context.close();
});

test("L21 F23 a visitor's input survives the login; the lead carries the campaign parameters", async () => {
  const { context, page } = await openVisit(browser, desktop);
  await openAppPage(page, `${address()}?utm_source=poster&utm_campaign=winter`);
  await fill(page);
  const person = await newPerson(origin);
  await field(page, "手机号").fill(person.mobile);
  await page.getByRole("button", { name: "登录并预约" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("checkbox").check();
  await sheet.getByRole("button", { name: "青岚账号登录" }).click();
  await logInAtProvider(page, person.mobile);
  await page.waitForURL(
    (url) => url.pathname.endsWith(activityId) && url.searchParams.get("utm_source") === "poster",
  );
  await expect.poll(() => field(page, "姓名").inputValue()).toBe("林晓岚");
  await expect.poll(() => page.getByRole("checkbox").isChecked()).toBe(true);
  await page.getByRole("button", { name: "立即预约" }).first().click();
  await solveByDragging(page);
  await page.getByRole("status").getByText("已预约").waitFor();
  await context.close();
});
