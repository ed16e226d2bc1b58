import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launch } from "../testing/chromium.ts";
import { openConsoleAs } from "../testing/console.ts";
import { Refusal } from "#contract/core/errors.ts";
import { contractClient } from "../testing/contract-client.ts";
import { newPerson } from "../testing/people.ts";
import { showUser } from "#contract/session/session.ts";

const origin = inject("origin");
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Takes in a request by phone and identifies the person by the whole mobile. @returns the request's number */
async function takeIn(page: Page, kind: string, mobile: string): Promise<string> {
  await page.goto(`${origin}/console/rights-requests`);
  await page.getByRole("button", { name: "记录请求" }).first().click();
  const dialog = page.getByRole("dialog", { name: "记录个人信息请求" });
  await dialog.getByRole("button", { name: kind }).click();
  await dialog.getByRole("combobox", { name: "提出方式" }).click();
  await page.getByRole("option", { name: "电话" }).click();
  await dialog.getByRole("button", { name: "记录", exact: true }).click();
  await page.getByRole("textbox", { name: "手机号或订单号" }).fill(mobile);
  await page.getByRole("button", { name: "核对", exact: true }).click();
  await page.getByText("按手机号核对").waitFor();
  expect(page.url()).not.toContain(mobile);
  expect(await page.content()).not.toContain(mobile);
  return new URL(page.url()).searchParams.get("open") ?? "";
}
/** Closes the open request with how the person was told. */
async function close(page: Page): Promise<void> {
  await page.getByRole("button", { name: "办结", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "办结请求" });
  await dialog.getByRole("combobox", { name: "告知方式" }).click();
  await page.getByRole("option", { name: "电话告知" }).click();
  await dialog.getByRole("button", { name: "办结", exact: true }).click();
  await page.getByText("已按请求处理").first().waitFor();
}

test("CO105 a copy is made, fetched once as a file, and the request is closed with its proof", async () => {
  const person = await newPerson(origin);
  const { context, page, complaints } = await openConsoleAs(browser, origin, "service");
  await takeIn(page, "查阅与复制", person.mobile);
  await page.getByRole("button", { name: "生成副本" }).click();
  await page.getByRole("button", { name: "取走副本" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: "取走副本" }).click();
  const text = readFileSync(await (await download).path(), "utf8");
  expect(text).toContain(person.mobile);
  await page.getByText("已取走副本，服务器上的已删除").waitFor();
  await close(page);
  for (const step of ["记录请求", "核对身份", "生成副本", "取走副本", "办结"])
    await page.getByRole("listitem").filter({ hasText: step }).first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("CO105 an erasure waits for a second person, after which the account is gone", async () => {
  const person = await newPerson(origin);
  const first = await openConsoleAs(browser, origin, "service");
  const requestId = await takeIn(first.page, "删除与注销", person.mobile);
  await first.page.getByRole("button", { name: "提交删除" }).click();
  await first.page.getByRole("dialog").getByRole("button", { name: "提交删除" }).click();
  await first.page.getByText("由你提交，需要另一位同事复核").waitFor();
  await first.context.close();

  const second = await openConsoleAs(browser, origin, "hq-admin");
  await second.page.goto(`${origin}/console/rights-requests?open=${requestId}`);
  await second.page.getByRole("button", { name: "复核并删除" }).click();
  const dialog = second.page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: "复核并删除" });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByRole("textbox").fill("删除");
  await confirm.click();
  await second.page.getByText("已删除个人信息").waitFor();
  await close(second.page);
  await second.context.close();
  const call = contractClient(origin, { token: person.token });
  await expect(call(showUser, {})).rejects.toBeInstanceOf(Refusal);
});

test("CO103 the audit log shows who did what, by door and request, and leads to its history", async () => {
  const { context, page, complaints } = await openConsoleAs(browser, origin, "auditor");
  await page.goto(`${origin}/console/audit`);
  await page.getByRole("table", { name: "操作日志列表" }).getByText("登录").first().waitFor();
  await page.locator("tbody tr").first().getByRole("button").first().click();
  await page.getByRole("button", { name: "此人的操作" }).click();
  await page.waitForFunction(() => {
    const find = document.querySelector<HTMLInputElement>("[data-filter-text]");
    return find !== null && /^\d+$/.test(find.value);
  });
  expect(page.url()).not.toContain("find=");
  await page.getByText("每日封存").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("CO104 系统 shows the process that answers, its queues, and no secret", async () => {
  const { context, page, complaints } = await openConsoleAs(browser, origin, "sysadmin");
  await page.goto(`${origin}/console/system/health`);
  await page.getByRole("table", { name: "进程列表" }).getByRole("row").nth(1).waitFor();
  await page.getByRole("table", { name: "队列列表" }).getByText("卡券发放").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "下载诊断信息" }).click();
  const diagnosis = JSON.parse(readFileSync(await (await download).path(), "utf8")) as {
    settings: { name: string; value: string | null }[];
  };
  expect(diagnosis.settings.find(({ name }) => name === "TK_KEY")?.value).toBeNull();
  await page.getByRole("link", { name: "设置" }).click();
  await page.getByText("CONSOLE_IDLE_MINUTES").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
