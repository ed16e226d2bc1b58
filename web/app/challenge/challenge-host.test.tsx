import "../../ui/styles/test-base-styles.ts";
import "../../ui/styles/controls.module.css";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { raiseChallenge, showToast } from "../../platform/http/challenges.ts";
import { currentSession } from "../../platform/session/session.ts";
import { lockLogin } from "../../platform/login/login-lock.ts";
import { setSite } from "../../platform/environment/site.ts";
import { ChallengeHost } from "./challenge-host.tsx";

/** A fake of the slider's sheet. */
vi.mock("../../captcha/captcha-sheet.tsx", async () => {
  const { Sheet } = await import("../../ui/overlay/sheet.tsx");
  return {
    CaptchaSheet: ({
      mobile,
      onDone,
      onCancel,
    }: {
      mobile?: string;
      onDone(id: string): void;
      onCancel(): void;
    }) => (
      <Sheet isOpen title={`安全验证 ${mobile ?? ""}`} onClose={onCancel}>
        <button type="button" onClick={() => onDone("solved")}>
          解开
        </button>
      </Sheet>
    ),
  };
});
/** A chunk that fails to load. */
vi.mock("./account-challenge.tsx", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});

const userInfo = { openId: "o", mobile: null, nickname: "n", avatar: null, vip: false, owner: false };
let root: Root;
let router: ReturnType<typeof createMemoryRouter>;
beforeEach(async () => {
  await page.viewport(390, 844);
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "k" });
  currentSession.clear();
  document.body.replaceChildren(document.createElement("div"));
  root = createRoot(document.body.firstElementChild as Element);
  router = createMemoryRouter([{ path: "*", element: <ChallengeHost /> }]);
  root.render(<RouterProvider router={router} />);
  await region.findElement();
});
afterEach(() => {
  root.unmount();
  vi.useRealTimers();
});
const region = page.getByRole("status");
const button = (name: string) => page.getByRole("button", { name, exact: true });

it("G10 a tap with a slow answer shows that it is in progress, and only until the answer", async () => {
  const settle = lockLogin();
  void raiseChallenge("login", { reason: "plain" });
  const opening = page.getByText("正在打开…");
  await expect.element(opening).toBeVisible();
  showToast("说一句");
  await expect.element(opening).not.toBeInTheDocument();
  settle();
  await page.getByRole("dialog", { name: "登录" }).findElement();
  await expect.element(opening).not.toBeInTheDocument();
});

describe("toasts", () => {
  /** Waits frame by frame, since Vitest's own waiting would advance the faked clock. */
  const until = async (condition: () => boolean) => {
    for (let frame = 0; frame < 900 && !condition(); frame++) await new Promise(requestAnimationFrame);
    expect(condition()).toBe(true);
  };
  const shownToast = () => document.querySelector("[aria-live=polite]")?.textContent;
  /** Waits until a toast is shown and its timer runs. */
  const untilShown = (text: string) => until(() => shownToast() === text && vi.getTimerCount() === 1);
  it("Y05 shows one toast at a time, 2000 ms each, announced politely", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    showToast("分享成功");
    showToast("分享成功");
    showToast("第二条");
    await untilShown("分享成功");
    vi.advanceTimersByTime(1_999);
    expect(shownToast()).toBe("分享成功");
    vi.advanceTimersByTime(1);
    await untilShown("第二条");
    vi.advanceTimersByTime(2_000);
    await until(() => shownToast() === "");
  });
  it("Y05 a toast that arrives while another is shown does not prolong it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const timers = vi.spyOn(globalThis, "setTimeout");
    showToast("分享成功");
    await untilShown("分享成功");
    vi.advanceTimersByTime(1_500);
    showToast("第二条");
    for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
    vi.advanceTimersByTime(500);
    await untilShown("第二条");
    expect(timers).toHaveBeenCalledTimes(2);
  });
  it("V27 shows markup as text", async () => {
    showToast("<b>粗</b>");
    await expect.element(region).toHaveTextContent("<b>粗</b>");
  });
});

