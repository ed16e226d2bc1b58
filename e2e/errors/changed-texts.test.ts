import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { activityFilters, findActivity } from "../testing/activities.ts";
import { launch, phone } from "../testing/chromium.ts";
import { classSelector, listCard } from "../testing/class-selector.ts";
import { findOpenGroup, newGroupMember } from "../testing/club-groups.ts";
import { leaveLeadOverHttp, signUpOverHttp } from "../testing/http-actions.ts";
import { bar, fill } from "../testing/lead-page.ts";
import { appAddress, fillForm, formPath, openAppPage, solveByDragging } from "../testing/page-actions.ts";
import { newPerson, openVisitAs, type LoggedInPerson } from "../testing/people.ts";
import { simulator } from "../testing/simulator.ts";
import { createCheckInLink } from "../testing/staff-link.ts";
import { changeTexts, isExpectedComplaint, textChanges } from "../testing/text-changes.ts";

// The main action of each screen, with texts changed as by a browser that translates them.
const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let plain: ActivityDetail;
let withLead: ActivityDetail;
let withCoupons: ActivityDetail;
let groupId: string;
beforeAll(async () => {
  browser = await launch();
  [plain, withLead, withCoupons, groupId] = await Promise.all([
    findActivity(origin, activityFilters.plain),
    findActivity(
      origin,
      ({ activityType, pageType, status }) =>
        activityType === "online" && pageType === "localOfflineLead" && status === 2,
    ),
    findActivity(
      origin,
      ({ hasCoupons, status, activityType, conditions }) =>
        hasCoupons && status === 2 && activityType === "online" && conditions === undefined,
    ),
    findOpenGroup(origin, 2),
  ]);
});
afterAll(() => browser.close());

const owner = async (): Promise<LoggedInPerson> => {
  const person = await newPerson(origin);
  await simulator(origin).ownsCar(person.mobile, []);
  return person;
};
const member = () => newGroupMember(origin, groupId);
const signedUp = async (): Promise<LoggedInPerson> => {
  const person = await newPerson(origin);
  await signUpOverHttp(origin, person, plain);
  return person;
};
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name }).first().waitFor();

