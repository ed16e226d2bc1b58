import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { RegistrationClosed, closedReason, type ClosedReason } from "./registration-closed.tsx";
import { sampleActivity } from "../testing/samples.ts";
import { show } from "../testing/show.tsx";
import { violations } from "../../ui/testing/show.tsx";

const activity = sampleActivity();
const opening = Date.parse(activity.signUpStartTime);
const closing = Date.parse(activity.signUpEndTime);

test("L09 K22 reason why there is no form, by the server's clock", () => {
  const full = { ...activity, remaining: 0 };
  expect(closedReason(activity, opening - 1)).toBe("soon");
  expect(closedReason(full, opening - 1)).toBe("soon");
  expect(closedReason(activity, opening)).toBeNull();
  expect(closedReason({ ...activity, remaining: null }, opening)).toBeNull();
  expect(closedReason(full, opening)).toBe("full");
  expect(closedReason(activity, closing - 1)).toBeNull();
  expect(closedReason(full, closing)).toBe("ended");
});

test.each<[ClosedReason, string]>([
  ["soon", "报名尚未开始"],
  ["ended", "报名已结束"],
])("L09 %s: says so, and leads back to the activity and on to others", async (reason, title) => {
  show(<RegistrationClosed reason={reason} activity={activity} detail="/offline/1" />);
  await expect.element(page.getByRole("heading", { name: title })).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "返回活动详情" }))
    .toHaveAttribute("href", "/offline/1");
  await expect.element(page.getByRole("link", { name: "看看其他活动" })).toHaveAttribute("href", "/list");
  expect(await violations()).toEqual([]);
});

test("the opening is shown in Shanghai's time zone", async () => {
  show(<RegistrationClosed reason="soon" activity={activity} detail="/offline/1" />);
  await expect.element(page.getByText(/11月1日 10:00 开放报名/)).toBeVisible();
});

test("an address without an activity links only to the list", async () => {
  show(<RegistrationClosed reason="missing" activity={null} detail="/offline/" />);
  await expect.element(page.getByRole("link", { name: "看看其他活动" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "返回活动详情" })).not.toBeInTheDocument();
});

test("W10 an activity that is gone accepts no sign-ups; a cancelled one shows the reason", async () => {
  show(<RegistrationClosed reason="gone" activity={null} detail="/offline/1" />);
  await expect.element(page.getByRole("heading", { name: "活动已下线" })).toBeVisible();
  const calledOff = { time: "2026-11-27T12:00:00+08:00", reason: "因暴雨天气" };
  show(<RegistrationClosed reason="gone" activity={null} detail="/offline/1" calledOff={calledOff} />);
  await expect.element(page.getByRole("heading", { name: "活动已取消" })).toBeVisible();
  await expect.element(page.getByText("取消原因：因暴雨天气")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "看看其他活动" })).toHaveAttribute("href", "/list");
  expect(page.getByRole("link").elements()).toHaveLength(1);
});
