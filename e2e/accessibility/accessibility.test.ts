import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { showCarClub } from "#contract/club/club.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { launch, narrow, openVisit } from "../testing/chromium.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { simulator } from "../testing/simulator.ts";
import {
  appAddress,
  fillForm,
  formPath,
  openAppPage,
  solveByDragging,
  goToProviderLogin,
} from "../testing/page-actions.ts";
import { listCard, signUpForm } from "../testing/class-selector.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let articleId: string;
let groupId: string;
const known: Partial<Record<keyof typeof activityFilters, ActivityDetail>> = {};
beforeAll(async () => {
  browser = await launch();
  for (const name of ["plain", "withDealer", "full", "soon", "ended", "online"] as const)
    known[name] = await findActivity(origin, activityFilters[name]);
  const { feed } = await contractClient(origin)(showCarClub, {});
  ({ articleId = "", groupId = "" } = feed.list.find(({ comments }) => comments > 0) ?? {});
});
beforeEach(() => simulator(origin).fail());
afterAll(() => browser.close());

const idOf = (name: keyof typeof activityFilters): string => known[name]?.activityId ?? "";

async function asVisitor(work: (page: Page) => Promise<string[]>): Promise<string[]> {
  const { context, page } = await openVisit(browser, narrow);
  const findings = await work(page);
  await context.close();
  return findings;
}
async function asPerson(work: (page: Page) => Promise<string[]>): Promise<string[]> {
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin), narrow);
  const findings = await work(page);
  await context.close();
  return findings;
}

test.each<[name: string, path: () => string]>([
  ["home page", () => ""],
  ["list", () => "list"],
  ["empty list", () => "list?keyword=%E6%B2%A1%E6%9C%89%E8%BF%99%E7%A7%8D&status=2"],
  ["detail of an open activity", () => `offline/${idOf("plain")}`],
  ["detail of a full activity", () => `offline/${idOf("full")}`],
  ["detail of an activity that opens later", () => `offline/${idOf("soon")}`],
  ["detail of an ended activity", () => `offline/${idOf("ended")}`],
  ["online detail", () => `online/${idOf("online")}`],
  ["form of a visitor", () => formPath(idOf("withDealer"))],
  ["form without an activity", () => "offline/signUpUser"],
  ["form of a full activity", () => formPath(idOf("full"))],
  ["404", () => "404"],
  ["account and data of a visitor", () => "mine/account"],
  ["car club", () => "club"],
  ["car club's groups", () => "club/groups"],
  ["a car club group", () => `club/group/${groupId}`],
  ["a car club article", () => `club/article/${articleId}`],
  ["hidden content of a car club group, of a visitor", () => `club/hidden?groupId=${groupId}`],
  ["followers of a car club member, of a visitor", () => "club/member/1/followers"],
  ["a missing car club article", () => "club/article/1"],
])("Z08 %s: axe in light and dark, six widths, room for fingers", async (name, path) => {
  const findings = await asVisitor(async (page) => {
    await openAppPage(page, app + path());
    return accessibilityFindings(page, name);
  });
  expect(findings).toEqual([]);
});

test("Z08 the home page scrolled to its end, where the car club is", async () => {
  const findings = await asVisitor(async (page) => {
    await openAppPage(page, app);
    const club = page.getByRole("heading", { name: "车友圈" });
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 2_000);
        return club.isVisible();
      })
      .toBe(true);
    return accessibilityFindings(page, "end of the home page");
  });
  expect(findings).toEqual([]);
});

test("Z08 the person's account and data: sessions, and the erasure form", async () => {
  const findings = await asPerson(async (page) => {
    await openAppPage(page, `${app}mine/account`);
    await page.getByText("正在使用").waitFor();
    const found = await accessibilityFindings(page, "account");
    await page.getByRole("button", { name: "我要注销" }).click();
    await page.getByRole("button", { name: "确认注销" }).click();
    await page.getByText("请先勾选确认").waitFor();
    return [...found, ...(await accessibilityFindings(page, "erasure with errors"))];
  });
  expect(findings).toEqual([]);
});

