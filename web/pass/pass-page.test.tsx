import "../ui/tokens.css";
import "../ui/tokens-dark.css";
import "../ui/base.css";
import "../ui/frame.css";
import "../ui/controls.css";
import "../ui/content.css";
import "../ui/form.css";
import "../identity/identity.css";
import "./pass.css";
import axe from "axe-core";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { demoBrand } from "#contract/demo-brand.ts";
import { onChallenge } from "../platform/http/challenges.ts";
import { setSite } from "../platform/site.ts";
import { fakeServer, type Envelope } from "../platform/testing/fake-server.ts";
import { PassPage } from "./pass-page.tsx";

const uid = "interaction_1234";
const wayBack = "https://m.example/marketing/area/activity/offline/7";
const onward: Envelope = { code: "00", data: { redirectTo: "/pass/auth/interaction_1234" } };
let root: Root;
let left: string[];
let title: string;
let answers: Record<string, Envelope | null>;
let sent: Record<string, unknown>[];
const show = (prompt: string, showPasswordLogin = true) => {
  if (answers["details"] === undefined)
    answers["details"] = {
      code: "00",
      data: { prompt, joins: false, showPasswordLogin, asksPassword: true, clientName: "青岚汽车" },
    };
  root.render(
    <PassPage
      uid={uid}
      brand={demoBrand}
      wayBack={wayBack}
      isEncrypted={false}
      onLeave={(address) => left.push(address)}
      onTitle={(text) => {
        title = text;
      }}
    />,
  );
};

beforeEach(async () => {
  await page.viewport(390, 844);
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "" });
  [left, sent] = [[], []];
  answers = {
    smsWithSliderCaptcha: { code: "00", data: { expiresIn: 300, resendIn: 60 } },
    sms: onward,
    password: onward,
    register: onward,
    bind: onward,
  };
  onChallenge((raised) => raised.kind === "captcha" && raised.answer("solved"));
  fakeServer(({ name, body }) => {
    if (body !== null) sent.push({ call: name, ...body });
    return answers[name] ?? null;
  });
  document.body.replaceChildren(document.createElement("div"));
  root = createRoot(document.body.firstElementChild as Element);
});
afterEach(() => {
  root.unmount();
  vi.restoreAllMocks();
});
const heading = (name: string) => page.getByRole("heading", { level: 1, name });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });
const tick = () => page.getByRole("checkbox").click({ force: true });

describe("logging in", () => {
  it("F19, F20 by code: the slider, the code, and on in this page's place", async () => {
    show("login");
    await expect.element(heading("登录青岚账号")).toBeVisible();
    await expect.element(page.getByText("即将返回「青岚汽车 · 活动」")).toBeVisible();
    expect(title).toBe("登录青岚账号 - 青岚账号");
    await tick();
    await field("手机号").fill("13800138000");
    await button("获取验证码").click();
    await expect.element(button("60 秒后重发")).toBeDisabled();
    await field("短信验证码").fill("123456");
    await button("登录").click();
    await vi.waitFor(() => expect(left).toEqual(["/pass/auth/interaction_1234"]));
    expect(sent).toEqual([
      { call: "smsWithSliderCaptcha", mobile: "13800138000", scene: "login", captchaVerifyId: "solved" },
      { call: "sms", mobile: "13800138000", smsCode: "123456", consent: true },
    ]);
  });
  it("F21 by password where it is offered; what is wrong is told at the field", async () => {
    show("login");
    answers["password"] = { code: "PASSWORD_WRONG", message: "账号或密码不正确" };
    await page.getByRole("tab", { name: "密码登录" }).click();
    await button("登录").click();
    await expect.element(field("手机号或用户名")).toHaveAccessibleDescription("请填写账号");
    await expect.element(field("密码")).toHaveAccessibleDescription("请填写密码");
    await field("手机号或用户名").fill("13800138000");
    await field("密码").fill("wrong");
    await tick();
    await button("登录").click();
    await expect.element(field("密码")).toHaveAccessibleDescription("账号或密码不正确");
    expect(left).toEqual([]);
    answers["password"] = onward;
    await button("登录").click();
    await vi.waitFor(() => expect(left).toHaveLength(1));
    expect(sent.at(-1)).toEqual({
      call: "password",
      account: "13800138000",
      password: "wrong",
      consent: true,
    });
  });
  it("F21 without the offer there is no password way", async () => {
    show("login", false);
    await expect.element(button("登录")).toBeVisible();
    expect(page.getByRole("tab").elements()).toEqual([]);
    expect(page.getByLabelText("密码").elements()).toEqual([]);
  });
  it("M18 consent is not ticked, and needed", async () => {
    show("login", false);
    await expect.element(page.getByRole("checkbox")).not.toBeChecked();
    await field("手机号").fill("13800138000");
    await field("短信验证码").fill("123456");
    await button("登录").click();
    await expect.element(page.getByRole("checkbox")).toHaveAccessibleDescription("请先阅读并同意");
    expect(sent).toEqual([]);
  });
  it("a password can be looked at", async () => {
    show("login");
    await page.getByRole("tab", { name: "密码登录" }).click();
    await field("密码").fill("secret");
    await expect.element(field("密码")).toHaveAttribute("type", "password");
    await button("显示密码").click();
    await expect.element(field("密码")).toHaveAttribute("type", "text");
    await expect.element(button("隐藏密码")).toHaveAttribute("aria-pressed", "true");
  });
  it("whoever does not log in has a way back", async () => {
    show("login");
    await expect.element(page.getByRole("link", { name: "暂不登录，返回" })).toHaveAttribute("href", wayBack);
  });
});

