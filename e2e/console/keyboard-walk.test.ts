import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { showNearby } from "#contract/activity/activity.ts";
import { listOwnSignUps } from "#contract/signup/self-service.ts";
import { launch } from "../testing/chromium.ts";
import { openConsole } from "../testing/console.ts";
import { contractClient } from "../testing/contract-client.ts";
import { film } from "../testing/film.ts";
import { signUpOverHttp } from "../testing/http-actions.ts";
import { pressByKey, pressKeys, tabTo, typeByKey } from "../testing/keyboard.ts";
import { newPerson } from "../testing/people.ts";

const origin = inject("origin");
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Writes and publishes an activity. @returns its number */
async function publishByKeyboard(page: Page, title: string): Promise<string> {
  await pressKeys(page, "g a");
  await page.waitForURL(/\/activities$/);
  await page.getByRole("row").nth(3).waitFor();
  await film(page, "activities");
  await pressByKey(page, button(page, "新建活动"));
  await typeByKey(page, page.getByRole("textbox", { name: "活动标题" }), title);
  await film(page, "new-activity");
  await pressByKey(page, button(page, "创建草稿"));
  await page.waitForURL(/\/edit$/);
  await pressByKey(page, button(page, "第 1 张图片"));
  await film(page, "editor");
  await pressByKey(page, button(page, "下一步"));
  const start = page.getByRole("group", { name: "报名开始" }).getByRole("textbox").first();
  await typeByKey(page, start, "2026-11-01");
  await typeByKey(page, page.getByRole("textbox", { name: "集合地点" }), "徐汇区龙腾大道 2555 号");
  await page.getByText(/已自动保存/).waitFor();
  await pressByKey(page, button(page, "发布"));
  const dialog = page.getByRole("dialog", { name: "发布活动" });
  await tabTo(page, button(page, "发布").last());
  await film(page, "publish");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByText("已发布", { exact: true }).first().waitFor();
  return /activities\/(\d+)\//.exec(page.url())?.[1] ?? "";
}

test(
  "CO39 by keyboard alone an activity is written and published, and a guest is checked in",
  { timeout: 180_000 },
  async () => {
    const { context, page, complaints } = await openConsole(browser, origin, "/lab/console");
    await pressByKey(page, button(page, "以总部管理员登录"));
    await page.getByRole("navigation", { name: "运营后台" }).waitFor();
    const activityId = await publishByKeyboard(page, "龙美术馆夜间试驾");
    const person = await newPerson(origin);
    const name = `林${person.mobile.slice(-6)}`;
    const activity = await contractClient(origin)(showNearby, { id: activityId });
    await signUpOverHttp(origin, person, activity, { name });

    await pressKeys(page, "g s");
    await page.waitForURL(/\/guests$/);
    await page.getByRole("row").nth(3).waitFor();
    await film(page, "guests");
    await page.keyboard.press("/");
    await page.keyboard.type(person.mobile);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await pressByKey(page, button(page, name));
    await pressByKey(page, button(page, "到场核销"));
    await button(page, "撤销核销").waitFor();
    await film(page, "guest");
    expect(page.url()).not.toContain(person.mobile);
    const own = await contractClient(origin, { token: person.token })(listOwnSignUps, {});
    expect(own).toMatchObject([{ activityId, state: "attended" }]);
    expect(complaints).toEqual([]);
    await context.close();
  },
);
