import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launch } from "../testing/chromium.ts";
import { inviteOperatorBy, openConsole, openConsoleAs, totpOf, typeCode } from "../testing/console.ts";

// Passkeys need a host name.
const origin = inject("origin").replace("127.0.0.1", "localhost");
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Invites an operator. @returns the invitation's path */
async function invite(login: string, name: string): Promise<string> {
  const { context, page } = await openConsoleAs(browser, origin, "sysadmin");
  const link = await inviteOperatorBy(page, origin, login, name);
  await context.close();
  const { pathname, hash } = new URL(link, origin);
  return pathname + hash;
}
const start = (page: Page) => page.getByRole("navigation", { name: "运营后台" }).waitFor();
async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /总部运营$/ }).click();
  await page.getByRole("menuitem", { name: "退出登录" }).click();
  await page.getByRole("heading", { name: "登录运营后台" }).waitFor();
}

test("CO19, CO20 an invited operator sets a password and an authenticator, and logs in with both", async () => {
  const path = await invite("zhou.yy", "周运营");
  const { context, page, complaints } = await openConsole(browser, origin, path);
  await page.getByRole("radio", { name: /密码/ }).check();
  await page.getByRole("textbox", { name: "设置密码" }).fill("qinglan-mist-1128");
  const secret = (await page.locator("code").textContent()) ?? "";
  await typeCode(page, totpOf(secret, Date.now()));
  await page.getByRole("button", { name: "完成设置并登录" }).click();
  await page.getByRole("heading", { name: "保存恢复码" }).waitFor();
  const codes = await page.getByRole("listitem").allTextContents();
  expect(codes).toHaveLength(10);
  await page.getByRole("button", { name: "我已保存，进入后台" }).click();
  await start(page);
  await logOut(page);

  await page.getByRole("textbox", { name: "后台账号" }).fill("zhou.yy");
  await page.getByRole("button", { name: "用密码登录" }).click();
  await page.getByRole("textbox", { name: "密码" }).fill("qinglan-mist-0000");
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByText("账号或验证信息不正确").waitFor();
  await page.getByRole("textbox", { name: "密码" }).fill("qinglan-mist-1128");
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByRole("button", { name: "手机不在身边？用恢复码" }).click();
  await page.getByRole("textbox", { name: "恢复码" }).fill(codes[0] ?? "");
  await page.getByRole("button", { name: "验证并登录" }).click();
  await start(page);
  await page.goto(`${origin}/console/logins`);
  await page.getByText("剩余 9 个").waitFor();

  // The invitation was good for once.
  const again = await openConsole(browser, origin, path);
  await again.page.getByText("邀请已失效").waitFor();
  expect([...complaints, ...again.complaints]).toEqual([]);
  await Promise.all([context.close(), again.context.close()]);
});

test("CO20 an invited operator creates a passkey, and logs in with it alone", async () => {
  const path = await invite("lin.zx", "林知夏");
  const { context, page, complaints } = await openConsole(browser, origin, "/console/login");
  const session = await context.newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(origin + path);
  await page.getByRole("button", { name: "创建通行密钥" }).click();
  await page.getByRole("button", { name: "我已保存，进入后台" }).click();
  await start(page);
  await logOut(page);
  await page.getByRole("button", { name: "用通行密钥登录" }).click();
  await start(page);
  await page.goto(`${origin}/console/logins`);
  await page.getByRole("cell", { name: "通行密钥" }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("CO24 a session that ends while a page is open keeps the page; after the login the act goes on", async () => {
  const path = await invite("chen.yh", "陈一禾");
  const own = await openConsole(browser, origin, path);
  await own.page.getByRole("radio", { name: /密码/ }).check();
  await own.page.getByRole("textbox", { name: "设置密码" }).fill("qinglan-mist-1128");
  const secret = (await own.page.locator("code").textContent()) ?? "";
  await typeCode(own.page, totpOf(secret, Date.now()));
  await own.page.getByRole("button", { name: "完成设置并登录" }).click();
  await own.page.getByRole("heading", { name: "保存恢复码" }).waitFor();
  const codes = await own.page.getByRole("listitem").allTextContents();
  await own.page.getByRole("button", { name: "我已保存，进入后台" }).click();
  await start(own.page);
  const { page } = own;
  await page.goto(`${origin}/console/logins`);
  await page.getByRole("button", { name: "退出其他登录" }).click();
  const question = page.getByRole("dialog", { name: "退出其他登录" });
  await question.waitFor();

  // As the server ends it after 30 minutes.
  await own.context.clearCookies();
  await question.getByRole("button", { name: "退出其他登录" }).click();
  const ended = page.getByRole("dialog", { name: "会话已过期，已为你保留未提交的内容" });
  await ended.getByRole("button", { name: "重新登录" }).click();
  await ended.getByRole("textbox", { name: "后台账号" }).fill("chen.yh");
  await ended.getByRole("button", { name: "用密码登录" }).click();
  await ended.getByRole("textbox", { name: "密码" }).fill("qinglan-mist-1128");
  await ended.getByRole("button", { name: "下一步" }).click();
  await ended.getByRole("button", { name: "手机不在身边？用恢复码" }).click();
  await ended.getByRole("textbox", { name: "恢复码" }).fill(codes[1] ?? "");
  await ended.getByRole("button", { name: "验证并登录" }).click();
  await page.getByText(/已退出 \d 个登录/).waitFor();
  expect(page.url()).toBe(`${origin}/console/logins`);
  expect(own.complaints).toEqual([]);
  await own.context.close();
});
