import "../ui/styles/tokens.css";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { demoBrand } from "#contract/core/demo-brand.ts";
import type { InvitationCodeInfo } from "#contract/invitation/invitation.ts";
import { onChallenge } from "../platform/http/challenges.ts";
import { currentSession } from "../platform/session/session.ts";
import { setSite } from "../platform/environment/site.ts";
import { safeSessionStorage } from "../platform/storage/safe-storage.ts";
import { sessionKey } from "../platform/storage/session-storage-keys.ts";
import { fakeServer, responseOf } from "../platform/testing/fake-server.ts";
import { InvitationContent } from "./invitation-page.tsx";

const invitation: InvitationCodeInfo = {
  activityId: "7",
  activityMode: "offline",
  title: "滨江清晨试驾",
  coverUrl: "/media/cover.svg",
  startTime: "2026-12-12T06:00:00+08:00",
  endTime: "2026-12-12T08:00:00+08:00",
  dealerName: "上海徐汇体验中心",
  address: "徐汇区龙腾大道 2555 号",
  guest: "林",
  state: "open",
  expiresTime: "2026-12-12T06:00:00+08:00",
  opensTime: "2020-12-01T10:00:00+08:00",
  closesTime: "2999-12-11T18:00:00+08:00",
  overTime: "2999-12-12T08:00:00+08:00",
  serverTime: "2026-12-01T10:00:00+08:00",
};
const userInfo = {
  openId: "o",
  mobile: "13900000000",
  nickname: "n",
  avatar: null,
  vip: false,
  owner: false,
};
let root: Root;
let stop: () => void;
const toasts: string[] = [];
beforeEach(() => {
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "key" });
  currentSession.save({ accessToken: "t", userInfo });
  safeSessionStorage.set(sessionKey("sec 7"), "A".repeat(22));
  toasts.length = 0;
  stop = onChallenge((raised) => raised.kind === "toast" && toasts.push(raised.args.text));
  document.body.innerHTML = "<main id=root></main>";
});
afterEach(() => {
  root.unmount();
  stop();
  currentSession.clear();
  safeSessionStorage.remove(sessionKey("sec 7"));
  vi.restoreAllMocks();
});
/** An invitation whose server refuses acceptance. */
function show(info: InvitationCodeInfo, refusal?: Response): void {
  fakeServer(({ name }) => {
    if (name === "info") return refusal ?? { code: "00", data: info };
    const data = { fields: { sessionId: "场次已经开始" } };
    return responseOf({ status: 601, code: "601", message: "参数校验失败", data });
  });
  const router = createMemoryRouter([{ path: "*", element: <InvitationContent activityId="7" /> }]);
  root = createRoot(document.getElementById("root") ?? document.body);
  root.render(<RouterProvider router={router} />);
}

test("M13 an invitation shows its time and place", async () => {
  show(invitation);
  await expect.element(page.getByText("12月12日 周六 06:00 – 08:00")).toBeVisible();
  await expect.element(page.getByText("上海徐汇体验中心 · 徐汇区龙腾大道 2555 号")).toBeVisible();
});

test("M13 L09 outside the sign-up's period the button is replaced by the reason, as on the activity's bar", async () => {
  show({ ...invitation, opensTime: "2999-12-01T10:00:00+08:00" });
  await expect.element(page.getByRole("button", { name: /^报名尚未开始/ })).toBeDisabled();
  await expect.element(page.getByText("12月1日 10:00 开放报名")).toBeVisible();
  await expect.element(page.getByText("邀请有效期至")).toBeVisible();
  expect(page.getByRole("button", { name: "确认报名" }).elements()).toEqual([]);
  root.unmount();
  show({ ...invitation, closesTime: "2020-12-11T18:00:00+08:00" });
  await expect.element(page.getByRole("button", { name: "报名已结束" })).toBeDisabled();
  await expect
    .element(page.getByText("报名已于 12月11日 周五 18:00 截止，这份邀请不能再使用。"))
    .toBeVisible();
  // The expiry would suggest that a place is still available.
  expect(page.getByText("邀请有效期至").elements()).toEqual([]);
  root.unmount();
  show({ ...invitation, overTime: "2020-12-12T08:00:00+08:00" });
  await expect.element(page.getByRole("button", { name: "活动已结束" })).toBeDisabled();
  await expect.element(page.getByRole("link", { name: "查看活动" })).toBeVisible();
});

test("W10 M13 an invitation to a cancelled activity shows the reason and a link onwards", async () => {
  const data = { calledOff: { time: "2026-11-27T12:00:00+08:00", reason: "因暴雨天气" } };
  show(invitation, responseOf({ status: 404, code: "404", message: "活动已取消：因暴雨天气", data }));
  await expect.element(page.getByRole("heading", { name: "活动已取消" })).toBeVisible();
  await expect.element(page.getByText("取消原因：因暴雨天气")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "看看活动" })).toBeVisible();
});

test("M13 an activity without a place shows none", async () => {
  show({ ...invitation, activityMode: "online", dealerName: null, address: "线上活动" });
  await expect.element(page.getByRole("heading", { name: invitation.title })).toBeVisible();
  expect(page.getByText("线上活动").elements()).toEqual([]);
});

test("M14 a form's field error is displayed although there is no form", async () => {
  show(invitation);
  await page.getByRole("button", { name: "确认报名" }).click();
  await expect.poll(() => toasts).toEqual(["场次已经开始"]);
});
