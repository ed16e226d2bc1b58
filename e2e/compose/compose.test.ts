import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { findActivity } from "../testing/activities.ts";
import { desktop, launch, phone, openVisit } from "../testing/chromium.ts";
import { recordRequests } from "../testing/tracking-events.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";
import { classSelector } from "../testing/class-selector.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let activity: ActivityDetail;
beforeAll(async () => {
  browser = await launch();
});
/** Activities in use: a test changes its page, so that each test and each retry takes another one. */
const used = new Set<string>();
beforeEach(async () => {
  activity = await findActivity(
    origin,
    // Those with coupons are needed without blocks (e2e/benefit).
    ({ activityId, activityType, blocks, status, hasCoupons }) =>
      activityType === "online" &&
      blocks.length === 0 &&
      status === 2 &&
      !hasCoupons &&
      !used.has(activityId),
  );
  used.add(activity.activityId);
});
afterAll(() => browser.close());

/** Creates a link to compose the page on the lab's page. */
async function composeLink(page: Page): Promise<string> {
  await page.goto(`${origin}/lab/compose`);
  const row = page.getByRole("listitem").filter({ hasText: activity.activityId });
  await row.getByRole("button", { name: /^生成链接/ }).click();
  return (await page.locator("#made").getAttribute("href")) ?? "";
}
async function begin(page: Page, link: string): Promise<void> {
  await openAppPage(page, link);
  await page.getByRole("textbox", { name: "你的称呼" }).fill("市场部小陈");
  await page.getByRole("button", { name: "开始编辑" }).click();
  await page.getByRole("heading", { name: activity.title }).waitFor();
}
const block = (page: Page, kind: string) => page.getByRole("region", { name: new RegExp(`：${kind}$`) });
const preview = (page: Page) => page.getByRole("region", { name: "预览" });
const save = (page: Page) => page.getByRole("button", { name: "保存并更新页面" }).click();
const kindsOf = (page: Page) =>
  page
    .locator(classSelector("compose", "block"))
    .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));

test("W10 K13 a page is composed with a live preview, saved, visible to visitors at once, and reverted", async () => {
  const { context, page, complaints } = await openVisit(browser, desktop);
  const link = await composeLink(page);
  const token = link.split("#")[1] ?? "none";
  const sent = recordRequests(page);
  await begin(page, link);
  expect(page.url()).toBe(`${app}compose`);
  await page.getByText("还没有内容块", { exact: true }).waitFor();

  await page.getByRole("button", { name: "添加常见问题" }).click();
  const faq = block(page, "常见问题");
  await faq.getByRole("textbox", { name: "问题" }).fill("能带狗吗 <b>");
  // Saving an incomplete block shows the error and keeps the text.
  await save(page);
  await page.getByText("有 1 处需要修改，已在下方标出").waitFor();
  await faq.getByText("请填写文字").waitFor();
  expect(await accessibilityFindings(page, "composing with a fault")).toEqual([]);
  await faq.getByRole("textbox", { name: "回答" }).fill("可以，请牵绳");
  await preview(page).getByText("能带狗吗 <b>").waitFor();

  await page.getByRole("button", { name: "添加图文" }).click();
  const text = block(page, "图文").getByRole("textbox", { name: "正文" });
  await text.click();
  await page.keyboard.type("集合时间");
  await block(page, "图文").getByRole("button", { name: "小标题" }).click();
  await preview(page).getByRole("heading", { name: "集合时间" }).waitFor();
  await page.getByRole("button", { name: "上移第 2 块：图文" }).click();
  expect(await kindsOf(page)).toEqual(["第 1 块：图文", "第 2 块：常见问题"]);
  // A reload keeps the unsaved content.
  await page.reload();
  await page.getByText("已恢复上次未保存的内容。").waitFor();
  expect(await kindsOf(page)).toEqual(["第 1 块：图文", "第 2 块：常见问题"]);
  await save(page);
  await page.getByText("已保存，页面已更新").waitFor();
  await page.getByText("第 1 版 · 已上线").waitFor();

  const guest = await openVisit(browser);
  const address = `${app}online/${activity.activityId}`;
  await openAppPage(guest.page, address);
  await guest.page.getByRole("heading", { name: "集合时间" }).waitFor();
  await guest.page.getByText("能带狗吗 <b>").waitFor();

  await page.getByText("历史版本").click();
  await page.getByRole("button", { name: "载入原始版本" }).click();
  await page.getByText("已载入原始版本，保存后生效").waitFor();
  await save(page);
  await page.getByText("已保存，页面已更新").waitFor();
  await openAppPage(guest.page, address);
  expect(await guest.page.getByText("能带狗吗 <b>").count()).toBe(0);
  await guest.context.close();
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.join("\n")).not.toContain(token);
  expect(complaints.filter((text_) => !text_.includes("601"))).toEqual([]);
  await context.close();
});

