import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { desktop, launch, openVisit } from "../testing/chromium.ts";
import { newMobile, newPerson, openVisitAs } from "../testing/people.ts";
import { simulator } from "../testing/simulator.ts";
import { appAddress, formPath, openAppPage, solveByKeys } from "../testing/page-actions.ts";
import { signUpForm } from "../testing/class-selector.ts";

const origin = inject("origin");
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate(
    (element) => element === document.activeElement || element.contains(document.activeElement),
  );

/** Styles of an element, its parent, siblings and descendants: they change when it gets the focus. */
const stylesOf = (target: Locator): Promise<string> =>
  target.evaluate((element) =>
    [
      element,
      element.parentElement,
      ...(element.parentElement?.children ?? []),
      ...element.querySelectorAll("*"),
    ]
      .flatMap((one) => (one ? [getComputedStyle(one)] : []))
      .map((style) => [style.outline, style.boxShadow, style.borderColor, style.backgroundColor].join(" "))
      .join("\n"),
  );

/** Presses Tab until the target, or an element in it, has the focus; the focus must be visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: "attached" });
  if (await isFocused(target)) return; // the page has set the focus itself
  const before = await stylesOf(target);
  for (let stops = 0; stops < 80; stops++) {
    await page.keyboard.press("Tab");
    if (!(await isFocused(target))) continue;
    await expect
      .poll(() => stylesOf(target), { message: `focus shown at ${String(target)}` })
      .not.toBe(before);
    return;
  }
  throw new Error(`Tab never comes to ${String(target)}`);
}
async function press(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}
async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

test("O08 Z08 from the home page to the provider's login and back, by keyboard alone", async () => {
  const activity = await findActivity(origin, activityFilters.plain);
  const { context, page } = await openVisit(browser, desktop);
  await openAppPage(page, appAddress(origin));
  await page.keyboard.press("Tab");
  expect(await isFocused(page.getByRole("link", { name: "跳到主要内容" }))).toBe(true);

  await press(page, page.getByRole("navigation").getByRole("link", { name: "活动" }).first());
  await page.waitForURL("**/list");
  await press(page, page.locator("summary", { hasText: "状态" }), "Space");
  await tabTo(page, page.getByRole("group", { name: "状态", exact: true }).getByRole("radio").first());
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await press(page, page.getByRole("button", { name: /^查看 \d+ 场活动$/ }));
  await page.waitForURL("**/list?status=2");
  await press(page, page.locator("a[href*='/offline/']").first());
  await page.waitForURL("**/offline/*");

  await openAppPage(page, `${appAddress(origin)}offline/${activity.activityId}`);
  await press(page, page.getByRole("link", { name: "登录并报名" }));
  const sheet = page.getByRole("dialog", { name: "登录后继续报名" });
  await sheet.waitFor();
  await expect.poll(() => isFocused(sheet)).toBe(true);
  await press(page, sheet.getByRole("checkbox"), "Space");
  await press(page, sheet.getByRole("button", { name: "青岚账号登录" }));

  const mobile = newMobile();
  await type(page, page.getByRole("textbox", { name: "手机号", exact: true }), mobile);
  await press(page, page.getByRole("checkbox").first(), "Space");
  await press(page, page.getByRole("button", { name: "获取验证码" }));
  await solveByKeys(page);
  await page.getByText("验证码已发送至").waitFor();
  await type(page, page.getByRole("textbox", { name: "短信验证码" }), await simulator(origin).sms(mobile));
  await page.keyboard.press("Enter");
  await page.waitForURL(`${appAddress(origin)}${formPath(activity.activityId)}`);
  await page.getByText(maskMobile(mobile)).waitFor();
  await context.close();
});

test("L07 O08 the form, the captcha and the ticket, by keyboard alone", async () => {
  const { activityId } = await findActivity(origin, activityFilters.withSession);
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin), desktop);
  await openAppPage(page, appAddress(origin) + formPath(activityId));
  const form = page.locator(signUpForm());
  const group = (name: string) => form.getByRole("radiogroup", { name });
  await press(page, group("意向车系"), "Space");
  // A radio group is one tab stop; the arrow keys choose in it.
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => group("意向车系").getByRole("radio").nth(1).isChecked()).toBe(true);
  await tabTo(page, group("日期"));
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => group("日期").getByRole("radio").nth(1).isChecked()).toBe(true);
  await press(page, group("场次"), "Space");
  await expect.poll(() => group("场次").getByRole("radio", { checked: true }).count()).toBe(1);
  for (const select of await form.getByRole("combobox").all()) await press(page, select, "ArrowDown");
  for (const field of await form.locator("input[id^=answers-]").all()) await type(page, field, "2");
  await type(page, form.getByRole("textbox", { name: "姓名" }), "林晓岚");
  await press(page, form.getByRole("checkbox"), "Space");
  await press(page, page.getByRole("button", { name: "提交报名" }));
  await page.getByRole("dialog", { name: "安全验证" }).waitFor();
  await solveByKeys(page);
  const ticket = page.getByRole("article", { name: "报名凭证" });
  await ticket.waitFor();
  await expect.poll(() => isFocused(ticket)).toBe(true);
  await press(page, page.getByRole("link", { name: "返回" }));
  await page.waitForURL(`**/offline/${activityId}`);
  await context.close();
});

test("O08 Esc closes the captcha and returns the focus to the button; the form keeps its content", async () => {
  const { activityId } = await findActivity(origin, activityFilters.plain);
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin), desktop);
  await openAppPage(page, appAddress(origin) + formPath(activityId));
  const form = page.locator(signUpForm());
  for (const select of await form.getByRole("combobox").all()) await press(page, select, "ArrowDown");
  for (const field of await form.locator("input[id^=answers-]").all()) await type(page, field, "2");
  await type(page, form.getByRole("textbox", { name: "姓名" }), "𠮷野家的👩‍👩‍👧");
  await press(page, form.getByRole("checkbox"), "Space");
  const submit = page.getByRole("button", { name: "提交报名" });
  await press(page, submit);
  const slider = page.getByRole("dialog", { name: "安全验证" });
  await expect.poll(() => isFocused(slider)).toBe(true);
  await page.keyboard.press("Escape");
  await slider.waitFor({ state: "detached" });
  await expect.poll(() => isFocused(submit)).toBe(true);
  expect(await form.getByRole("textbox", { name: "姓名" }).inputValue()).toBe("𠮷野家的👩‍👩‍👧");
  await context.close();
});
