import "../../ui/styles/tokens.css";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Benefit, Coupon } from "#contract/benefit/benefit.ts";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { currentSession } from "../../platform/session/session.ts";
import { setSite } from "../../platform/environment/site.ts";
import { database } from "../../platform/storage/client-database.ts";
import { fakeServer } from "../../platform/testing/fake-server.ts";
import { BenefitCard } from "../coupon/coupon-card.tsx";
import { Wallet } from "./wallet-page.tsx";
import * as couponCss from "../coupon/coupon.module.css";
import * as textCss from "../../ui/styles/text.module.css";

const userInfo = { openId: "o", mobile: null, nickname: "n", avatar: null, vip: false, owner: false };
const coupon: Coupon = {
  couponId: "1",
  benefitId: "2",
  activityId: "3",
  code: "4K7M 9QXT 2B6H",
  name: "冬季保养抵用券",
  summary: "全国授权服务中心通用",
  value: "¥200",
  condition: "满 999 可用",
  state: "usable",
  validFrom: "2026-11-21T10:00:00+08:00",
  validTo: "2999-01-20T10:00:00+08:00",
  usedTime: null,
  createdTime: "2026-11-21T10:00:00+08:00",
};
let root: Root;
let isOnline: boolean;
function show(): void {
  const router = createMemoryRouter([{ path: "*", element: <Wallet /> }]);
  root = createRoot(document.getElementById("root") ?? document.body);
  root.render(<RouterProvider router={router} />);
}
beforeEach(async () => {
  await database.removePersonal();
  document.body.innerHTML = "<main id=root></main>";
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "key" });
  isOnline = true;
  fakeServer(() => (isOnline ? { code: "00", data: [coupon] } : null));
  currentSession.save({ accessToken: "t", userInfo });
});
afterEach(async () => {
  root.unmount();
  currentSession.clear();
  await database.removePersonal();
  vi.restoreAllMocks();
});

test("Q13 Q14 the wallet is readable offline, shows its time stamp, and is never shown to another user", async () => {
  show();
  await expect.element(page.getByText(coupon.name)).toBeVisible();
  expect(document.body.textContent).not.toContain("离线内容");
  root.unmount();
  isOnline = false;
  document.body.innerHTML = "<main id=root></main>";
  show();
  await expect.element(page.getByText(coupon.name)).toBeVisible();
  await expect.element(page.getByText(/^离线内容，更新于 .*\d{2}:\d{2}$/)).toBeVisible();
  await page.getByRole("button", { name: /^去使用/ }).click();
  await expect.element(page.getByText(coupon.code, { exact: true })).toBeVisible();
  root.unmount();
  // Another user on this phone, offline, sees nothing of the first user's.
  currentSession.save({ accessToken: "u", userInfo: { ...userInfo, openId: "p" } });
  document.body.innerHTML = "<main id=root></main>";
  show();
  await expect.element(page.getByRole("button", { name: "重试" })).toBeVisible();
  expect(document.body.textContent).not.toContain(coupon.name);
});

test("M17 by state: the earliest end comes first; used and expired coupons have no button", async () => {
  const others: Coupon[] = [
    { ...coupon, couponId: "4", name: "充电抵用券", state: "soon", validTo: "2998-01-20T10:00:00+08:00" },
    { ...coupon, couponId: "5", name: "补胎券", state: "used", usedTime: "2026-11-21T12:00:00+08:00" },
    { ...coupon, couponId: "6", name: "检测券", value: "随行杯兑换", state: "expired" },
  ];
  fakeServer(() => ({ code: "00", data: [coupon, ...others] }));
  show();
  await expect.element(page.getByRole("tab", { name: "可使用 2" })).toBeVisible();
  const names = () =>
    [...document.querySelectorAll(`.${couponCss.coupon} p.${textCss.medium}`)].map(
      (name) => name.textContent,
    );
  expect(names()).toEqual(["充电抵用券", coupon.name]);
  await page.getByRole("tab", { name: "已使用 1" }).click();
  await expect.element(page.getByText("2026.11.21 已使用")).toBeVisible();
  expect(names()).toEqual(["补胎券"]);
  await page.getByRole("tab", { name: "已过期 1" }).click();
  await expect.element(page.getByText("检测券")).toBeVisible();
  expect(page.getByRole("button", { name: /^去使用/ }).elements()).toEqual([]);
  // Text in the stub is smaller than a number.
  expect(document.querySelector(`.${couponCss.coupon} .${couponCss.stub} b`)?.className).toBe(couponCss.long);
});

test("M17 the number of coupons is formatted like every number", async () => {
  const benefit: Benefit = {
    benefitId: "2",
    activityId: "3",
    name: "冬季保养抵用券",
    summary: "",
    value: "¥200",
    condition: "",
    state: "open",
    left: 1784,
    perPerson: 1,
    fromTime: "2026-11-20T00:00:00+08:00",
    toTime: "2999-12-20T00:00:00+08:00",
  };
  root = createRoot(document.getElementById("root") ?? document.body);
  root.render(<BenefitCard benefit={benefit} isBusy={false} isBlocked={false} onClaim={() => {}} />);
  await expect.element(page.getByText("剩 1,784 份")).toBeVisible();
});
