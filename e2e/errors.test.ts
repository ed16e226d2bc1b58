import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { findActivity, wishes } from "./activities.ts";
import { launch, type Visit } from "./chromium.ts";
import { newPerson, visitAs } from "./people.ts";
import { simulator, type Fault } from "./simulator.ts";
import { appOf, fillForm, formPath, open, solveByDragging } from "./walk.ts";

const origin = inject("origin");
const sim = simulator(origin);
const calls = "/mall-api/cop-marketing-activity/api/v1/activity/page";
let browser: Browser;
let activityId: string;
let path: string;
let visitor: Visit;
beforeAll(async () => {
  browser = await launch();
  ({ activityId } = await findActivity(origin, wishes.plain));
  path = `${calls}/signup/${activityId}`;
});
beforeEach(() => sim.fail());
afterEach(() => visitor.context.close());
afterAll(() => browser.close());

/** Somebody before the filled-in form; the page's clock can be set. */
async function beforeSubmit(): Promise<Page> {
  visitor = await visitAs(browser, origin, await newPerson(origin));
  const { page } = visitor;
  await page.clock.install();
  await open(page, appOf(origin) + formPath(activityId));
  await fillForm(page, "林晓岚");
  return page;
}
const submit = (page: Page) => page.locator("form.su button[type=submit]").click();
/** The toast on show, which is then let go by. */
async function said(page: Page): Promise<string> {
  const toast = page.locator(".toast");
  await toast.waitFor();
  const text = (await toast.textContent()) ?? "";
  await page.clock.fastForward(2_100);
  await toast.waitFor({ state: "detached" });
  return text;
}
/** What the person is told when the sign-up is answered like this. */
async function saidFor(page: Page, fault: Omit<Fault, "path">): Promise<string> {
  await sim.fail({ path, method: "POST", ...fault });
  await submit(page);
  return said(page);
}

type Case = [row: string, fault: Omit<Fault, "path">, text: string];
const other = "发生异常错误，请稍后重试";
const busy = "活动太火爆了，请稍后再试";
/** Read again from the specification's section 8, character for character. */
const catalogue: Case[] = [
  // A signed call refused for the phone's clock is tried once more by itself.
  ["V05 406", { status: 406, times: 2 }, "您没有权限进行该操作"],
  [
    "V05 406, whatever the server says",
    { status: 406, message: "forbidden", times: 2 },
    "您没有权限进行该操作",
  ],
  ["V06 500 with the server's message", { status: 500, message: "门店系统正在盘点" }, "门店系统正在盘点"],
  ["V06 500 without one", { status: 500 }, "服务异常，请稍后重试"],
  ["V07 612", { status: 612 }, "无权限"],
  ["V09 418 with a message", { status: 418, message: "我是一只茶壶" }, "我是一只茶壶"],
  ["V09 418 without one", { status: 418 }, other],
  ["V09 503 without one", { status: 503 }, other],
  ["V09 404 without one", { status: 404 }, other],
  ["V10 a message containing timeout", { status: 500, message: "upstream Timeout after 3s" }, busy],
  ["V11 601", { status: 601 }, "参数校验失败"],
  ["V12 603", { status: 603 }, "查询异常"],
  ["V13 604", { status: 604 }, "查询异常"],
  ["V14 605", { status: 605 }, "查询异常"],
  ["V15 606", { status: 606 }, "执行异常"],
  ["V16 607", { status: 607 }, "执行异常"],
  ["V17 608", { status: 608 }, "执行异常"],
  ["V18 609", { status: 609 }, "流程未启用"],
  ["V19 610", { status: 610 }, "任务异常"],
  ["V20 L05 613", { status: 613 }, "抱歉，你当前没有活动资格~"],
  ["V21 700", { status: 700 }, "系统异常"],
  ["T11 613 as a body's code", { status: 200, code: "613" }, "抱歉，你当前没有活动资格~"],
  ["T04 code 0", { status: 200, code: "0" }, other],
  ["T04 code 01 is no success", { status: 200, code: "02", message: "名单正在核对" }, "名单正在核对"],
  ["T04 a number for a code", { body: '{"code":0,"message":"","data":{}}' }, other],
  ["T04 no code", { body: '{"message":"","data":{}}' }, other],
  ["V29 a proxy's page", { status: 502, body: "<html><h1>502 Bad Gateway</h1></html>" }, other],
  ["V29 no JSON with 200", { status: 200, body: "<html>welcome</html>" }, other],
];

