import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  button,
  details,
  field,
  heading,
  redirectAnswer,
  pass,
  show,
  tick,
  setUpPassPage,
  returnTo,
} from "./test-pass.tsx";

setUpPassPage();

describe("login", () => {
  it("F19, F20 by code: the captcha, the code, then the next address replaces this page", async () => {
    show("login");
    await expect.element(heading("登录青岚账号")).toBeVisible();
    await expect.element(page.getByText("即将返回「青岚汽车 · 活动」")).toBeVisible();
    expect(pass.title).toBe("登录青岚账号 - 青岚账号");
    await tick();
    await field("手机号").fill("13800138000");
    await button("获取验证码").click();
    await expect.element(button("60 秒后重发")).toBeDisabled();
    await field("短信验证码").fill("123456");
    await button("登录").click();
    await vi.waitFor(() => expect(pass.left).toEqual(["/pass/auth/interaction_1234"]));
    expect(pass.sent).toEqual([
      { call: "smsWithSliderCaptcha", mobile: "13800138000", scene: "login", captchaVerifyId: "solved" },
      { call: "sms", mobile: "13800138000", smsCode: "123456", consent: true },
    ]);
  });
  it("F21 by password where it is offered; errors are reported at the field", async () => {
    show("login");
    pass.answers["password"] = { code: "PASSWORD_WRONG", message: "账号或密码不正确" };
    await page.getByRole("tab", { name: "密码登录" }).click();
    await button("登录").click();
    await expect.element(field("手机号或用户名")).toHaveAccessibleDescription("请填写账号");
    await expect.element(field("密码")).toHaveAccessibleDescription("请填写密码");
    await field("手机号或用户名").fill("13800138000");
    await field("密码").fill("wrong");
    await tick();
    await button("登录").click();
    await expect.element(field("密码")).toHaveAccessibleDescription("账号或密码不正确");
    expect(pass.left).toEqual([]);
    pass.answers["password"] = redirectAnswer;
    await button("登录").click();
    await vi.waitFor(() => expect(pass.left).toHaveLength(1));
    expect(pass.sent.at(-1)).toEqual({
      call: "password",
      account: "13800138000",
      password: "wrong",
      consent: true,
    });
  });
  it("F21 without the offer there is no password login", async () => {
    show("login", false);
    await expect.element(button("登录")).toBeVisible();
    expect(page.getByRole("tab").elements()).toEqual([]);
    expect(page.getByLabelText("密码").elements()).toEqual([]);
  });
  it("M18 consent is not ticked by default, and is required", async () => {
    show("login", false);
    await expect.element(page.getByRole("checkbox")).not.toBeChecked();
    await field("手机号").fill("13800138000");
    await field("短信验证码").fill("123456");
    await button("登录").click();
    await expect.element(page.getByRole("checkbox")).toHaveAccessibleDescription("请先阅读并同意");
    expect(pass.sent).toEqual([]);
  });
  it("a password can be revealed", async () => {
    show("login");
    await page.getByRole("tab", { name: "密码登录" }).click();
    await field("密码").fill("secret");
    await expect.element(field("密码")).toHaveAttribute("type", "password");
    await button("显示密码").click();
    await expect.element(field("密码")).toHaveAttribute("type", "text");
    await expect.element(button("隐藏密码")).toHaveAttribute("aria-pressed", "true");
  });
  it.each([
    ["is told to the web app", redirectAnswer, "/pass/auth/interaction_1234"],
    ["leads there in any case", null, returnTo],
  ])("cancelling %s", async (_what, answer, address) => {
    pass.answers["cancel"] = answer;
    show("login");
    const back = page.getByRole("link", { name: "暂不登录，返回" });
    await expect.element(back).toHaveAttribute("href", returnTo);
    await back.click();
    await vi.waitFor(() => expect(pass.left).toEqual([address]));
  });
});