test("Z08 the list's filter and search, open", async () => {
  const findings = await asVisitor(async (page) => {
    await openAppPage(page, `${app}list`);
    const found: string[] = [];
    for (const filter of ["状态", "类型", "车系"]) {
      await page.locator("summary", { hasText: filter }).click();
      await page.getByRole("button", { name: /^查看 \d+ 场活动$/ }).waitFor();
      found.push(...(await accessibilityFindings(page, `filter ${filter}`)));
      await page.keyboard.press("Escape");
    }
    await page.getByRole("link", { name: "搜索", exact: true }).click();
    return [...found, ...(await accessibilityFindings(page, "search"))];
  });
  expect(findings).toEqual([]);
});

test("K13 Z08 alternatives to a full activity, shown after the first interaction", async () => {
  const findings = await asVisitor(async (page) => {
    await openAppPage(page, `${app}offline/${idOf("full")}`);
    await page.keyboard.press("Tab");
    const others = page.getByRole("region", { name: "同城还可以报名" });
    await others.waitFor();
    expect(await others.locator(listCard()).count()).toBeGreaterThan(0);
    expect(await others.locator(`a[href*="${idOf("full")}"]`).count()).toBe(0);
    return accessibilityFindings(page, "full, with others");
  });
  expect(findings).toEqual([]);
});

test("J17 Z08 the city sheet and its search results", async () => {
  const findings = await asVisitor(async (page) => {
    await openAppPage(page, app);
    await page.getByRole("button", { name: "当前城市：上海，点击切换" }).first().click();
    await page.getByRole("dialog", { name: "选择城市" }).getByText("热门城市").waitFor();
    const found = await accessibilityFindings(page, "city sheet");
    await page.getByRole("combobox").or(page.getByRole("searchbox")).first().fill("hang");
    await page.getByText("杭州").first().waitFor();
    return [...found, ...(await accessibilityFindings(page, "city search"))];
  });
  expect(findings).toEqual([]);
});

test("Z08 the login sheet, its SMS form with errors, and the terms over it", async () => {
  const findings = await asVisitor(async (page) => {
    await openAppPage(page, app + formPath(idOf("plain")));
    await page.getByRole("button", { name: "登录", exact: true }).first().click();
    const sheet = page.getByRole("dialog").first();
    await sheet.getByRole("button", { name: "青岚账号登录" }).click();
    await sheet.getByText("请先阅读并同意").waitFor();
    const found = await accessibilityFindings(page, "login sheet");
    await sheet.getByRole("link", { name: "《用户协议》" }).click();
    await page.getByRole("dialog", { name: "用户协议" }).waitFor();
    found.push(...(await accessibilityFindings(page, "terms")));
    await page.keyboard.press("Escape");
    await sheet.getByRole("button", { name: "手机号验证码登录" }).click();
    await sheet.getByRole("button", { name: "登录", exact: true }).click();
    await sheet.getByText("请填写手机号").or(sheet.getByText("手机号不正确")).waitFor();
    return [...found, ...(await accessibilityFindings(page, "login by SMS"))];
  });
  expect(findings).toEqual([]);
});

test("Z08 O08 the form, its errors, its dealers, the captcha and its alternative, the ticket", async () => {
  const findings = await asPerson(async (page) => {
    await openAppPage(page, app + formPath(idOf("withDealer")));
    const found = await accessibilityFindings(page, "form");
    const submit = page.locator(`${signUpForm()} button[type=submit]`);
    await submit.click();
    await page.getByText(/还有 \d+ 处需要修改/).waitFor();
    found.push(...(await accessibilityFindings(page, "form with faults")));
    await page.locator("button[aria-haspopup=dialog]").first().click();
    await page.getByRole("dialog", { name: "选择门店" }).waitFor();
    found.push(...(await accessibilityFindings(page, "dealers")));
    await page.keyboard.press("Escape");
    await fillForm(page, "林晓岚");
    await submit.click();
    const slider = page.getByRole("dialog", { name: "安全验证" });
    await slider.getByRole("slider").and(page.locator("[aria-disabled=false]")).waitFor();
    found.push(...(await accessibilityFindings(page, "slider")));
    await slider.getByRole("button", { name: "其他验证方式" }).click();
    await slider.getByText("不用看图，由这台设备完成验证").waitFor();
    await page.getByRole("status").getByText("报名成功").waitFor();
    found.push(...(await accessibilityFindings(page, "ticket")));
    await openAppPage(page, `${app}offline/${idOf("withDealer")}`);
    await page.getByRole("link", { name: "查看报名凭证" }).waitFor();
    return [...found, ...(await accessibilityFindings(page, "detail with a sign-up"))];
  });
  expect(findings).toEqual([]);
});

