import "../ui/tokens.css";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Benefit } from "#contract/benefit.ts";
import { demoBrand } from "#contract/demo-brand.ts";
import { serverTime } from "../platform/server-time.ts";
import { setSite } from "../platform/site.ts";
import { fakeServer } from "../platform/testing/fake-server.ts";
import CouponPart from "./coupon-part.tsx";

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
let root: Root;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: Date.parse(answered) });
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "key" });
  fakeServer(() => null);
});
afterEach(() => {
  root.unmount();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("K22 M12 coupons on a page that stays open can be had from their second on, and no more once they are over", async () => {
  serverTime.learn(answered);
  document.body.innerHTML = "<main id=root></main>";
  root = createRoot(document.getElementById("root") ?? document.body);
  const part = {
    activityId: "3",
    benefits: [benefit],
    serverTime: answered,
    isPreview: false,
    onAlive: () => {},
  };
  const element = <CouponPart {...part} />;
  root.render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
  const claim = page.getByRole("button", { name: "领取冬季保养抵用券" });
  await expect.element(page.getByText("未开始")).toBeVisible();
  expect(claim.elements()).toEqual([]);
  vi.advanceTimersByTime(10_500);
  await expect.element(claim).toBeVisible();
  vi.advanceTimersByTime(30 * 60_000);
  await expect.element(page.getByText("已结束")).toBeVisible();
  expect(claim.elements()).toEqual([]);
});