describe("registration", () => {
  it("B13 requires a good password and shows its strength", async () => {
    show("create");
    await expect.element(heading("注册青岚账号")).toBeVisible();
    await field("设置密码").fill("short");
    await expect.element(page.getByText("强度：弱")).toBeVisible();
    await button("注册并登录").click();
    await expect.element(field("设置密码")).toHaveAccessibleDescription("密码为 8–20 位字母、数字或符号");
    await field("设置密码").fill("Qinglan26");
    await expect.element(page.getByText("强度：中")).toBeVisible();
    await field("手机号").fill("13800138000");
    await field("短信验证码").fill("123456");
    await tick();
    await button("注册并登录").click();
    await vi.waitFor(() => expect(pass.left).toHaveLength(1));
    expect(pass.sent.at(-1)).toEqual({
      call: "register",
      mobile: "13800138000",
      smsCode: "123456",
      password: "Qinglan26",
      consent: true,
    });
  });
  it("I06 a number that has an account is led to login", async () => {
    show("create");
    pass.answers["register"] = { code: "MOBILE_TAKEN", message: "该手机号已注册，请直接登录" };
    await field("手机号").fill("13800138000");
    await field("短信验证码").fill("123456");
    await field("设置密码").fill("Qinglan26");
    await tick();
    await button("注册并登录").click();
    await expect.element(field("手机号")).toHaveAccessibleDescription("该手机号已注册，请直接登录");
    await expect.element(field("手机号")).toHaveFocus();
    expect(button("用该手机号直接登录").elements()).toEqual([]);
    pass.answers["register"] = { ...pass.answers["register"], data: { ticket: "sealed" } };
    await button("注册并登录").click();
    await button("用该手机号直接登录").click();
    await vi.waitFor(() => expect(pass.left).toHaveLength(1));
    expect(pass.sent.at(-1)).toEqual({ call: "switch", ticket: "sealed" });
  });
  it("F21 if passwords are never used, none is requested", async () => {
    pass.answers["details"] = { code: "00", data: { ...details, prompt: "create", asksPassword: false } };
    show("create");
    await expect.element(heading("注册青岚账号")).toBeVisible();
    expect(page.getByLabelText("设置密码").elements()).toEqual([]);
  });
});

describe("binding", () => {
  const cells = () => page.getByRole("textbox").elements().slice(1) as HTMLInputElement[];
  it("I01 six cells accept the code typed or pasted as one value", async () => {
    show("bindMobile");
    await expect.element(heading("绑定手机号")).toBeVisible();
    await tick();
    await field("手机号").fill("13800138000");
    await button("获取验证码").click();
    await expect.element(page.getByText("验证码已发送至 138****8000")).toBeVisible();
    await page.getByRole("textbox", { name: "短信验证码" }).click();
    await userEvent.keyboard("123456");
    expect(cells().map(({ value }) => value)).toEqual([..."123456"]);
    await button("绑定并继续").click();
    await vi.waitFor(() => expect(pass.left).toHaveLength(1));
    expect(pass.sent.map(({ call, scene, smsCode }) => [call, scene, smsCode])).toEqual([
      ["smsWithSliderCaptcha", "bind", undefined],
      ["bind", undefined, "123456"],
    ]);
  });
  it("I01 a WeChat user is informed that the accounts are merged", async () => {
    pass.answers["details"] = { code: "00", data: { ...details, prompt: "bindMobile", joins: true } };
    show("bindMobile");
    await expect.element(page.getByText(/会与你的微信身份合并/)).toBeVisible();
    await expect.element(page.getByText(/只能绑定一个/)).not.toBeInTheDocument();
  });
  it("I06 a number bound to another account is reported, with the next step", async () => {
    show("bindMobile");
    const message = "该手机号已绑定其他账号，请更换号码，或用该号码登录";
    pass.answers["bind"] = { code: "MOBILE_TAKEN", message };
    await tick();
    await field("手机号").fill("13800138000");
    await page.getByRole("textbox", { name: "短信验证码" }).click();
    await userEvent.keyboard("123456");
    await button("绑定并继续").click();
    await expect.element(field("手机号")).toHaveAccessibleDescription(message);
    await expect.element(page.getByRole("link", { name: "暂不绑定" })).toHaveAttribute("href", returnTo);
    pass.answers["bind"] = { code: "MOBILE_TAKEN", message, data: { ticket: "sealed" } };
    await button("绑定并继续").click();
    await button("用该号码的账号登录").click();
    await vi.waitFor(() => expect(pass.left).toHaveLength(1));
    expect(pass.sent.at(-1)).toEqual({ call: "switch", ticket: "sealed" });
  });
});
