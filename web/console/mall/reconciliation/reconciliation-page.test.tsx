import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { DifferenceRow, ReconciliationDay } from "#contract/console/mall/reconciliation.ts";
import { fakeServer, type FakeRequest } from "../../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../../testing/show-in-console.tsx";
import { ReconciliationPage } from "./reconciliation-page.tsx";

afterEach(() => vi.restoreAllMocks());

const dayOf = (over: Partial<ReconciliationDay> = {}): ReconciliationDay => ({
  way: "wechat",
  day: "2026-11-25",
  state: "open",
  problem: "",
  ours: { count: 171, fen: 5_489_066 },
  bill: { count: 172, paidFen: 5_507_166, refundedFen: 0, feeFen: 33_044, fen: 5_507_166 },
  open: 1,
  differences: 1,
  ...over,
});
const difference: DifferenceRow = {
  differenceId: "1571000000000000001",
  way: "wechat",
  day: "2026-11-25",
  kind: "onlyTheirs",
  number: "M26112599014472_1",
  order: { orderId: "1571000000000000002", orderNo: "M26112599014472" },
  oursFen: null,
  theirsFen: 18_100,
  state: "open",
  resolvedBy: null,
  resolvedReason: null,
  createdTime: "2026-11-26T10:31:00+08:00",
};
const clean = dayOf({
  day: "2026-11-24",
  state: "clean",
  ours: { count: 172, fen: 5_507_166 },
  open: 0,
  differences: 0,
});
const serve = (): FakeRequest[] =>
  fakeServer(({ url, body }) => {
    const { day } = (body ?? {}) as { day?: string };
    const all: Readonly<Record<string, unknown>> = {
      "mall/reconciliation": { days: [dayOf(), clean], open: { count: 1, sumFen: 18_100 }, others: [] },
      "mall/reconciliation/differences": { differences: day === "2026-11-25" ? [difference] : [] },
      "mall/reconciliation/resolve": {},
      "mall/reconciliation/refetch": {},
    };
    return { code: "00", data: all[url.pathname.replace("/console-api/", "")] };
  });

test("CO77 the month shows each day, and the differences of one that differs; one is resolved with a reason", async () => {
  const requests = serve();
  const router = showInConsole(<ReconciliationPage />, { at: "/reconciliation?month=2026-11" });
  await expect.element(page.getByText("1 笔 · ¥181.00")).toBeVisible();
  await expect.element(page.getByText("+181.00")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "M26112599014472_1" })).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  await page.getByRole("button", { name: "记录处理" }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByRole("button", { name: "记录处理" })).toBeDisabled();
  await dialog.getByRole("textbox", { name: "处理说明" }).fill("关单后付款，已退");
  await dialog.getByRole("button", { name: "记录处理" }).click();
  await expect
    .poll(() => requests.filter(({ url }) => url.pathname.endsWith("/resolve")).map(({ body }) => body))
    .toEqual([{ differenceId: "1571000000000000001", reason: "关单后付款，已退" }]);
  await page.getByRole("button", { name: "2026-11-24" }).click();
  await expect.element(page.getByText("没有差异").first()).toBeVisible();
  expect(router.state.location.search).toContain("open=2026-11-24");
});