describe("challenges", () => {
  const ask = { text: "您还不是认证车主，请先完成认证之后再加入", confirm: "去认证", cancel: "取消" };
  it.each([
    ["去认证", true],
    ["取消", false],
  ])("P13 %s answers %s", async (name, expected) => {
    const answer = raiseChallenge("dialog", ask);
    await expect.element(page.getByRole("alertdialog", { name: ask.text })).toBeVisible();
    await button(name).click();
    expect(await answer).toBe(expected);
    await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
  });
  it("Esc answers no", async () => {
    const answer = raiseChallenge("dialog", ask);
    await expect.element(page.getByRole("alertdialog")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    expect(await answer).toBe(false);
  });
  it("O06 the captcha answers with its id, or with null when cancelled", async () => {
    const solved = raiseChallenge("captcha", { action: "signup" });
    await button("解开").click();
    expect(await solved).toBe("solved");
    const givenUp = raiseChallenge("captcha", { action: "signup" });
    await button("关闭").click();
    expect(await givenUp).toBeNull();
  });
  it("the second challenge of a kind waits for the first", async () => {
    const first = raiseChallenge("captcha", { action: "sms", mobile: "13800138001" });
    const second = raiseChallenge("captcha", { action: "sms", mobile: "13800138002" });
    await expect.element(page.getByRole("dialog", { name: "安全验证 13800138001" })).toBeVisible();
    expect(document.querySelectorAll("[role=dialog]")).toHaveLength(1);
    await button("解开").click();
    await expect.element(page.getByRole("dialog", { name: "安全验证 13800138002" })).toBeVisible();
    await button("关闭").click();
    expect([await first, await second]).toEqual(["solved", null]);
  });
  it.each(["captcha", "city", "poster"] as const)("Back cancels a %s, and the page stays", async (kind) => {
    const asks = {
      captcha: () => raiseChallenge("captcha", { action: "signup" }),
      city: () => raiseChallenge("city", { code: null }),
      poster: () =>
        raiseChallenge("poster", { activityId: "1", title: "试驾", text: "", path: "/offline/1" }),
    };
    const answer = asks[kind]();
    await page.getByRole("dialog").findElement();
    await expect.poll(() => history.state as unknown).toMatchObject({ sheet: 1 });
    history.back();
    expect((await answer) ?? null).toBeNull();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });
  it("challenges of a page that is left are cancelled, shown or not", async () => {
    const here = location.href;
    const shown = raiseChallenge("captcha", { action: "sms", mobile: "13800138001" });
    const second = raiseChallenge("captcha", { action: "sms", mobile: "13800138002" });
    const within = raiseChallenge("dialog", ask);
    await expect.element(page.getByRole("dialog", { name: "安全验证 13800138001" })).toBeVisible();
    history.pushState(null, "", "/elsewhere");
    await router.navigate("/elsewhere");
    expect(await Promise.all([shown, second, within])).toEqual([null, null, false]);
    expect(document.querySelector("[role=dialog],[role=alertdialog]")).toBeNull();
    history.replaceState(null, "", here);
  });
  it("a challenge that cannot be loaded is cancelled, with a toast", async () => {
    await raiseChallenge("account", {});
    await expect.element(region).toHaveTextContent("网络不可用，请检查网络后重试");
  });
});

describe("login", () => {
  const login = page.getByRole("dialog", { name: "登录后继续报名" });
  it("closing the sheet answers no", async () => {
    const answer = raiseChallenge("login", { reason: "signUp" });
    await expect.element(login).toBeVisible();
    await button("关闭").click();
    expect(await answer).toBe(false);
  });
  it("a logged-in person is not asked", async () => {
    currentSession.save({ accessToken: "t", userInfo });
    expect(await raiseChallenge("login", { reason: "signUp" })).toBe(true);
    expect(document.querySelector("[role=dialog]")).toBeNull();
  });
  it("F23 waits for a return from the provider: nobody is asked twice", async () => {
    const settle = lockLogin();
    const answer = raiseChallenge("login", { reason: "signUp" });
    currentSession.save({ accessToken: "t", userInfo });
    settle();
    expect(await answer).toBe(true);
    expect(document.querySelector("[role=dialog]")).toBeNull();
  });
  it("F19 the captcha is inside the login: Esc closes the captcha, not the form", async () => {
    const answer = raiseChallenge("login", { reason: "signUp" });
    await button("手机号验证码登录").click();
    await page.getByRole("checkbox").click({ force: true });
    await page.getByRole("textbox", { name: "手机号" }).fill("13800138000");
    await button("获取验证码").click();
    await expect.element(page.getByRole("dialog", { name: "安全验证 13800138000" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByText("完成安全验证后才能发送验证码")).toBeVisible();
    await expect.element(page.getByRole("textbox", { name: "手机号" })).toHaveValue("13800138000");
    await userEvent.keyboard("{Escape}");
    expect(await answer).toBe(false);
  });
});