test("Z08 the captcha after a wrong try, over the form", async () => {
  const findings = await asPerson(async (page) => {
    await openAppPage(page, app + formPath(idOf("plain")));
    await fillForm(page, "林晓岚");
    await page.locator(`${signUpForm()} button[type=submit]`).click();
    await page.getByRole("slider").and(page.locator("[aria-disabled=false]")).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByText("再试一次，向右拖动").waitFor();
    const found = await accessibilityFindings(page, "slider again");
    await solveByDragging(page);
    await page.getByRole("status").getByText("报名成功").waitFor();
    return found;
  });
  expect(findings).toEqual([]);
});

test("Z08 K23 a list and an activity that failed to load", async () => {
  const findings = await asVisitor(async (page) => {
    await openAppPage(page, app);
    const nearby = "/mall-api/cop-marketing-activity/api/v1/activity/page/nearby";
    await simulator(origin).fail({ path: nearby, status: 500, times: 20 });
    await page.getByRole("link", { name: "活动", exact: true }).first().click();
    const again = page.getByRole("button", { name: "重试" }).first();
    await again.waitFor();
    const found = await accessibilityFindings(page, "failed list");
    await simulator(origin).fail();
    await simulator(origin).fail({ path: `${nearby}/${idOf("plain")}`, status: 500, times: 20 });
    await again.click();
    await page.locator("a[href*='/offline/']").first().waitFor();
    await page.evaluate(
      (path) => {
        history.pushState(null, "", path);
        dispatchEvent(new PopStateEvent("popstate"));
      },
      `offline/${idOf("plain")}`,
    );
    await page.getByRole("link", { name: "重新加载" }).waitFor();
    found.push(...(await accessibilityFindings(page, "failed activity")));
    await page.getByRole("link", { name: "重新加载" }).click();
    await page.getByRole("link", { name: "登录并报名" }).waitFor();
    return found;
  });
  expect(findings).toEqual([]);
});

test("Z08 F21 I01 the provider's pages: login by code and password, registration, binding, an expired login", async () => {
  const account = {
    userName: `guest-${randomUUID().slice(0, 8)}`,
    password: "Qinglan-2026",
    nickname: "来客",
  };
  await simulator(origin).addAccount(account);
  const findings = await asVisitor(async (page) => {
    await page.goto(app + formPath(idOf("plain")));
    await goToProviderLogin(page);
    const submit = page.getByRole("button", { name: "登录", exact: true });
    const found = await accessibilityFindings(page, "provider's login");
    await submit.click();
    found.push(...(await accessibilityFindings(page, "provider's login with faults")));
    await page.getByRole("button", { name: "注册新账号" }).click();
    await page.getByLabel("设置密码").fill("Qinglan1");
    found.push(...(await accessibilityFindings(page, "registration")));
    await page.getByRole("button", { name: "直接登录" }).click();
    await page.getByRole("tab", { name: "密码登录" }).click();
    await page.getByRole("textbox", { name: "手机号或用户名" }).fill(account.userName);
    await page.getByLabel("密码", { exact: true }).fill(account.password);
    found.push(...(await accessibilityFindings(page, "login by password")));
    await page.getByRole("checkbox").last().check();
    await submit.click();
    await page.getByRole("button", { name: "去绑定" }).click();
    await page.getByRole("heading", { name: "绑定手机号" }).waitFor();
    found.push(...(await accessibilityFindings(page, "binding")));
    await page.goto(`${origin}/pass/interaction/none-of-this-browser`);
    await page.getByText("登录页面已失效").waitFor();
    return [...found, ...(await accessibilityFindings(page, "expired login"))];
  });
  expect(findings).toEqual([]);
});

test("Z08 the lab's funnel, in total and by city", async () => {
  const findings = await asVisitor(async (page) => {
    const found: string[] = [];
    for (const by of ["all", "city"]) {
      await page.goto(`${origin}/lab/funnel?by=${by}&days=365`);
      await page.getByRole("heading", { name: "活动漏斗" }).waitFor();
      found.push(...(await accessibilityFindings(page, `funnel by ${by}`)));
    }
    return found;
  });
  expect(findings).toEqual([]);
});
