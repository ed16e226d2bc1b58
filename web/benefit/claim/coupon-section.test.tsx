import "../../ui/styles/tokens.css";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Benefit, Coupon } from "#contract/benefit/benefit.ts";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { currentSession } from "../../platform/session/session.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import { setSite } from "../../platform/environment/site.ts";
import { fakeServer } from "../../platform/testing/fake-server.ts";
import CouponSection from "./coupon-section.tsx";

const answered = "2026-11-30T09:59:50+08:00";
const benefit: Benefit = {
  benefitId: "2",
  activityId: "3",
  name: "冬季保养抵用券",
  summary: "",
  value: "¥200",
  condition: "",
  state: "soon",
  left: 3,
  perPerson: 1,
  fromTime: "2026-11-30T10:00:00+08:00",
  toTime: "2026-11-30T10:30:00+08:00",
};
const coupon: Coupon = {
  couponId: "1",
  benefitId: "2",
  activityId: "3",
  code: "4K7M 9QXT 2B6H",
  name: "冬季保养抵用券",
  summary: "",
  value: "¥200",
  condition: "",
  state: "soon",
  validFrom: "2026-11-21T10:00:00+08:00",
  validTo: "2026-11-30T10:00:00+08:00",
  usedTime: null,
  createdTime: "2026-11-21T10:00:00+08:00",
};
const userInfo = { openId: "o", mobile: null, nickname: "n", avatar: null, vip: false, owner: false };
function show(benefits: readonly Benefit[]): void {
  document.body.innerHTML = "<main id=root></main>";
  root = createRoot(document.getElementById("root") ?? document.body);
  const part = { activityId: "3", benefits, serverTime: answered, isPreview: false, onInteractive: () => {} };
  const element = <CouponSection {...part} />;
  root.render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
}
let root: Root;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: Date.parse(answered) });
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "key" });
  fakeServer(() => null);
});
afterEach(() => {
  root.unmount();
  currentSession.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("K22 M12 coupons on an open page can be claimed from their start and no longer after their end", async () => {
  serverTime.updateFromHeader(answered);
  show([benefit]);
  const claim = page.getByRole("button", { name: "领取冬季保养抵用券" });
  await expect.element(page.getByText("未开始")).toBeVisible();
  expect(claim.elements()).toEqual([]);
  vi.advanceTimersByTime(10_500);
  await expect.element(claim).toBeVisible();
  vi.advanceTimersByTime(30 * 60_000);
  await expect.element(page.getByText("已结束")).toBeVisible();
  expect(claim.elements()).toEqual([]);
});

test("K22 M17 the user's own coupon expires on an open page at its end", async () => {
  fakeServer(() => ({ code: "00", data: [coupon] }));
  currentSession.save({ accessToken: "t", userInfo });
  serverTime.updateFromHeader(answered);
  show([]);
  const use = page.getByRole("button", { name: /^去使用/ });
  await expect.element(use).toBeVisible();
  vi.advanceTimersByTime(10_500);
  await expect.element(page.getByText("已过期", { exact: true })).toBeVisible();
  expect(use.elements()).toEqual([]);
});

test("Q13 a coupon stays visible if reloading fails, and is never shown to another user", async () => {
  vi.useRealTimers();
  const requests = fakeServer(({ name }) =>
    name === "list" && isOnline ? { code: "00", data: [coupon] } : null,
  );
  let isOnline = true;
  currentSession.save({ accessToken: "t", userInfo });
  show([]);
  await page.getByRole("button", { name: /^去使用/ }).click();
  await expect.element(page.getByText(coupon.code, { exact: true })).toBeVisible();
  isOnline = false;
  const before = requests.length;
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => requests.length).toBeGreaterThan(before);
  await expect.element(page.getByText(coupon.code, { exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByText(coupon.name)).toBeVisible();
  currentSession.save({ accessToken: "u", userInfo: { ...userInfo, openId: "p" } });
  await expect.element(page.getByText(coupon.name)).not.toBeInTheDocument();
});
