import "../ui/styles/test-base-styles.ts";
import "../ui/styles/controls.module.css";
import "../ui/styles/content.module.css";
import axe from "axe-core";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { onChallenge } from "../platform/http/challenges.ts";
import { currentSession } from "../platform/session/session.ts";
import { replaceLocation } from "../platform/navigation/leave-page.ts";
import { setSite } from "../platform/environment/site.ts";
import { fakeServer, type FakeEnvelope } from "../platform/testing/fake-server.ts";
import { siteForTests } from "../platform/testing/test-site.ts";
import { LoginSheet } from "./login-sheet.tsx";
import * as fieldCss from "../ui/form/field.module.css";
import * as identityCss from "./identity.module.css";

vi.mock("../platform/navigation/leave-page.ts", () => ({
  replaceLocation: vi.fn<(address: string) => void>(),
  assignLocation: vi.fn<(address: string) => void>(),
  reloadPage: vi.fn<() => void>(),
}));
/** Pages for which this one was left. */
const left = () => vi.mocked(replaceLocation).mock.calls.map(([address]) => new URL(address));

const userInfo = {
  openId: "o",
  mobile: "13800138000",
  nickname: "n",
  avatar: null,
  vip: false,
  owner: false,
};
let root: Root;
let done: boolean[];
/** Answers of the server, by the last part of the call's path. */
let answers: Record<string, FakeEnvelope>;
let sent: [string, unknown][];

beforeEach(async () => {
  await page.viewport(390, 844);
  setSite(siteForTests);
  currentSession.clear();
  localStorage.clear();
  sessionStorage.clear();
  vi.mocked(replaceLocation).mockReset();
  [done, sent] = [[], []];
  answers = {
    smsWithSliderCaptcha: { code: "00", data: { expiresIn: 300, resendIn: 60 } },
    quickLogin: { code: "00", data: { access_token: "provider", expires_in: 3600 } },
    "token-login": { code: "00", data: { sxToken: "sx", userInfo } },
  };
  onChallenge((raised) => raised.kind === "captcha" && raised.answer(`solved ${raised.args.mobile}`));
  fakeServer(({ name, body }) => {
    // Probe of the identity provider's availability.
    if (name === "auth") return new Response(null, { status: 400 });
    sent.push([name, body]);
    return answers[name] ?? null;
  });
  document.body.replaceChildren(document.createElement("div"));
  root = createRoot(document.body.firstElementChild as Element);
  show();
  await page.getByRole("dialog", { name: "登录后继续报名" }).findElement();
});
const show = () =>
  root.render(
    <LoginSheet brand={demoBrand} reason="signUp" onDone={(isLoggedIn) => done.push(isLoggedIn)} />,
  );
