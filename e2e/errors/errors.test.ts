import { readdirSync, readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusals } from "#contract/core/errors.ts";
import { loginMessages } from "#contract/session/login-messages.ts";
import { headers as names } from "#contract/core/headers.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { launch } from "../testing/chromium.ts";
import {
  attemptCases,
  invitedNode,
  lessonNode,
  formMobile,
  outageCases,
  pageCases,
  SIGN_UP,
} from "../testing/errors/causes.ts";
import { activityIds, startInstallation, type ErrorScene } from "../testing/errors/installation.ts";
import { openVisitAs } from "../testing/people.ts";
import { appAddress, fillForm, formPath, openAppPage, solveByDragging } from "../testing/page-actions.ts";
import { classSelector, signUpForm } from "../testing/class-selector.ts";

/*
 * Tests every text of the specification's section 8 with its real cause: processes, rows, dates, keys and
 * sessions of a complete product in this test's process, so that the test can change values that no call
 * changes. Only outside faults (a gateway's answer, a missing answer) are simulated.
 */

/** Texts of the specification by requirement, character for character. */
const section8: readonly (readonly [row: string, text: string])[] = [
  ["V05", "您没有权限进行该操作"],
  ["V06", "服务异常，请稍后重试"],
  ["V07", "无权限"],
  ["V07", "无权限参与"],
  ["V09", "发生异常错误，请稍后重试"],
  ["V10", "活动太火爆了，请稍后再试"],
  ["V11", "参数校验失败"],
  ["V12", "查询异常"],
  ["V13", "查询异常"],
  ["V14", "查询异常"],
  ["V15", "执行异常"],
  ["V16", "执行异常"],
  ["V17", "执行异常"],
  ["V18", "流程未启用"],
  ["V19", "任务异常"],
  ["V20", "抱歉，你当前没有活动资格~"],
  ["V21", "系统异常"],
];
/** Rows without an own text in specification section 8, and rows that need another host than this browser. */
const rowsElsewhere = [
  "V01",
  "V02",
  "V03",
  "V04",
  "V08",
  "V22",
  "V23",
  "V24",
  "V25",
  "V26",
  "V27",
  "V28",
  "V29",
];

let browser: Browser;
let scene: ErrorScene;
let page: Page;
const openToAll = () => scene.publish([]);
beforeAll(async () => {
  const installation = await startInstallation();
  browser = await launch();
  const { origin, person } = installation;
  ({ page } = await openVisitAs(browser, origin, await person(formMobile, "林晓岚")));
  await page.clock.install();
  scene = { ...installation, page };
});
afterAll(async () => {
  await browser.close();
  await scene.app.close();
});

/** Opens the form and fills it in. */
async function beforeSubmit(): Promise<void> {
  await openAppPage(page, appAddress(scene.origin) + formPath(activityIds.form));
  await fillForm(page, "林晓岚");
}
const submit = () => page.locator(`${signUpForm()} button[type=submit]`).click();
/** Pauses the page's clock: it advances only by `clock.runFor` and `clock.fastForward`. */
const pauseClock = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
/** Reads the visible toast, and waits until it is gone. */
async function readToast(): Promise<string> {
  const toast = page.locator(classSelector("toast", "toast"));
  await toast.waitFor();
  const text = (await toast.textContent()) ?? "";
  await page.clock.fastForward(2_100);
  await toast.waitFor({ state: "detached" });
  return text;
}

