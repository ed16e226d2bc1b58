import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Todo } from "#contract/console/figure-live.ts";
import type { Figure, Figures, FigureTrend } from "#contract/console/figures.ts";
import type { FigureName } from "#contract/console/figure-terms.ts";
import "../../../ui/styles/tokens-dark.css";
import { fakeServer, type FakeRequest } from "../../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../../testing/show-in-console.tsx";
import { DashboardPage } from "./dashboard-page.tsx";
import { laterDay } from "../figure-query.ts";

const asOf = "2026-11-27T14:22:00+08:00";
const figure = (
  name: FigureName,
  value: number | null,
  previous: number | null,
  over: Partial<Figure> = {},
): Figure => ({
  figure: name,
  value,
  rows: value ?? 0,
  counted: value ?? 0,
  previous,
  isChecking: false,
  ...over,
});
const figures: Figures = {
  figures: [
    figure("visitors", 48_216, 42_897),
    figure("signUps", 1544, 1428),
    figure("arrivals", 811, 790),
    figure("arrivalRate", 0.713, 0.687, { rows: 1137, counted: 811 }),
    figure("firstContact", 3.2, 3.8),
    figure("captchaRate", null, 0.9),
    figure("paidFen", 3_820_600, 1_000_000),
  ],
  compared: { from: "2026-10-31", to: "2026-11-13" },
  asOf,
};
const days = Array.from({ length: 14 }, (_none, index) => laterDay("2026-11-14", index));
const series = (name: FigureName, factor: number): FigureTrend["series"][number] => ({
  figure: name,
  points: days.map((day, index) => ({ day, value: factor * (index + 3), isChecking: false })),
  previous: days.map((day, index) => ({ day, value: factor * (index + 1), isChecking: false })),
});
const trend: FigureTrend = {
  series: [series("signUps", 12), series("arrivals", 5), series("visitors", 300)],
  compared: figures.compared,
  isLastDayOpen: true,
  asOf,
};
const todo = (kind: Todo["kind"], count: number, over: Partial<Todo> = {}): Todo => ({
  kind,
  count,
  since: null,
  other: null,
  name: null,
  ...over,
});
const values = (signUps: number, arrivals: number) => ({
  signUps: { value: signUps, rows: signUps, counted: signUps },
  arrivals: { value: arrivals, rows: arrivals, counted: arrivals },
  arrivalRate: { value: 0.782, rows: 10, counted: 8 },
});
const people = {
  page_view: 48_216,
  detail: 18_902,
  sign_up_tapped: 2310,
  captcha_solved: 2054,
  submitted: 1544,
  checked_in: 811,
};
const answers: Readonly<Record<string, unknown>> = {
  figures,
  "figures/trend": trend,
  "figures/todo": {
    todos: [
      todo("overdueLeads", 14, { since: "2026-11-26T12:00:00+08:00", other: 4 }),
      todo("lowStock", 5, { other: 3, name: "保温杯 墨绿" }),
      todo("complaints", 0),
    ],
    asOf,
  },
  "figures/live": {
    values: { visitors: 4312, signUps: 86, paidFen: 3_820_600 },
    sessionsRunning: 3,
    asOf,
  },
  funnel: {
    rows: [{ group: "", name: null, people, previous: { ...people, submitted: 1800 } }],
    compared: figures.compared,
    isChecking: false,
    asOf,
  },
  views: { views: [] },
};
const groups = {
  dealer: {
    rows: [{ group: "551", name: "徐汇滨江（试营业）", values: values(200, 186) }],
    rest: { groups: 9, values: values(0, 134) },
    total: values(0, 320),
    asOf,
  },
  businessType: {
    rows: [{ group: "1", name: null, values: values(516, 298) }],
    rest: { groups: 0, values: {} },
    total: values(516, 298),
    asOf,
  },
};
const answer = ({ url, body }: FakeRequest) => {
  const call = url.pathname.replace("/console-api/", "");
  const data = call === "figures/groups" ? groups[(body as { by: keyof typeof groups }).by] : answers[call];
  return { code: "00", data };
};
/** Streams that the page opened; the test's server has none, so that the page polls. */
class ClosedStream {
  static readonly CLOSED = 2;
  readonly readyState = 2;
  addEventListener(name: string, listener: () => void): void {
    if (name === "error") queueMicrotask(listener);
  }
  close(): void {}
}

