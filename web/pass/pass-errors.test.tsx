import axe from "axe-core";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { PassErrorBoundary } from "./error-boundary.tsx";
import { button, details, field, heading, pass, root, show, setUpPassPage, returnTo } from "./test-pass.tsx";

setUpPassPage();

describe("a forgotten password", () => {
  it("password reset by code, with the number that was typed; an unknown number is led to registration", async () => {
    pass.answers["reset"] = { code: "ACCOUNT_UNKNOWN", message: "该手机号还没有注册，请先注册" };
    show("login");
    await page.getByRole("tab", { name: "密码登录" }).click();
    await field("手机号或用户名").fill("13800138000");
    await button("忘记密码？").click();
    await expect.element(heading("设置新密码")).toHaveFocus();
    await expect.element(field("手机号")).toHaveValue("13800138000");
    await field("短信验证码").fill("123456");
    await field("新密码").fill("Qinglan26");
    await button("保存并登录").click();
    await expect.element(field("手机号")).toHaveAccessibleDescription("该手机号还没有注册，请先注册");
    expect(pass.sent.at(-1)).toEqual({
      call: "reset",
      mobile: "13800138000",
      smsCode: "123456",
      password: "Qinglan26",
    });
    await button("注册新账号").click();
    await expect.element(heading("注册青岚账号")).toBeVisible();
    await expect.element(field("手机号")).toHaveValue("13800138000");
    // Back within these pages returns to the requested page and cancels nothing.
    await page.getByRole("link", { name: "返回", exact: true }).first().click();
    await expect.element(heading("登录青岚账号")).toBeVisible();
    expect(pass.left).toEqual([]);
  });
});

describe("no page to show", () => {
  it("V01 while the interaction is loading, the page's outline is displayed", async () => {
    vi.mocked(fetch).mockImplementation(() => new Promise(() => {}));
    show("login");
    const outline = page.getByRole("status", { name: "正在打开" });
    await expect.element(outline).toBeVisible();
    expect(outline.element().getBoundingClientRect().height).toBeGreaterThan(60);
  });
  it("an expired login has a link back", async () => {
    pass.answers["details"] = { code: "404", message: "登录页面已失效，请返回后重新登录" };
    show("login");
    await expect.element(heading("登录页面已失效")).toBeVisible();
    await expect.element(page.getByRole("link", { name: "返回" }).last()).toHaveAttribute("href", returnTo);
  });
  it("a rendering error leaves a page that can be reloaded, and a link back", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const reload = vi.fn<() => void>();
    const Broken = (): never => {
      throw new Error("broken");
    };
    const frame = {
      brand: demoBrand,
      returnAddress: returnTo,
      isEncrypted: false,
      isNavigated: false,
      onBack: () => {},
    };
    root.render(
      <PassErrorBoundary {...frame} onReload={reload}>
        <Broken />
      </PassErrorBoundary>,
    );
    await expect.element(heading("页面出错了")).toBeVisible();
    await expect.element(page.getByRole("link", { name: "返回" }).last()).toHaveAttribute("href", returnTo);
    await button("重新加载").click();
    expect(reload).toHaveBeenCalledOnce();
  });
  it("V28 without a network the load can be retried", async () => {
    pass.answers["details"] = null;
    show("login");
    await expect.element(heading("页面没有打开")).toBeVisible();
    pass.answers["details"] = { code: "00", data: details };
    await button("重试").click();
    await expect.element(heading("登录青岚账号")).toBeVisible();
  });
});

describe.each(["login", "create", "bindMobile"])("%s on every screen", (prompt) => {
  it.each([
    [320, "light"],
    [390, "dark"],
    [1280, "light"],
  ])("B15, Z08 %i px, %s: nothing overflows, axe finds no violations", async (width, theme) => {
    await page.viewport(width, 800);
    document.documentElement.dataset["theme"] = theme;
    show(prompt);
    await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    const small = [...document.querySelectorAll<HTMLElement>("button, a, summary")].filter(
      (element) => element.checkVisibility() && element.getBoundingClientRect().height < 43.5,
    );
    expect(small.map(({ outerHTML }) => outerHTML)).toEqual([]);
    const { violations } = await axe.run(document.body);
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
    delete document.documentElement.dataset["theme"];
  });
});