describe("registering", () => {
  it("B13 asks for a good password and says how good it is", async () => {
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
    await vi.waitFor(() => expect(left).toHaveLength(1));
    expect(sent.at(-1)).toEqual({
      call: "register",
      mobile: "13800138000",
      smsCode: "123456",
      password: "Qinglan26",
      consent: true,
    });
  });
  it("I06 a number that has an account is led to logging in", async () => {
    show("create");
    answers["register"] = { code: "MOBILE_TAKEN", message: "该手机号已注册，请直接登录" };
    await field("手机号").fill("13800138000");
    await field("短信验证码").fill("123456");
    await field("设置密码").fill("Qinglan26");
    await tick();
    await button("注册并登录").click();
    await expect.element(field("手机号")).toHaveAccessibleDescription("该手机号已注册，请直接登录");
    await button("用该手机号直接登录").click();
    await expect.element(heading("登录青岚账号")).toBeVisible();
  });
});

describe("binding", () => {
  const cells = () => page.getByRole("textbox").elements().slice(1) as HTMLInputElement[];
  it("I01 six cells take the code typed or pasted as one", async () => {
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
    await vi.waitFor(() => expect(left).toHaveLength(1));
    expect(sent.map(({ call, scene, smsCode }) => [call, scene, smsCode])).toEqual([
      ["smsWithSliderCaptcha", "bind", undefined],
      ["bind", undefined, "123456"],
    ]);
  });
  it("I01 for somebody of WeChat it says that the two become one", async () => {
    const told = {
      prompt: "bindMobile",
      joins: true,
      showPasswordLogin: false,
      asksPassword: true,
      clientName: "青岚汽车",
    };
    answers["details"] = { code: "00", data: told };
    show("bindMobile");
    await expect.element(page.getByText(/会与你的微信身份合并/)).toBeVisible();
    await expect.element(page.getByText(/只能绑定一个/)).not.toBeInTheDocument();
  });
  it("I06 a number bound elsewhere is told, with what to do", async () => {
    show("bindMobile");
    const message = "该手机号已绑定其他账号，请更换号码，或用该号码登录";
    answers["bind"] = { code: "MOBILE_TAKEN", message };
    await tick();
    await field("手机号").fill("13800138000");
    await page.getByRole("textbox", { name: "短信验证码" }).click();
    await userEvent.keyboard("123456");
    await button("绑定并继续").click();
    await expect.element(field("手机号")).toHaveAccessibleDescription(message);
    await expect.element(page.getByRole("link", { name: "暂不绑定" })).toHaveAttribute("href", wayBack);
  });
});

describe("no page to show", () => {
  it("a login that is over has a way back", async () => {
    answers["details"] = { code: "404", message: "登录页面已失效，请返回后重新登录" };
    show("login");
    await expect.element(heading("登录页面已失效")).toBeVisible();
    await expect.element(page.getByRole("link", { name: "返回" }).last()).toHaveAttribute("href", wayBack);
  });
  it("V28 without a network it can be tried again", async () => {
    answers["details"] = null;
    show("login");
    await expect.element(heading("页面没有打开")).toBeVisible();
    answers["details"] = {
      code: "00",
      data: {
        prompt: "login",
        joins: false,
        showPasswordLogin: false,
        asksPassword: true,
        clientName: "青岚汽车",
      },
    };
    await button("重试").click();
    await expect.element(heading("登录青岚账号")).toBeVisible();
  });
});

describe.each(["login", "create", "bindMobile"])("%s on every screen", (prompt) => {
  it.each([
    [320, "light"],
    [390, "dark"],
    [1280, "light"],
  ])("B15, Z08 %i px, %s: nothing is wider, axe finds nothing", async (width, theme) => {
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
