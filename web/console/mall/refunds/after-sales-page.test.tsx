import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { RefundDetail, RefundListRow } from "#contract/console/mall/refunds.ts";
import { fakeServer, type FakeRequest } from "../../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../../testing/show-in-console.tsx";
import { AfterSalesPage } from "./after-sales-page.tsx";

afterEach(() => vi.restoreAllMocks());

const asOf = "2026-11-27T14:22:00+08:00";
const refund = (over: Partial<RefundListRow> = {}): RefundListRow => ({
  isReturned: false,
  isDeclined: false,
  refundId: "1571000000000000001",
  orderId: "1571000000000000002",
  orderNo: "M26111911840093",
  title: "随车充 3.3 kW",
  outRefundNo: "M26111911840093_1_r1",
  way: "wechat",
  cause: "operator",
  amountFen: 250_000,
  state: "waiting",
  tab: "waiting",
  problem: "",
  tries: 0,
  askedBy: "王运营",
  isOwn: false,
  approvedBy: null,
  receiptNo: null,
  createdTime: "2026-11-27T13:40:00+08:00",
  dueTime: null,
  ...over,
});
const detailOf = (row: RefundListRow): RefundDetail => ({
  refund: row,
  paidFen: 297_000,
  refundedFen: 0,
  review: null,
  caseNo: null,
  lines: [],
  freightFen: 0,
  leftFen: 297_000,
  paidTime: "2026-11-19T11:40:00+08:00",
});
const none = { count: 0, sumFen: 0 };
/** Answers calls by their path below /console-api/. */
const serve = (row: RefundListRow): FakeRequest[] =>
  fakeServer(({ url }) => {
    const all: Readonly<Record<string, unknown>> = {
      "mall/refunds": { rows: [row], next: null, count: 1, isCountExact: true, asOf },
      "mall/refunds/counts": {
        counts: { waiting: { count: 1, sumFen: 250_000 }, going: none, failed: none, success: none },
        secondPersonFen: 200_000,
      },
      "mall/refunds/show": detailOf(row),
      "mall/refunds/approve": {},
      "mall/after-sales": { rows: [], next: null, count: 0, isCountExact: true, asOf },
    };
    return { code: "00", data: all[url.pathname.replace("/console-api/", "")] };
  });
const approvals = (requests: readonly FakeRequest[]): number =>
  requests.filter(({ url }) => url.pathname.endsWith("mall/refunds/approve")).length;

test("CO76 a refund is approved by the second person, after a question", async () => {
  const requests = serve(refund());
  showInConsole(<AfterSalesPage />, { at: "/after-sales" });
  await page.getByRole("button", { name: "M26111911840093_1_r1" }).click();
  await expect.element(page.getByText("¥2,970.00").first()).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  await page.getByRole("button", { name: "复核通过，退款 ¥2,500.00" }).click();
  expect(approvals(requests)).toBe(0);
  await page.getByRole("dialog").getByRole("button", { name: "复核通过，退款 ¥2,500.00" }).click();
  await expect.poll(() => approvals(requests)).toBe(1);
});

test("CO76 the one who asked cannot approve; who may not refund has no button", async () => {
  serve(refund({ isOwn: true }));
  showInConsole(<AfterSalesPage />, { at: "/after-sales?open=1571000000000000001" });
  await expect.element(page.getByText("这是你提交的退款，需要另一位同事复核")).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^复核通过/ })).toBeDisabled();
  showInConsole(<AfterSalesPage />, { at: "/after-sales?open=1571000000000000001", rights: ["mall.read"] });
  await expect.element(page.getByText("这是你提交的退款，需要另一位同事复核")).toBeVisible();
  expect(page.getByRole("button", { name: /^复核通过/ }).elements()).toEqual([]);
});

test("CO29 an empty queue of cases says so", async () => {
  serve(refund());
  showInConsole(<AfterSalesPage />, { at: "/after-sales" });
  await page.getByRole("tab", { name: /^待审核售后/ }).click();
  await expect.element(page.getByText(/没有售后单|没有符合条件的记录/)).toBeVisible();
});
