import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { seenCancellationsOf } from "../../platform/notifications/seen-cancellations.ts";
import { establishSession } from "../../platform/session/establish-session.ts";
import { currentSession } from "../../platform/session/session.ts";
import { reminders, type Reminder } from "../../platform/notifications/reminders.ts";
import { ReminderBar } from "./reminder-bar.tsx";

let root: Root | null = null;
function show(path: string, ...all: Reminder[]): void {
  root?.unmount();
  document.body.innerHTML = '<main id="root"></main>';
  root = createRoot(document.getElementById("root") ?? document.body);
  reminders.set(all);
  const router = createMemoryRouter([{ path: "*", element: <ReminderBar /> }], { initialEntries: [path] });
  root.render(<RouterProvider router={router} />);
}
afterEach(() => {
  root?.unmount();
  root = null;
  reminders.set([]);
  sessionStorage.clear();
});
const soon: Reminder = {
  kind: "soon",
  activityId: "7",
  title: "外滩夜跑试驾",
  moment: "2026-11-28T19:30:00+08:00",
  isToday: true,
  path: "/offline/signUpUser?activityId=7",
};
const bar = page.getByRole("complementary", { name: "提醒" });

test("L20 a start today is shown with its time, and the link leads to the ticket; tomorrow's with its day", async () => {
  show("/", soon);
  await expect.element(bar.getByText("今天 19:30 开始，点此出示凭证")).toBeVisible();
  await expect.element(bar.getByRole("link")).toHaveAttribute("href", "/offline/signUpUser?activityId=7");
  expect(document.documentElement.hasAttribute("data-reminded")).toBe(true);
  show("/mine", { ...soon, isToday: false });
  await expect.element(bar.getByText("明天 19:30 开始，点此看凭证和路线")).toBeVisible();
});

test("L09 L20 a favourite's opening is shown with its time, then as open, and leads to its page", async () => {
  const opens: Reminder = { ...soon, kind: "opens", path: "/offline/7" };
  show("/", opens);
  await expect.element(bar.getByText("今天 19:30 开放报名")).toBeVisible();
  await expect.element(bar.getByRole("link")).toHaveAttribute("href", "/offline/7");
  show("/", { ...opens, isToday: false });
  await expect.element(bar.getByText("明天 19:30 开放报名")).toBeVisible();
  show("/", { ...opens, kind: "open" });
  await expect.element(bar.getByText("你收藏的活动已开放报名")).toBeVisible();
});

test("L18 L20 a closed reminder stays away for the visit, and the next one is shown; none on a form", async () => {
  const offer: Reminder = { ...soon, kind: "offer", activityId: "8", moment: "2026-11-28T10:00:00+08:00" };
  show("/list", offer, soon);
  await expect.element(bar.getByText(/^有席位了，请在 .*10:00 前确认$/)).toBeVisible();
  await bar.getByRole("button", { name: "知道了，关闭提醒" }).click();
  await expect.element(bar.getByText("今天 19:30 开始，点此出示凭证")).toBeVisible();
  await bar.getByRole("button", { name: "知道了，关闭提醒" }).click();
  await expect.element(bar).not.toBeInTheDocument();
  show("/list", offer, soon);
  await expect.element(bar).not.toBeInTheDocument();
  sessionStorage.clear();
  show("/offline/signUpUser", offer, soon);
  await expect.element(bar).not.toBeInTheDocument();
});

test("W10 a cancellation is shown once: after closing it is known in this browser", async () => {
  const userInfo = { openId: "one", mobile: null, nickname: "n", avatar: null, vip: false, owner: false };
  establishSession({ accessToken: "token", userInfo });
  const off: Reminder = { ...soon, kind: "off", moment: "2026-11-27T12:00:00+08:00" };
  show("/mine", off, soon);
  await expect.element(bar.getByText("活动已取消，点此看原因")).toBeVisible();
  await bar.getByRole("button", { name: "知道了，关闭提醒" }).click();
  await expect.element(bar.getByText("今天 19:30 开始，点此出示凭证")).toBeVisible();
  const isSeen = async (of: string, time: string) => (await seenCancellationsOf(of))("7", time);
  await expect.poll(() => isSeen("one", off.moment)).toBe(true);
  expect(reminders.get()).toEqual([soon]);
  expect([await isSeen("one", "2026-11-28T12:00:00+08:00"), await isSeen("two", off.moment)]).toEqual([
    false,
    false,
  ]);
  currentSession.clear();
});

test("L28 a changed time is shown with the new one, and leads to the ticket", async () => {
  show("/mine", { ...soon, kind: "moved", moment: "2026-12-05T20:30:00+08:00" });
  await expect.element(bar.getByText("时间有变，改到 12月5日 20:30")).toBeVisible();
  await expect.element(bar.getByRole("link")).toHaveAttribute("href", "/offline/signUpUser?activityId=7");
});