test("L12 W10 the form's own questions: errors at their fields, asked once saved, in order, and removed", async () => {
  activity = await findActivity(origin, ({ pageType, status }) => pageType === "lead" && status === 2);
  const { context, page, complaints } = await openVisit(browser);
  await begin(page, await composeLink(page));
  await page.getByText("表单问题").click();
  const add = page.getByRole("button", { name: "添加问题" });
  const first = activity.form.length + 1;
  const question = (at: number) => page.getByRole("region", { name: `问题 ${at}`, exact: true });
  const keep = () => page.getByRole("button", { name: "保存问题" }).click();
  await add.click();
  await question(first).getByRole("combobox", { name: "题型" }).selectOption("单选");
  // A reload keeps the unsaved questions, and opens their section.
  await page.reload();
  await page.getByText("已恢复上次未保存的内容。").waitFor();
  await keep();
  await page.getByText("有 2 处需要修改，已在下方标出").waitFor();
  await question(first).getByText("请填写题目").waitFor();
  await question(first).getByText("至少两个选项").waitFor();
  expect(await accessibilityFindings(page, "questions with faults")).toEqual([]);
  await question(first).getByRole("textbox", { name: "题目" }).fill("<b>出发地</b>");
  await question(first).getByRole("textbox", { name: "选项" }).fill("浦东\n\n浦西\n");
  await add.click();
  await question(first + 1)
    .getByRole("textbox", { name: "题目" })
    .fill("同行人");
  await page.getByRole("button", { name: `上移问题 ${first + 1}` }).click();
  await keep();
  await page.getByText("问题已保存，表单已更新").waitFor();
  await page.getByText(/^市场部小陈 最后修改于 /).waitFor();

  const guest = await openVisit(browser);
  const address = `${app}online/${activity.activityId}`;
  await openAppPage(guest.page, address);
  const form = guest.page.locator(`form${classSelector("lead", "form")}`);
  await form
    .getByRole("radiogroup", { name: "<b>出发地</b>" })
    .getByRole("radio", { name: "浦西" })
    .waitFor();
  await form.getByRole("textbox", { name: "同行人" }).waitFor();
  const labels = await form.locator(classSelector("field", "label")).allTextContents();
  expect(labels.indexOf("同行人")).toBe(labels.indexOf("<b>出发地</b>") - 1);
  for (const _ of [1, 2]) await page.getByRole("button", { name: `删除问题 ${first}` }).click();
  await keep();
  await page.getByRole("button", { name: "保存问题" }).and(page.locator(":disabled")).waitFor();
  await openAppPage(guest.page, address);
  await guest.page.getByRole("textbox", { name: "姓名" }).waitFor();
  expect(await form.getByRole("textbox", { name: "同行人" }).count()).toBe(0);
  await guest.context.close();
  expect(complaints.filter((text_) => !text_.includes("601"))).toEqual([]);
  await context.close();
});

test("two people compose at once: the later one is warned, keeps the content, and decides", async () => {
  const [one, other] = [await openVisit(browser), await openVisit(browser)];
  const link = await composeLink(one.page);
  await begin(one.page, link);
  await begin(other.page, link);
  for (const [{ page }, title] of [
    [one, "距开始"],
    [other, "倒数"],
  ] as const) {
    await page.getByRole("button", { name: "添加倒计时" }).click();
    await block(page, "倒计时").getByRole("textbox", { name: "标题" }).fill(title);
    await save(page);
    // Both have loaded the same version; the first save must finish before the second one.
    if (page === one.page) await page.getByText("已保存，页面已更新").waitFor();
  }
  await other.page.getByText(/有人在你之后保存过/).waitFor();
  expect(await accessibilityFindings(other.page, "overtaken")).toEqual([]);
  await other.page.getByRole("button", { name: "用我的内容覆盖" }).click();
  await other.page.getByText("已保存，页面已更新").waitFor();
  await other.page.getByRole("button", { name: "预览", exact: true }).click();
  await preview(other.page).getByText("倒数").waitFor();
  await one.context.close();
  await other.context.close();
});