beforeEach(() => void vi.stubGlobal("EventSource", ClosedStream));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("CO29 the board shows figures with change and 口径, what waits, funnel and ranking, without findings of axe", async () => {
  fakeServer(answer);
  showInConsole(<DashboardPage />, { at: "/dashboard" });
  const card = page.getByRole("region", { name: "报名", exact: true });
  await expect.element(card.getByText(/^1,544/)).toBeVisible();
  await expect.element(card.getByText(/8\.1%/)).toBeVisible();
  await expect.element(page.getByText("到场 811 ÷ 场次已开始 1,137")).toBeVisible();
  // Nothing to count it of (requirement CO82).
  await expect.element(page.getByRole("region", { name: "滑块通过率" }).getByText("—").first()).toBeVisible();
  await expect.element(page.getByText(/最长超时 26 小时 · 4 家门店/)).toBeVisible();
  await expect.element(page.getByText(/保温杯 墨绿 仅剩 3 件/)).toBeVisible();
  await expect.element(page.getByText("车友圈投诉")).not.toBeInTheDocument();
  await expect.element(page.getByText(/「通过滑块 → 报名成功」较上周期低 12 点/)).toBeVisible();
  await expect.element(page.getByText(/其余 9 家门店共 134/)).toBeVisible();
  await expect.element(page.getByText(/当前 3 场进行中/)).toBeVisible();
  await expect.element(page.getByText(/数据截至 14:22/)).toBeVisible();
  await expect.poll(() => document.querySelectorAll("[data-kind] svg").length).toBe(2);
  expect(await axeFindings("light")).toEqual([]);
  expect(await axeFindings("dark")).toEqual([]);
  await page.getByRole("button", { name: "查看口径：访问人数" }).click();
  await expect
    .element(page.getByText("打开过页面的人，按人去重，各日之和不等于合计", { exact: true }))
    .toBeVisible();
});

test("CO30 CO78 filters stand in the address and in the calls, and 查看明细 takes them and the moment along", async () => {
  const requests = fakeServer(answer);
  const router = showInConsole(<DashboardPage />, { at: "/dashboard?type=2&compare=none" });
  await expect.element(page.getByText(/^1,544/).first()).toBeVisible();
  const asked = requests.filter(({ url }) => url.pathname === "/console-api/figures").map(({ body }) => body);
  expect(asked).toContainEqual(expect.objectContaining({ filter: { businessType: 2 }, compare: null }));
  await page.getByRole("button", { name: "时间：近 14 天" }).click();
  await page.getByRole("button", { name: "近 30 天" }).click();
  await expect.poll(() => router.state.location.search).toBe("?period=30d&compare=none&type=2");
  await page.getByRole("link", { name: "查看明细：报名" }).click();
  await expect
    .poll(() => router.state.location.pathname + router.state.location.search)
    .toBe(`/dashboard/rows?figure=signUps&at=${encodeURIComponent(asOf)}&period=30d&type=2`);
});

test("CO29 who may not see figures reads so", async () => {
  fakeServer(answer);
  showInConsole(<DashboardPage />, { at: "/dashboard", rights: ["activity.read"] });
  await expect.element(page.getByText("您没有权限进行该操作")).toBeVisible();
});

test("a period of one's own is put in by two days", async () => {
  fakeServer(answer);
  const router = showInConsole(<DashboardPage />, { at: "/dashboard" });
  await page.getByRole("button", { name: "时间：近 14 天" }).click();
  await page.getByRole("textbox", { name: /开始日期/ }).fill("2026-11-03");
  await page.getByRole("textbox", { name: /结束日期/ }).fill("2026-11-09");
  await userEvent.tab();
  await expect.poll(() => router.state.location.search).toBe("?period=2026-11-03..2026-11-09");
});

test("CO29 the board of who sees the club's figures alone has them alone", async () => {
  const club: Figures = {
    ...figures,
    figures: [figure("clubArticles", 34, 19), figure("clubComplaints", 2, 3), figure("clubDecisions", 2, 1)],
  };
  const requests = fakeServer((request) =>
    request.url.pathname === "/console-api/figures" ? { code: "00", data: club } : answer(request),
  );
  showInConsole(<DashboardPage />, { at: "/dashboard", rights: ["figure.read"] });
  await expect.element(page.getByRole("region", { name: "新动态" }).getByText(/^34/)).toBeVisible();
  await expect.element(page.getByText("转化漏斗")).not.toBeInTheDocument();
  expect(requests.some(({ url }) => url.pathname.endsWith("/funnel"))).toBe(false);
});
