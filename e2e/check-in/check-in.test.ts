import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { checkIn } from "#contract/check-in/check-in.ts";
import { showSignUp } from "#contract/signup/signup.ts";
import { ticketStepAt } from "#contract/signup/ticket-code.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { launch, narrow, openVisit } from "../testing/chromium.ts";
import { recordRequests } from "../testing/tracking-events.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { expectedTicketModules } from "../testing/qr.ts";
import { leaveLeadOverHttp, signUpOverHttp } from "../testing/http-actions.ts";
import { appAddress, formPath, openAppPage } from "../testing/page-actions.ts";
import { createStaffLink } from "../testing/staff-link.ts";
import { classSelector } from "../testing/class-selector.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let activity: ActivityDetail;
beforeAll(async () => {
  browser = await launch();
  activity = await findActivity(origin, activityFilters.plain);
});
afterAll(() => browser.close());

/** Creates a person with a ticket, and returns the ticket's data. */
async function newGuest() {
  const person = await newPerson(origin);
  await signUpOverHttp(origin, person, activity);
  const state = await contractClient(origin, person)(showSignUp, { activityId: activity.activityId });
  return {
    person,
    signUpId: state.signUpId ?? "",
    ticketCode: state.ticketCode ?? "",
    key: state.ticket?.key ?? "",
    tail: person.mobile.slice(-4),
  };
}
const staffLink = (page: Page): Promise<string> => createStaffLink(page, origin, "check-in", activity.title);
async function startDesk(page: Page, link: string): Promise<void> {
  await openAppPage(page, link);
  await page.getByRole("textbox", { name: "你的称呼" }).fill("小李");
  await page.getByRole("button", { name: "开始签到" }).click();
  await page.getByText(/^已到 \d+ \/ 报名 \d+$/).waitFor();
}
/** Simulates a camera that sees the first of these codes until `turnCamera`. */
const pointCameraAt = (page: Page, ...codes: boolean[][][]) =>
  page.addInitScript((all) => {
    const canvas = document.createElement("canvas");
    const scale = 8;
    canvas.width = canvas.height = (all[0]?.length ?? 0) * scale;
    const draw = () => {
      const context = canvas.getContext("2d");
      if (!context) return;
      context.fillStyle = "#fff";
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.fillStyle = "#000";
      const rows = all[Number("turned" in window)] ?? [];
      rows.forEach((row, y) =>
        row.forEach((isDark, x) => isDark && context.fillRect(x * scale, y * scale, scale, scale)),
      );
    };
    const camera = {
      getUserMedia: () => {
        setInterval(draw, 100);
        return Promise.resolve(canvas.captureStream(10));
      },
    };
    Object.defineProperty(navigator, "mediaDevices", { value: camera });
  }, codes);
/** Shows the second code to the camera. */
const turnCamera = (page: Page) => page.evaluate(() => Object.assign(window, { turned: true }));

test("L19 the dealer's staff check in by number, from the list and twice; the ticket shows it; the link stays out of address, visit storage and events", async () => {
  const [one, other] = [await newGuest(), await newGuest()];
  const { context, page } = await openVisit(browser, narrow);
  const link = await staffLink(page);
  expect(link).toMatch(/\/check-in#[\w-]{43}$/);
  const token = link.split("#")[1] ?? "";
  const sent = recordRequests(page);
  await startDesk(page, link);
  expect(page.url()).toBe(`${app}check-in`);
  expect(await accessibilityFindings(page, "check-in")).toEqual([]);
  await page.getByRole("textbox", { name: "凭证号" }).fill("0000 0000 0000");
  await page.getByRole("button", { name: "确认", exact: true }).click();
  await page.getByRole("status").getByText("请核对 12 位号码").waitFor();
  await page.getByRole("textbox", { name: "凭证号" }).fill(one.ticketCode.replaceAll(" ", "").toLowerCase());
  await page.getByRole("button", { name: "确认", exact: true }).click();
  await page.getByRole("status").getByText("签到成功").waitFor();
  await page.getByRole("textbox", { name: "凭证号" }).fill(one.ticketCode);
  await page.getByRole("button", { name: "确认", exact: true }).click();
  await page.getByText(/^已于 .* 由 小李 签到$/).waitFor();

  await page.getByRole("searchbox", { name: "按姓名或手机尾号查找" }).fill(other.tail);
  await page.getByRole("button", { name: "为 林晓岚 签到" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "签到" }).click();
  await page.getByRole("status").getByText("签到成功").waitFor();
  expect(await accessibilityFindings(page, "checked in")).toEqual([]);
  // The check-in of the wrong person is reverted, and repeated from the list later.
  const counted = () => page.locator(classSelector("check-in", "count")).textContent();
  const before = await counted();
  await page.getByRole("button", { name: "撤销这次签到" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "撤销签到" }).click();
  await page.getByRole("status").getByText("签到已撤销").waitFor();
  expect(await counted()).not.toBe(before);
  expect(await accessibilityFindings(page, "check-in taken back")).toEqual([]);
  await page.getByRole("button", { name: "为 林晓岚 签到" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "签到" }).click();
  await page.getByRole("status").getByText("签到成功").waitFor();
  expect(await counted()).toBe(before);
  // A reload keeps the staff's name and the activity.
  await page.reload();
  await page.getByText(/^已到 \d+ \/ 报名 \d+$/).waitFor();
  // The name can be changed for a colleague, or kept.
  await page.getByRole("button", { name: "由 小李 办理 · 更换" }).click();
  expect(await page.getByRole("textbox", { name: "你的称呼" }).inputValue()).toBe("小李");
  await page.getByRole("button", { name: "开始签到" }).click();
  await page.getByRole("button", { name: "由 小李 办理 · 更换" }).waitFor();
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.join("\n")).not.toContain(token);
  await context.close();

  const own = await openVisitAs(browser, origin, one.person, narrow);
  await openAppPage(own.page, app + formPath(activity.activityId));
  await own.page.getByText("已签到", { exact: true }).waitFor();
  expect(await accessibilityFindings(own.page, "used ticket")).toEqual([]);
  expect(await own.page.getByRole("button", { name: "取消报名" }).count()).toBe(0);
  await own.context.close();
});