test("W10 a page is scheduled for tomorrow: it stays unchanged until then, and the schedule is cancelled", async () => {
  const { context, page } = await openVisit(browser, phone);
  await begin(page, await composeLink(page));
  await page.getByRole("button", { name: "添加常见问题" }).click();
  await block(page, "常见问题").getByRole("textbox", { name: "问题" }).fill("几点开售");
  await block(page, "常见问题").getByRole("textbox", { name: "回答" }).fill("十点");
  await page.getByText("定时更新", { exact: true }).click();
  await page.getByRole("button", { name: "定时更新页面" }).click();
  await page.getByText("请选择更新时间").waitFor();
  const tomorrow = new Date(Date.parse(activity.serverTime) + 32 * 3_600_000).toISOString().slice(0, 10);
  await page.getByLabel("更新时间").fill(`${tomorrow}T10:00`);
  expect(await accessibilityFindings(page, "planning")).toEqual([]);
  await page.getByRole("button", { name: "定时更新页面" }).click();
  await page.getByText(/^已定时，.* 10:00 更新到页面/).waitFor();
  expect(await accessibilityFindings(page, "planned")).toEqual([]);
  // The schedule is visible to colleagues and after a reload, but not to visitors.
  await page.reload();
  await page.getByText("市场部小陈 准备的内容，共 1 块。").waitFor();
  const visitor = await openVisit(browser, phone);
  await openAppPage(visitor.page, `${app}online/${activity.activityId}`);
  expect(await visitor.page.getByText("几点开售").count()).toBe(0);
  await visitor.context.close();
  await page.getByRole("button", { name: "取消定时" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "取消定时" }).click();
  await page.getByText("已取消定时，页面不变").waitFor();
  expect(await page.getByText("市场部小陈 准备的内容，共 1 块。").count()).toBe(0);
  await context.close();
});

test("a revoked link says so, and so does a link without its secret", async () => {
  const { context, page } = await openVisit(browser);
  const link = await composeLink(page);
  await page
    .getByRole("button", { name: `作废：${activity.title}` })
    .first()
    .click();
  await openAppPage(page, link);
  await page.getByRole("textbox", { name: "你的称呼" }).fill("小陈");
  await page.getByRole("button", { name: "开始编辑" }).click();
  await page.getByText("编辑链接已失效，请向管理员要新的链接").waitFor();
  const bare = await openVisit(browser);
  await openAppPage(bare.page, `${app}compose`);
  expect(await bare.page.getByRole("textbox").count()).toBe(0);
  await bare.page.getByText("链接不完整").waitFor();
  await bare.context.close();
  await context.close();
});

test("W10 a page starts from another campaign's: found by name, copied in one step, and undone", async () => {
  const source = await findActivity(
    origin,
    ({ activityType, blocks, status }) => activityType === "online" && blocks.length > 3 && status === 2,
  );
  const { context, page } = await openVisit(browser);
  await begin(page, await composeLink(page));
  await page.getByText("从其他活动页取用").click();
  await page.getByRole("button", { name: `取用《${source.title}》的内容` }).waitFor();
  await page.getByRole("textbox", { name: "活动名称" }).fill("没有这样的活动");
  await page.getByRole("button", { name: "查找" }).click();
  await page.getByText("没有找到这样的线上活动").waitFor();
  await page.getByRole("textbox", { name: "活动名称" }).fill(source.title);
  await page.keyboard.press("Enter");
  const take = page.getByRole("button", { name: `取用《${source.title}》的内容` });
  await take.waitFor();
  expect(await accessibilityFindings(page, "taking over a page")).toEqual([]);
  await take.click();
  await page.getByText(`已取用《${source.title}》的 ${source.blocks.length} 块内容，保存后生效`).waitFor();
  expect(await kindsOf(page)).toHaveLength(source.blocks.length);
  // The copied content replaces the list.
  expect(await take.isVisible()).toBe(false);
  await page.getByRole("button", { name: "撤销" }).click();
  await page.getByText("还没有内容块", { exact: true }).waitFor();
  await page.getByRole("button", { name: "重做" }).click();
  expect(await kindsOf(page)).toHaveLength(source.blocks.length);
  // Copying over existing content asks first, and keeps it on "no".
  await page.getByRole("button", { name: /^删除第 1 块/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "删除" }).click();
  await page.getByText("从其他活动页取用").click();
  await take.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "取消" }).click();
  expect(await kindsOf(page)).toHaveLength(source.blocks.length - 1);
  // The copied content is validated without errors, and its preview looks the same.
  await page.getByRole("button", { name: "预览", exact: true }).click();
  const titled = source.blocks.slice(1).find((one) => "title" in one && one.title !== undefined);
  await preview(page)
    .getByText(titled && "title" in titled ? (titled.title ?? "") : "")
    .first()
    .waitFor();
  await context.close();
});
