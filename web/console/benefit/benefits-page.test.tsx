import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { FailingDelivery, ListedBenefit, OperatorCoupon } from "#contract/console/benefits.ts";
import { fakeServer, type FakeRequest } from "../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../testing/show-in-console.tsx";
import { BenefitsPage } from "./benefits-page.tsx";
import { CouponsPage } from "./coupons-page.tsx";
import { DeliveriesPage } from "./deliveries-page.tsx";

afterEach(() => vi.restoreAllMocks());

const benefit: ListedBenefit = {
  benefitId: "1571000000000000300",
  activityId: "1571000000000000100",
  activityTitle: "莫干山晨雾试驾",
  name: "首批体验礼",
  value: "¥200",
  condition: "满 999 可用",
  isForMall: true,
  state: "open",
  stock: 300,
  sent: 214,
  used: 87,
  fromTime: "2026-11-20T00:00:00+08:00",
  toTime: "2026-12-20T00:00:00+08:00",
};
const coupon: OperatorCoupon = {
  couponId: "1571000000000000400",
  codeEnd: "8842",
  activityId: benefit.activityId,
  activityTitle: benefit.activityTitle,
  name: benefit.name,
  value: benefit.value,
  condition: benefit.condition,
  summary: "全国授权服务中心通用",
  isForMall: false,
  mobile: "138****5678",
  state: "usable",
  lapsed: null,
  isHeld: false,
  validFrom: "2026-11-20T00:00:00+08:00",
  validTo: "2026-12-20T23:59:59+08:00",
  usedTime: null,
  usedBy: null,
  isEndReported: false,
};
const used = { ...coupon, state: "used", usedTime: "2026-11-27T14:22:00+08:00", usedBy: "周运营" } as const;
const delivery: FailingDelivery = {
  couponId: coupon.couponId,
  benefitName: benefit.name,
  activityTitle: benefit.activityTitle,
  event: "issued",
  cause: "status",
  status: 503,
  tries: 4,
  failedTime: "2026-11-27T11:22:00+08:00",
  nextTime: "2026-11-27T14:40:00+08:00",
};
const listed = (rows: readonly unknown[]) => ({
  rows,
  next: null,
  count: rows.length,
  isCountExact: true,
  asOf: "2026-11-27T14:22:00+08:00",
});
const answers: Readonly<Record<string, unknown>> = {
  benefits: listed([benefit, { ...benefit, benefitId: "2", stock: null, state: "over" }]),
  "coupons/find": { coupon },
  "coupons/redeem": { coupon: used },
  "coupons/undo": { coupon },
  "coupons/extend": { coupon: { ...coupon, validTo: "2027-01-31T23:59:59+08:00" } },
  deliveries: listed([delivery]),
  "deliveries/retry": { retried: 1, left: 0 },
  views: { views: [] },
};
const serve = (over: Readonly<Record<string, unknown>> = {}): FakeRequest[] =>
  fakeServer(({ url }) => {
    const path = url.pathname.replace("/console-api/", "");
    const all = { ...answers, ...over };
    if (path in all) return { code: "00", data: all[path] };
    return Response.json({ code: "500", message: "服务异常" }, { status: 500 });
  });
const themes = ["light", "dark"] as const;
const bodiesOf = (sent: readonly FakeRequest[], path: string) =>
  sent.filter(({ url }) => url.pathname.endsWith(path)).map(({ body }) => body);

test("CO29 benefits show stock, sent and used, lead to their activity, and say when there are none", async () => {
  serve();
  showInConsole(<BenefitsPage />, { at: "/benefits" });
  const link = page.getByRole("link", { name: /首批体验礼/ }).first();
  await expect.element(link).toHaveAttribute("href", `/activities/${benefit.activityId}`);
  await expect.element(page.getByText("214").first()).toBeVisible();
  await expect.element(page.getByText("不限")).toBeVisible();
  for (const theme of themes) expect(await axeFindings(theme)).toEqual([]);
  serve({ benefits: listed([]) });
  showInConsole(<BenefitsPage />, { at: "/benefits" });
  await expect.element(page.getByText("还没有权益")).toBeVisible();
});

test("CO63 a coupon found by its code is redeemed, and taken back after a question", async () => {
  const sent = serve();
  const router = showInConsole(<CouponsPage />, { at: "/coupons" });
  await page.getByRole("textbox", { name: "券码" }).fill("7K2M 9QRT 8842");
  await page.getByRole("button", { name: "查找" }).click();
  await expect.element(page.getByText("138****5678")).toBeVisible();
  expect(router.state.location.search).toBe("");
  for (const theme of themes) expect(await axeFindings(theme)).toEqual([]);
  await page.getByRole("button", { name: "核销" }).click();
  await page.getByRole("button", { name: "撤销核销" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "撤销核销" }).click();
  await expect.element(page.getByRole("button", { name: "核销", exact: true })).toBeVisible();
  expect(bodiesOf(sent, "coupons/undo")).toEqual([{ couponId: coupon.couponId, usedTime: used.usedTime }]);
});

test("CO63 extending names the end that was seen, and shows the new one", async () => {
  const sent = serve();
  showInConsole(<CouponsPage />, { at: "/coupons" });
  await page.getByRole("textbox", { name: "券码" }).fill("7K2M9QRT8842");
  await page.getByRole("button", { name: "查找" }).click();
  await page.getByRole("button", { name: "延期" }).click();
  await expect.element(page.getByRole("button", { name: "延长有效期" })).toBeDisabled();
  await page.getByRole("dialog").getByRole("textbox").first().fill("2027-01-31");
  await page.getByRole("button", { name: "延长有效期" }).click();
  await expect.element(page.getByText(/至 2027年1月31日/)).toBeVisible();
  const lastDay = "2027-01-31";
  expect(bodiesOf(sent, "coupons/extend")).toEqual([
    { couponId: coupon.couponId, basedOn: coupon.validTo, lastDay },
  ]);
});

test("CO13 who may only read finds a coupon without any act, and an unknown code says so", async () => {
  serve();
  showInConsole(<CouponsPage />, { at: "/coupons", rights: ["benefit.read"] });
  await page.getByRole("textbox", { name: "券码" }).fill("7K2M9QRT8842");
  await page.getByRole("button", { name: "查找" }).click();
  await expect.element(page.getByText("券码 **** **** 8842")).toBeVisible();
  for (const name of ["核销", "延期"])
    await expect.element(page.getByRole("button", { name })).not.toBeInTheDocument();
  serve({ "coupons/find": { coupon: null } });
  await page.getByRole("button", { name: "查找" }).click();
  await expect.element(page.getByText("没有找到这张券，请核对券码")).toBeVisible();
});

test("CO64 failing deliveries show cause and age, and the ticked ones are sent again", async () => {
  const sent = serve();
  showInConsole(<DeliveriesPage />, { at: "/deliveries" });
  await expect.element(page.getByText("对方未接受（HTTP 503）")).toBeVisible();
  await expect.element(page.getByText("3 小时")).toBeVisible();
  for (const theme of themes) expect(await axeFindings(theme)).toEqual([]);
  await page.getByRole("checkbox", { name: "选择本页全部" }).click();
  await page.getByRole("button", { name: "重发" }).click();
  await vi.waitFor(() =>
    expect(bodiesOf(sent, "deliveries/retry")).toEqual([
      { selection: { deliveries: [{ couponId: coupon.couponId, tries: 4 }] } },
    ]),
  );
});