test("L19 the camera reads the code of a ticket", async () => {
  const one = await newGuest();
  const { context, page } = await openVisit(browser, narrow);
  const link = await staffLink(page);
  await pointCameraAt(page, expectedTicketModules(one.signUpId, one.key, ticketStepAt(Date.now())));
  await startDesk(page, link);
  await page.getByRole("button", { name: "扫描凭证" }).click();
  await page.getByRole("status").getByText("签到成功").waitFor();
  await page.getByRole("button", { name: "关闭摄像头" }).click();
  expect(await page.locator("video").count()).toBe(0);
  await context.close();
});

/** Time after which an absent code counts as new (web/check-in/scan-box.tsx), plus a margin, ms. */
const LONGER_THAN_ABSENCE = 6_500;

test("L19 a code that stays before the camera is checked in once; the next code is checked in", async () => {
  const [one, other] = [await newGuest(), await newGuest()];
  const { context, page } = await openVisit(browser, narrow);
  const link = await staffLink(page);
  const step = ticketStepAt(Date.now());
  const codeOf = ({ signUpId, key }: typeof one) => expectedTicketModules(signUpId, key, step);
  await pointCameraAt(page, codeOf(one), codeOf(other));
  const answers: string[] = [];
  page.on("response", async (response) => {
    if (!response.url().endsWith(checkIn.paths[0])) return;
    const { data } = (await response.json()) as { data: { result: string } };
    answers.push(data.result);
  });
  await startDesk(page, link);
  await page.getByRole("button", { name: "扫描凭证" }).click();
  await page.getByRole("status").getByText("签到成功").waitFor();
  // Keeps a fixed wait: the test proves that nothing happens while the code stays.
  const since = Date.now();
  await expect.poll(() => Date.now() - since > LONGER_THAN_ABSENCE, { interval: 500 }).toBe(true);
  await page.getByRole("status").getByText("签到成功").waitFor();
  expect(answers).toEqual(["done"]);
  // The scanner has not stopped meanwhile.
  await turnCamera(page);
  await expect.poll(() => answers).toEqual(["done", "done"]);
  await context.close();
});

test("L14 hostile names and answers of forms are text for the staff, the person, and in their lists", async () => {
  const attack = `"><svg onload=alert(1)><img src=x>`;
  const online = await findActivity(origin, ({ pageType, status }) => pageType === "lead" && status === 2);
  const person = await newPerson(origin);
  await signUpOverHttp(origin, person, activity, { name: attack });
  await leaveLeadOverHttp(origin, person, online, attack);
  const dialogs: string[] = [];
  const expectPlainText = async (page: Page, name: string): Promise<void> => {
    page.on("dialog", (dialog) => {
      dialogs.push(`${name}: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.getByText(attack).first().waitFor();
    expect(await page.locator("body :is([onload], img[src=x])").count()).toBe(0);
  };
  const staff = await openVisit(browser, narrow);
  await startDesk(staff.page, await staffLink(staff.page));
  await staff.page.getByRole("searchbox").fill(attack);
  await expectPlainText(staff.page, "list of guests");
  await staff.page.getByRole("button", { name: `为 ${attack} 签到` }).click();
  await staff.page.getByRole("alertdialog").getByText(`为 ${attack} 签到？`).waitFor();
  await staff.page.getByRole("alertdialog").getByRole("button", { name: "签到" }).click();
  await staff.page.getByRole("status").getByText(attack).waitFor();
  await expectPlainText(staff.page, "check-in");
  await staff.context.close();
  const own = await openVisitAs(browser, origin, person, narrow);
  for (const path of [formPath(activity.activityId), `online/${online.activityId}`, "mine/leads"]) {
    await openAppPage(own.page, app + path);
    await expectPlainText(own.page, path);
  }
  expect([dialogs, own.complaints, staff.complaints]).toEqual([[], [], []]);
  await own.context.close();
});

test("a revoked link says so, and so does a link without its secret", async () => {
  const { context, page } = await openVisit(browser, narrow);
  const link = await staffLink(page);
  await page
    .getByRole("button", { name: `作废：${activity.title}` })
    .first()
    .click();
  await page.getByText("已作废").first().waitFor();
  await openAppPage(page, link);
  await page.getByRole("textbox", { name: "你的称呼" }).fill("小李");
  await page.getByRole("button", { name: "开始签到" }).click();
  await page.getByText("签到链接已失效，请向主办方要新的链接").waitFor();
  // A retry would not help.
  expect(await page.getByRole("button", { name: "重试" }).count()).toBe(0);
  await context.close();
  const bare = await openVisit(browser, narrow);
  await openAppPage(bare.page, `${app}check-in`);
  await bare.page.getByText("链接不完整").waitFor();
  expect(await accessibilityFindings(bare.page, "no link")).toEqual([]);
  await bare.context.close();
});
