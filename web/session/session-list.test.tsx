import "../ui/styles/test-base-styles.ts";
import "../ui/styles/controls.module.css";
import "../ui/styles/content.module.css";
import "../ui/form/field.module.css";
import { createRoot } from "react-dom/client";
import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { sendSms } from "#contract/identity/identity.ts";
import { endSessions, listSessions, type ActiveSession } from "#contract/session/active-sessions.ts";
import type { UserInfo } from "#contract/session/session.ts";
import { onChallenge } from "../platform/http/challenges.ts";
import { currentSession } from "../platform/session/session.ts";
import { setSite } from "../platform/environment/site.ts";
import {
  fakeServer,
  responseOf,
  type FakeAnswer,
  type FakeRequest,
} from "../platform/testing/fake-server.ts";
import { siteForTests } from "../platform/testing/test-site.ts";
import { SessionList } from "./session-list.tsx";

const nameOf = (call: { paths: readonly string[] }) => call.paths[0]?.split("/").at(-1) ?? "";
const user = { openId: "o", mobile: "13800138000", nickname: "n", avatar: null, vip: false, owner: false };
const one = (at: number, isThis: boolean): ActiveSession => ({
  sessionId: `0190f0f0-0000-4000-8000-00000000000${at}`,
  client: isThis ? "mobileBrowser" : "wechat",
  system: "ios",
  city: "上海",
  createdTime: "2026-11-21 10:00:00",
  usedTime: "2026-11-21 10:00:00",
  isThis,
});
let shown: { unmount: () => void };
afterEach(() => {
  shown.unmount();
  vi.restoreAllMocks();
});

/** Renders the list. @param ending responses to the requests that end sessions, in order */
function show(ending: FakeAnswer[]): FakeRequest[] {
  setSite(siteForTests);
  const userInfo = user as unknown as UserInfo;
  currentSession.save({ accessToken: "token", userInfo } as Parameters<typeof currentSession.save>[0]);
  onChallenge((raised) => {
    if (raised.kind === "captcha") raised.answer("a pass");
  });
  let list = [one(1, true), one(2, false)];
  const requests = fakeServer(({ name }) => {
    if (name === nameOf(listSessions)) return responseOf({ data: list });
    if (name === nameOf(sendSms)) return responseOf({ data: { expiresIn: 300, resendIn: 60 } });
    const answer = ending.shift() ?? { status: 500 };
    if (answer.status === undefined && answer.code === undefined) list = [one(1, true)];
    return responseOf(answer);
  });
  const root = createRoot(document.body.appendChild(document.createElement("main")));
  root.render(<SessionList user={userInfo} />);
  shown = {
    unmount: () => {
      root.unmount();
      document.body.replaceChildren();
    },
  };
  return requests;
}
const codeRequired: FakeAnswer = {
  status: 601,
  code: "601",
  message: "参数校验失败",
  data: { fields: { smsCode: "请填写短信验证码，确认是你本人" } },
};
const button = (name: string) => page.getByRole("button", { name, exact: true });

it("ASVS 7.5.2 an old login needs an SMS code, which can be retyped, to end another device's session", async () => {
  const wrong = { code: "SMS_CODE_WRONG", message: "验证码不正确" };
  const requests = show([codeRequired, wrong, { data: { ended: 1 } }]);
  await button("退出 微信 · 苹果 iOS").click();
  await expect.element(page.getByText("登录已超过 10 分钟，退出其他设备前请确认是你本人")).toBeVisible();
  await expect.element(page.getByText("发送到 138****8000，确认是你本人")).toBeVisible();
  expect(button("退出其他全部设备").query()).toBeNull();
  await button("获取验证码").click();
  await expect.element(page.getByRole("button", { name: /秒后重发$/ })).toBeVisible();
  await button("确认退出").click();
  await expect.element(page.getByText("请填写 6 位短信验证码")).toBeVisible();
  await page.getByRole("textbox", { name: "短信验证码" }).fill("111111");
  await button("确认退出").click();
  await expect.element(page.getByText("验证码不正确")).toBeVisible();
  await page.getByRole("textbox", { name: "短信验证码" }).fill("246810");
  await button("确认退出").click();
  await expect.element(page.getByText("已退出该设备")).toBeVisible();
  expect(page.getByRole("textbox", { name: "短信验证码" }).query()).toBeNull();
  expect(page.getByRole("listitem").elements()).toHaveLength(1);
  const bodies = requests.filter(({ name }) => name === nameOf(endSessions)).map(({ body }) => body);
  const { sessionId } = one(2, false);
  expect(bodies).toEqual([{ sessionId }, { sessionId, smsCode: "111111" }, { sessionId, smsCode: "246810" }]);
  expect(requests.find(({ name }) => name === nameOf(sendSms))?.body).toMatchObject({
    mobile: user.mobile,
    scene: "confirm",
    captchaVerifyId: "a pass",
  });
});

it("ASVS 7.5.2 cancelling returns to the list; a recent login ends sessions without a code", async () => {
  show([codeRequired, { data: { ended: 1 } }]);
  await button("退出其他全部设备").click();
  await button("先不退出").click();
  expect(page.getByRole("textbox", { name: "短信验证码" }).query()).toBeNull();
  await button("退出其他全部设备").click();
  await expect.element(page.getByText("已退出其他全部设备")).toBeVisible();
});