describe("specification section 8 with real causes", () => {
  test("V05–V21 V27 V29 N05 T04 L05 W07 W08 at the form: each shows the specification's text, and the form keeps its content", async () => {
    await beforeSubmit();
    const found: string[] = [];
    const cases = [...attemptCases, ...outageCases];
    for (const { row, cause, begin, end } of cases) {
      await begin(scene);
      await submit();
      found.push(`${row}, ${cause}: ${await readToast()}`);
      await end?.(scene);
      await openToAll();
    }
    expect(found).toEqual(cases.map(({ row, cause, text }) => `${row}, ${cause}: ${text}`));
    expect(await page.title()).not.toBe("hacked");
    expect(await page.getByLabel("姓名").inputValue()).toBe("林晓岚");
  });

  test("Y05 a toast is shown for 2 s and announced", async () => {
    await beforeSubmit();
    await scene.publish([invitedNode]);
    await pauseClock();
    await submit();
    const toast = page.locator(classSelector("toast", "toast"));
    await toast.waitFor();
    expect(await toast.locator("..").getAttribute("aria-live")).toBe("polite");
    await page.clock.runFor(1_900);
    expect(await toast.count()).toBe(1);
    await page.clock.runFor(200);
    await expect.poll(() => toast.count()).toBe(0);
    await page.clock.resume();
    await openToAll();
  });

  test("V10 T02 a call ends after exactly 30 s without an answer, and the form says that it can be sent again", async () => {
    await beforeSubmit();
    await pauseClock();
    // No answer ever arrives.
    await page.route(`**${SIGN_UP}*`, () => {});
    const sent = page.waitForRequest(`**${SIGN_UP}*`);
    await submit();
    await sent;
    const toast = page.locator(classSelector("toast", "toast"));
    await page.clock.runFor(29_900);
    expect(await toast.count()).toBe(0);
    await page.clock.runFor(200);
    await toast.waitFor();
    expect(await toast.textContent()).toBe("活动太火爆了，请稍后再试");
    await page.getByText("暂时没有收到结果，请再提交一次，不会重复报名。").waitFor();
    await page.unroute(`**${SIGN_UP}*`);
    await page.clock.resume();
  });

  test("V02 N04 602: a task to do first is linked from the form and from the page", async () => {
    await beforeSubmit();
    await scene.publish([lessonNode]);
    const told = page.waitForResponse(`**${SIGN_UP}*`);
    await submit();
    expect([(await told).status(), decodeURIComponent((await told).headers()[names.taskLink] ?? "")]).toEqual(
      [602, `${appAddress(scene.origin)}offline/${activityIds.task}`],
    );
    await page.waitForURL(`**/offline/${activityIds.task}`);
    await openAppPage(page, `${appAddress(scene.origin)}offline/${activityIds.form}`);
    const notice = page.locator(
      `${classSelector("content", "notice")}${classSelector("content", "warning")}`,
      { hasText: "请先报名《夜路安全课》" },
    );
    await notice.getByRole("button").click();
    await page.getByRole("dialog").getByRole("link", { name: "去报名" }).click();
    await page.waitForURL(`**/offline/${activityIds.task}`);
    await openToAll();
  });

  test.each(pageCases)("$row, $cause: the page says why", async ({ row, query, nodes, text }) => {
    if (nodes) await scene.publish(nodes, true, activityIds.page);
    await openAppPage(page, `${appAddress(scene.origin)}offline/${activityIds.page}${query}`);
    const notice = page.locator(
      `${classSelector("content", "notice")}${classSelector("content", "warning")}`,
      { hasText: text },
    );
    await notice.waitFor();
    if (query !== "") return;
    expect(await accessibilityFindings(page, row)).toEqual([]);
    await notice.getByRole("button").click();
    const sheet = page.getByRole("dialog");
    await sheet.waitFor();
    expect(await sheet.textContent()).not.toMatch(/undefined|\bnull\b/);
    await page.keyboard.press("Escape");
  });

  test("V08 N06 V01 633 with the captcha: closing it keeps the form; solving it gives 200 and shows the result", async () => {
    // Another person: the form is not shown to a person who has signed up.
    const second = await openVisitAs(browser, scene.origin, await scene.person("13900000002", "陈屿"));
    const own = second.page;
    await openAppPage(own, appAddress(scene.origin) + formPath(activityIds.form));
    await fillForm(own, "陈屿");
    const press = () => own.locator(`${signUpForm()} button[type=submit]`).click();
    await press();
    const slider = own.getByRole("dialog", { name: "安全验证" });
    await slider.waitFor();
    expect(await own.locator(classSelector("toast", "toast")).count()).toBe(0);
    await own.keyboard.press("Escape");
    await slider.waitFor({ state: "detached" });
    expect(await own.getByLabel("姓名").inputValue()).toBe("陈屿");
    await press();
    await solveByDragging(own);
    await own.getByRole("status").getByText("报名成功").waitFor();
    await second.context.close();
  });
});

describe("every text of specification section 8 has a case", () => {
  const shown: readonly { row: string; text: string }[] = [...attemptCases, ...outageCases, ...pageCases];
  test.each(section8)("%s %s", (row, text) => {
    expect(shown.some((one) => one.row.split(" ").includes(row) && one.text.startsWith(text))).toBe(true);
  });

  test("the catalogue has no other text for a status of the section", () => {
    const texts = section8.map(([, text]) => text);
    // These refusals tell the client how to proceed, and have their own tests.
    const own = ["taskRequired", "mobileRequired", "sessionExpired", "captchaRequired", "flowBranch"];
    const missing = Object.entries(refusals).filter(
      ([name, { status, message }]) =>
        (status >= 600 || status === 406 || status === 500) &&
        !own.includes(name) &&
        !texts.includes(message),
    );
    expect(missing).toEqual([]);
  });

  const folder = new URL("../", import.meta.url);
  const specs = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }));

  test.each([
    ["V24", loginMessages.messagingFailed],
    ["V25", loginMessages.ssoFailed],
    ["V26", loginMessages.shareDone],
    ["P13", refusals.notOwner.message],
  ])("%s %s: shown in another host, by a test that names the row", (row, said) => {
    const waiting = specs.filter(
      ({ name, text }) => !name.endsWith("errors.test.ts") && text.includes(said) && text.includes(row),
    );
    expect(waiting.map(({ name }) => name)).not.toEqual([]);
  });

  test("each row without a text, or for another host, has a test that names it", () => {
    const titles = specs
      .flatMap(({ text }) => [...text.matchAll(/"([^"\n]*\bV\d\d\b[^"\n]*)"/g)])
      .map(([, title]) => title ?? "");
    const unnamed = rowsElsewhere.filter(
      (row) => !titles.some((title) => title.split(/[\s,]+/).includes(row) && title.length > 8),
    );
    expect(unnamed).toEqual([]);
  });
});