type Screen = {
  name: string;
  path: () => string;
  as?: () => Promise<LoggedInPerson>;
  /** React hydrates a part after the page, and draws it anew where its texts were changed before. */
  isRedrawn?: boolean;
  /** Does the screen's main action and waits for its outcome. */
  act: (page: Page, person: LoggedInPerson) => Promise<unknown>;
};
const screens: readonly Screen[] = [
  {
    name: "home: a card leads to its activity",
    path: () => "",
    act: async (page) => {
      await page
        .locator(`${classSelector("card", "nearby")} a`)
        .first()
        .click();
      await page.waitForURL("**/offline/*");
      await page.getByRole("heading", { level: 1 }).waitFor();
    },
  },
  {
    name: "home: another city",
    path: () => "",
    act: async (page) => {
      await page.getByRole("button", { name: "当前城市：上海，点击切换" }).first().click();
      await page.getByRole("dialog").getByRole("button", { name: "杭州", exact: true }).first().click();
      await page.getByRole("button", { name: "当前城市：杭州，点击切换" }).first().waitFor();
    },
  },
  {
    name: "list: a quick filter",
    path: () => "list",
    act: async (page) => {
      await page.getByRole("button", { name: "本周末" }).click();
      await expect.poll(() => new URL(page.url()).search).not.toBe("");
      await page.getByRole("main").and(page.locator(":not([aria-busy])")).waitFor();
    },
  },
  {
    name: "list: a search",
    path: () => "list#search",
    act: async (page) => {
      await page.getByRole("searchbox").fill("山");
      await page.keyboard.press("Enter");
      await page.waitForURL(/[?&]\w+=%E5%B1%B1/);
      await page.locator(listCard()).first().waitFor();
    },
  },
  {
    name: "list: an activity and back",
    path: () => "list",
    act: async (page) => {
      await page.locator(listCard()).first().click();
      await page.waitForURL(/\/(offline|online)\/\d+/);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.goBack();
      await page.locator(listCard()).nth(2).waitFor();
    },
  },
  {
    name: "detail: a favourite, then the form",
    path: () => `offline/${plain.activityId}`,
    act: async (page) => {
      const favourite = page.getByRole("button", { name: "收藏", exact: true });
      await favourite.click();
      await favourite.and(page.locator("[aria-pressed=true]")).waitFor();
      await page.locator(classSelector("frame", "bottomBar")).getByRole("link").last().click();
      await page.waitForURL("**/offline/signUpUser?**");
    },
  },
  {
    name: "form: a sign-up",
    path: () => formPath(plain.activityId),
    act: async (page) => {
      await fillForm(page, "林晓岚");
      await page.locator("form button[type=submit]").click();
      await solveByDragging(page);
      await page.getByRole("status").getByText("报名成功").waitFor();
    },
  },
  {
    name: "ticket: the sign-up is cancelled",
    path: () => formPath(plain.activityId),
    as: signedUp,
    act: async (page) => {
      await page.getByRole("button", { name: "取消报名" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "取消报名" }).click();
      await page.getByText("已取消报名，席位已放出").waitFor();
    },
  },
  {
    name: "login sheet: opened and closed",
    path: () => "mine",
    act: async (page) => {
      await page.evaluate(() => localStorage.clear());
      await openAppPage(page, `${app}mine`);
      await page.getByRole("button", { name: /登录/ }).first().click();
      await page.getByRole("dialog").getByRole("checkbox").check();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    },
  },
  {
    name: "online page: a lead",
    path: () => `online/${withLead.activityId}`,
    act: async (page) => {
      await page.getByRole("radiogroup", { name: "门店" }).getByRole("radio", { checked: true }).waitFor();
      await fill(page);
      await bar(page).getByRole("button").last().click();
      await solveByDragging(page);
      await page.getByRole("button", { name: /^撤回/ }).waitFor();
    },
  },
  {
    name: "own leads: one is withdrawn",
    path: () => "mine/leads",
    as: async () => {
      const person = await newPerson(origin);
      await leaveLeadOverHttp(origin, person, withLead, "陈屿");
      return person;
    },
    act: async (page) => {
      await page.getByRole("button", { name: /^撤回/ }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "撤回", exact: true }).click();
      await page.getByRole("button", { name: /^撤回/ }).waitFor({ state: "detached" });
    },
  },
  {
    name: "coupons: one is claimed and found in the wallet",
    path: () => `coupon/result/${withCoupons.activityId}`,
    as: owner,
    act: async (page) => {
      await page.getByRole("button", { name: /^领取/ }).last().click();
      await solveByDragging(page);
      await heading(page, "领取成功");
      await openAppPage(page, `${app}mine/coupons`);
      await page.getByRole("tab", { name: "可使用 1" }).waitFor();
      await page.getByRole("tab", { name: "已过期" }).click();
      await page.getByRole("tab", { name: "已过期", selected: true }).waitFor();
    },
  },
  {
    name: "club: a group is joined",
    path: () => `club/group/${groupId}`,
    as: owner,
    act: async (page) => {
      await page.getByRole("button", { name: "加入车友会" }).click();
      await page.getByRole("link", { name: "写动态" }).waitFor();
    },
  },
  {
    name: "club: a post, a like and a comment",
    path: () => `club/write?groupId=${groupId}`,
    as: member,
    act: async (page) => {
      await page.getByRole("textbox", { name: "标题（选填）" }).fill("雨后的盘山路");
      await page.getByRole("textbox", { name: "正文" }).fill("路面已经干了");
      await page.getByRole("button", { name: "发布", exact: true }).click();
      await page.waitForURL("**/club/article/*");
      await heading(page, "雨后的盘山路");
      const like = page.locator(`${classSelector("frame", "bottomBar")} ${classSelector("feed", "like")}`);
      await like.click();
      await like.and(page.locator("[aria-pressed=true]")).waitFor();
      await page.locator(`button${classSelector("article", "commentInput")}`).click();
      await page.getByRole("textbox", { name: "写评论" }).fill("谢谢带路");
      await page.getByRole("dialog").locator("button[type=submit]").click();
      await page.locator(classSelector("article", "comment")).getByText("谢谢带路").waitFor();
    },
  },
  {
    name: "club: groups are searched",
    path: () => "club/find",
    act: async (page) => {
      await page.getByRole("searchbox").fill("远山");
      await page.locator("a[href*='/club/group/']").first().waitFor();
    },
  },
  {
    name: "own page: to the sign-ups",
    path: () => "mine",
    as: signedUp,
    act: async (page) => {
      await page.locator("a[href$='/mine/signups']").first().click();
      await page.waitForURL("**/mine/signups");
    },
  },
  {
    name: "owner verification: the form checks its fields",
    path: () => "mine/owner",
    act: async (page) => {
      await page.getByRole("textbox").first().fill("LX");
      await page.locator("form button[type=submit]").click();
      await page.locator("[aria-invalid=true]").first().waitFor();
    },
  },
  {
    name: "check-in desk: a guest is found",
    path: () => "",
    act: async (page) => {
      await openAppPage(page, await createCheckInLink(origin, plain.activityId));
      await page.getByRole("textbox", { name: "你的称呼" }).fill("小李");
      await page.getByRole("button", { name: "开始签到" }).click();
      await page.getByText(/^已到 \d+ \/ 报名 \d+$/).waitFor();
      await page.getByRole("textbox", { name: "凭证号、券码或提货码" }).fill("123");
      await page.getByRole("button", { name: "确认", exact: true }).click();
      await page.getByRole("status").getByText(/12 位/).waitFor();
    },
  },
  {
    name: "mall: a tile leads on",
    path: () => "mall",
    isRedrawn: true,
    act: async (page) => {
      await page.getByRole("main").getByRole("link").nth(1).click();
      await expect.poll(() => new URL(page.url()).pathname).not.toMatch(/\/mall$/);
    },
  },
  {
    name: "404: home",
    path: () => "404",
    act: async (page) => {
      await page.getByRole("link", { name: "去首页看看" }).click();
      await page.waitForURL(app);
    },
  },
];

test.each(screens.map((screen, index) => ({ ...screen, change: textChanges[index % textChanges.length] })))(
  "Z12 $name, texts $change",
  async ({ path, as = () => newPerson(origin), isRedrawn = false, act, change = "replaced" }) => {
    const person = await as();
    const { context, page, complaints } = await openVisitAs(browser, origin, person, phone);
    await changeTexts(page, change);
    await openAppPage(page, app + path());
    await page.waitForSelector(`html[data-changed="${change}"]`, { state: "attached" });
    await act(page, person);
    expect(await page.getByText("页面出了点问题").count()).toBe(0);
    expect(complaints.filter((text) => !isExpectedComplaint(text, isRedrawn))).toEqual([]);
    await context.close();
  },
);