afterEach(() => {
  root.unmount();
  vi.restoreAllMocks();
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = (name: string) => page.getByRole("textbox", { name });
const consent = page.getByRole("checkbox");
const tick = () => consent.click({ force: true });

describe("by the identity provider", () => {
  it("F20 without login methods within the page the provider is the only one", async () => {
    const site = { brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "k" };
    setSite({ ...site, isProviderPageOnly: true });
    show();
    await expect.element(button("手机号验证码登录")).not.toBeInTheDocument();
    await expect.element(button("青岚账号登录")).toBeVisible();
  });
  it("D19 the same without browser storage: instructions are displayed, and the button can be pressed again", async () => {
    const refuse = () => {
      throw new DOMException("x", "QuotaExceededError");
    };
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(refuse);
    setSite({ ...siteForTests, isProviderPageOnly: true });
    root.unmount();
    root = createRoot(document.body.firstElementChild as Element);
    show();
    await expect.element(page.getByText(/请在浏览器设置中允许后重试/)).toBeVisible();
    await tick();
    await button("青岚账号登录").click();
    await expect.element(button("青岚账号登录")).not.toHaveAttribute("aria-busy");
    await expect.element(page.getByText(/请用手机号验证码登录/)).not.toBeInTheDocument();
    expect([left(), field("手机号").elements()]).toEqual([[], []]);
  });
  it("M18 consent is not ticked by default, and is required", async () => {
    await expect.element(consent).not.toBeChecked();
    await button("青岚账号登录").click();
    await expect.element(consent).toHaveAccessibleDescription("请先阅读并同意");
    await expect.element(consent).toHaveFocus();
    expect(left()).toEqual([]);
  });
  it.each([
    ["青岚账号登录", null],
    ["注册新账号", "create"],
  ])("B12, B13 %s leaves for the provider", async (name, prompt) => {
    await tick();
    await button(name).click();
    await vi.waitFor(() => expect(left()).toHaveLength(1));
    expect([left()[0]?.pathname, left()[0]?.searchParams.get("prompt")]).toEqual(["/pass/auth", prompt]);
  });
  it("the page is left once, however often the button is pressed", async () => {
    await tick();
    await button("青岚账号登录").click();
    await button("青岚账号登录").click({ force: true });
    await vi.waitFor(() => expect(left()).toHaveLength(1));
  });
  it("V28 without a network an error is displayed, and the button can be pressed again", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await tick();
    await button("青岚账号登录").click();
    await expect.element(page.getByRole("alert")).toHaveTextContent("网络不可用，请检查网络后重试");
    await expect.element(button("青岚账号登录")).not.toHaveAttribute("aria-busy");
  });
  it("a failed attempt shows no error during the next one, which is busy until the page is left", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const offline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await tick();
    await button("青岚账号登录").click();
    await expect.element(page.getByRole("alert")).toBeVisible();
    offline.mockReturnValue(true);
    await vi.advanceTimersByTimeAsync(9_000);
    await button("青岚账号登录").click();
    await vi.waitFor(() => expect(left()).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(2_000);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(button("青岚账号登录").element().getAttribute("aria-busy")).toBe("true");
    await vi.advanceTimersByTimeAsync(8_000);
    await expect.element(button("青岚账号登录")).not.toHaveAttribute("aria-busy");
    vi.useRealTimers();
  });
  it("the documents can be read; reading does not tick the box", async () => {
    await page.getByRole("link", { name: "《隐私政策》" }).click();
    await expect.element(page.getByRole("dialog", { name: "隐私政策" })).toBeVisible();
    await page.getByRole("dialog", { name: "隐私政策" }).getByRole("button", { name: "关闭" }).click();
    await expect.element(consent).not.toBeChecked();
  });
});

describe("by SMS, within the page", () => {
  beforeEach(() => button("手机号验证码登录").click());

  it("F19, F20, D01, D05 a code after a captcha for this mobile, then a login without leaving the page", async () => {
    await expect.element(field("手机号")).toHaveFocus();
    await tick();
    await field("手机号").fill("138 0013 8000");
    await button("获取验证码").click();
    await expect.element(page.getByText("验证码已发送至 138****8000")).toBeVisible();
    await expect.element(button("60 秒后重发")).toBeDisabled();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("13800138000");
    await field("短信验证码").fill("123456");
    await button("登录").click();
    await vi.waitFor(() => expect(done).toEqual([true]));
    expect(sent).toEqual([
      [
        "smsWithSliderCaptcha",
        { mobile: "13800138000", scene: "login", captchaVerifyId: "solved 13800138000" },
      ],
      ["quickLogin", { mobile: "13800138000", smsCode: "123456" }],
      ["token-login", { accessToken: "provider" }],
    ]);
    expect([currentSession.token(), currentSession.user()?.openId]).toEqual(["sx", "o"]);
  });
  it("M18 no code without consent", async () => {
    await field("手机号").fill("13800138000");
    await button("获取验证码").click();
    await expect.element(consent).toHaveAccessibleDescription("请先阅读并同意");
    expect(sent).toEqual([]);
  });
  it("an invalid mobile is reported at its field before anything is sent", async () => {
    await tick();
    await field("手机号").fill("12345");
    await button("获取验证码").click();
    await expect.element(field("手机号")).toHaveAccessibleDescription("手机号不正确");
    expect(sent).toEqual([]);
  });
  it("another number may request its code at once", async () => {
    await tick();
    await field("手机号").fill("13800138000");
    await button("获取验证码").click();
    await expect.element(button("60 秒后重发")).toBeVisible();
    await field("手机号").fill("13800138001");
    await expect.element(button("获取验证码")).toBeEnabled();
  });
  it.each([
    ["SMS_CODE_WRONG", "验证码不正确，还可尝试 4 次"],
    ["SMS_CODE_LOCKED", "尝试次数过多，请重新获取验证码"],
  ])("F22 %s is reported at the code", async (code, message) => {
    answers["quickLogin"] = { code, message };
    await tick();
    await field("手机号").fill("13800138000");
    await field("短信验证码").fill("000000");
    await button("登录").click();
    await expect.element(field("短信验证码")).toHaveAccessibleDescription(message);
    expect([done, currentSession.token()]).toEqual([[], null]);
  });
  it("F22 too many codes are reported at the code", async () => {
    answers["smsWithSliderCaptcha"] = { code: "429", message: "该号码今天的验证码已用完" };
    await tick();
    await field("手机号").fill("13800138000");
    await button("获取验证码").click();
    await expect.element(field("短信验证码")).toHaveAccessibleDescription("该号码今天的验证码已用完");
  });
  it("H02 40102 leaves no user logged in", async () => {
    answers["token-login"] = { code: "40102", message: "登录已失效" };
    await tick();
    await field("手机号").fill("13800138000");
    await field("短信验证码").fill("123456");
    await button("登录").click();
    await expect.element(page.getByRole("alert")).toHaveTextContent("登录已失效");
    expect([currentSession.token(), sent.filter(([name]) => name === "token-login").length]).toEqual([
      null,
      1,
    ]);
  });
});

describe("on every screen", () => {
  it.each([320, 390, 1280])(
    "B15 %i px: nothing overflows, targets are large enough, axe finds no violations",
    async (width) => {
      await page.viewport(width, 700);
      await button("手机号验证码登录").click();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      const small = [
        ...document.querySelectorAll<HTMLElement>(
          `.${identityCss.login} button, .${identityCss.login} label.${fieldCss.checkbox}`,
        ),
      ].filter((element) => element.getBoundingClientRect().height < 43.5);
      expect(small.map(({ textContent }) => textContent)).toEqual([]);
      const { violations } = await axe.run(document.body, {
        rules: { "page-has-heading-one": { enabled: false } },
      });
      expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
    },
  );
});