test("V05 V06 V07 V09 V10 V11–V21 V29 T04 T11 each refusal in the specification's words, code point for code point", async () => {
  const page = await beforeSubmit();
  const found: string[] = [];
  for (const [row, fault] of catalogue) found.push(`${row}: ${await saidFor(page, fault)}`);
  expect(found).toEqual(catalogue.map(([row, , text]) => `${row}: ${text}`));
  // None of it has cost the form, and the sign-up goes through in the end.
  expect(await page.getByLabel("姓名").inputValue()).toBe("林晓岚");
  await sim.fail();
  await submit(page);
  await solveByDragging(page);
  await page.getByRole("status").getByText("报名成功").waitFor();
});

test("a toast is there for 2 s, announced, and then gone", async () => {
  const page = await beforeSubmit();
  await sim.fail({ path, status: 612 });
  await page.clock.pauseAt(Date.now() + 60_000);
  await submit(page);
  const toast = page.locator(".toast");
  await toast.waitFor();
  expect(await toast.locator("..").getAttribute("aria-live")).toBe("polite");
  await page.clock.runFor(1_900);
  expect(await toast.count()).toBe(1);
  await page.clock.runFor(200);
  await expect.poll(() => toast.count(), { timeout: 5_000 }).toBe(0);
});

test("V10 T02 30 s without an answer and no earlier: the call ends, the form says that it can be sent again", async () => {
  const page = await beforeSubmit();
  await sim.fail({ path, delayMs: 50_000 });
  await page.clock.pauseAt(Date.now() + 60_000);
  const sent = page.waitForRequest(`${origin}${path}`);
  await submit(page);
  await sent;
  const toast = page.locator(".toast");
  await page.clock.runFor(29_900);
  expect(await toast.count()).toBe(0);
  await page.clock.runFor(200);
  await toast.waitFor();
  expect(await toast.textContent()).toBe(busy);
  await page.getByText("暂时没有收到结果，请再提交一次，不会重复报名。").waitFor();
});

test("V02 N09 602 goes to the task's address on our own origin, and to nobody else's", async () => {
  const page = await beforeSubmit();
  const foreign = [
    "https://evil.example/x",
    "//evil.example/x",
    "javascript:alert(1)",
    `${origin}.evil.example/`,
  ];
  for (const link of foreign) {
    const headers = { task_link: encodeURIComponent(link) };
    expect(await saidFor(page, { status: 602, headers, message: "请先完成问卷" })).toBe("请先完成问卷");
    expect(page.url()).toBe(appOf(origin) + formPath(activityId));
  }
  const task = `${appOf(origin)}list?keyword=%E5%B1%B1`;
  await sim.fail({ path, status: 602, headers: { task_link: encodeURIComponent(task) } });
  await submit(page);
  await page.waitForURL(task);
});

test("V08 633: the remark, the slider, or neither", async () => {
  const page = await beforeSubmit();
  const remark = "本场仅限上海车主，报名名单 11 月 28 日公布";
  const headers = { flow_branch_remark: encodeURIComponent(remark) };
  expect(await saidFor(page, { status: 633, headers, message: "branch" })).toBe(remark);
  expect(await saidFor(page, { status: 633 })).toBe("当前暂不能参加");
  expect(await saidFor(page, { status: 633, headers: { flow_branch_remark: "%E4%B8%8" } })).toBe(
    "当前暂不能参加",
  );
  await sim.fail({ path, status: 633, headers: { captcha_verify: "true" } });
  await submit(page);
  await page.getByRole("dialog", { name: "安全验证" }).waitFor();
  expect(await page.locator(".toast").count()).toBe(0);
});

test("V27 a server's words are shown as text, 60 characters at most, never markup or a stack trace", async () => {
  const page = await beforeSubmit();
  const markup = `<img src="/none.png" onerror="document.title='hacked'">`;
  expect(await saidFor(page, { status: 418, message: markup })).not.toContain("<");
  expect(await page.title()).toBe("青岚汽车");
  expect(await saidFor(page, { status: 418, message: `1 < 2 & "3" &lt;b&gt;` })).toBe(
    `1 < 2 & "3" &lt;b&gt;`,
  );
  const trace = "TypeError: x is undefined\n    at run (/srv/app.js:1:1)";
  expect(await saidFor(page, { status: 500, message: trace })).toBe("服务异常，请稍后重试");
  const long = `${"活".repeat(59)}😀${"动".repeat(40)}`;
  expect(await saidFor(page, { status: 418, message: long })).toBe(`${"活".repeat(59)}😀`);
});
