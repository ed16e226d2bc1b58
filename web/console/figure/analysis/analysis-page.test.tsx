import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { FigureGroupRow } from "#contract/console/figures.ts";
import "../../../ui/styles/tokens-dark.css";
import { fakeServer, type FakeRequest } from "../../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../../testing/show-in-console.tsx";
import { AnalysisPage } from "./analysis-page.tsx";
import { FigureRowsPage } from "../figure-rows-page.tsx";

afterEach(() => vi.restoreAllMocks());

const asOf = "2026-11-27T14:22:00+08:00";
const counted = (value: number | null) => ({ value, rows: value ?? 0, counted: value ?? 0 });
const channel = (group: string, visitors: number, signUps: number): FigureGroupRow => ({
  group,
  name: null,
  values: {
    visitors: counted(visitors),
    signUps: counted(signUps),
    arrivals: counted(1),
    leads: counted(null),
    shared: counted(0),
  },
});
const people = {
  page_view: 3171,
  detail: 900,
  sign_up_tapped: 120,
  captcha_solved: 0,
  submitted: 13,
  checked_in: 0,
};
const answers: Readonly<Record<string, unknown>> = {
  figures: {
    figures: [
      { figure: "leads", value: 29, rows: 29, counted: 29, previous: 0, isChecking: false },
      {
        figure: "visitors",
        value: 48_216,
        rows: 48_216,
        counted: 48_216,
        previous: 43_104,
        isChecking: true,
      },
    ],
    compared: { from: "2026-10-31", to: "2026-11-13" },
    asOf,
  },
  "figures/groups": {
    rows: [channel("wechat", 9204, 288), channel("poster", 3118, 231), channel("", 3171, 13)],
    rest: { groups: 2, values: { signUps: counted(7) } },
    total: { visitors: counted(15_493), signUps: counted(539) },
    asOf,
  },
  funnel: {
    rows: [{ group: "pc", name: null, people, previous: { ...people, submitted: 26 } }],
    compared: null,
    isChecking: false,
    asOf,
  },
  "figures/choices": { activities: [], dealers: [], channels: ["wechat"], hosts: ["pc"], cities: [] },
  "figures/rows": {
    rows: [
      {
        rowId: "1",
        kind: "guest",
        openId: "1571000000000000777",
        time: asOf,
        activityId: "1571000000000000100",
        activityTitle: "莫干山晨雾试驾",
        dealerId: null,
        dealerName: null,
        channel: "",
        host: "pc",
        cityCode: "310100",
        subject: null,
        isCounted: false,
        amount: null,
      },
    ],
    next: null,
    count: 1,
    isCountExact: true,
    asOf,
  },
  views: { views: [] },
};
const serve = (): FakeRequest[] =>
  fakeServer(({ url }) => ({ code: "00", data: answers[url.pathname.replace("/console-api/", "")] }));
const names = (table: string): string[] =>
  [...document.querySelectorAll(`table[aria-label="${table}"] tbody th`)].map(
    (cell) => cell.textContent ?? "",
  );

test("CO29 CO81 all figures stand with change, 口径 and mark, the names in their order", async () => {
  serve();
  showInConsole(<AnalysisPage />, { at: "/analysis" });
  const table = page.getByRole("table", { name: "活动" });
  await expect.element(table.getByRole("row", { name: /^访问人数.*48,216.*43,104.*11\.9%/ })).toBeVisible();
  await expect.element(table.getByText("口径核对中")).toBeVisible();
  // The number of before is 0, of which there is no share.
  await expect.element(table.getByRole("row", { name: /^线索.*29.*0.*—/ })).toBeVisible();
  expect(await axeFindings("light")).toEqual([]);
  expect(await axeFindings("dark")).toEqual([]);
});

test("CO30 CO80 channels are sorted by any column, 未知 is a row, and a press on one narrows the page to it", async () => {
  const requests = serve();
  const router = showInConsole(<AnalysisPage />, { at: "/analysis?tab=channel" });
  await expect.poll(() => names("渠道")).toEqual(["wechat", "poster", "未知"]);
  await expect.element(page.getByRole("row", { name: /^合计.*539.*3\.5%/ })).toBeVisible();
  await expect.element(page.getByRole("row", { name: /^其余 2 项/ })).toBeVisible();
  await page.getByRole("button", { name: "按访问 → 报名排序" }).click();
  await expect.poll(() => names("渠道")).toEqual(["poster", "wechat", "未知"]);
  expect(router.state.location.search).toContain("sort=-conversion");
  expect(await axeFindings("light")).toEqual([]);
  expect(await axeFindings("dark")).toEqual([]);
  await page.getByRole("button", { name: "未知" }).click();
  await expect.poll(() => router.state.location.search).toContain("channel=-");
  await expect
    .poll(() => requests.filter(({ url }) => url.pathname.endsWith("/groups")).at(-1)?.body)
    .toMatchObject({ by: "channel", filter: { channel: "" } });
});

test("CO82 a step that nobody reached has no rate after it, in the funnel and by terminal", async () => {
  serve();
  const router = showInConsole(<AnalysisPage />, { at: "/analysis?tab=funnel" });
  const funnel = page.getByRole("table", { name: "转化漏斗" });
  await expect.element(funnel.getByRole("row", { name: /^报名成功 13 — 26 —/ })).toBeVisible();
  await page.getByRole("group", { name: "分组" }).getByRole("button", { name: "终端" }).click();
  await expect.poll(() => router.state.location.search).toContain("by=host");
  await expect.poll(() => names("按终端")).toEqual(["电脑浏览器"]);
  expect(await axeFindings("light")).toEqual([]);
});

test("CO78 the rows of a figure are read as of the moment of its number, and lead to their things", async () => {
  const requests = serve();
  const at = encodeURIComponent(asOf);
  const router = showInConsole(<FigureRowsPage />, {
    at: `/dashboard/rows?figure=arrivalRate&at=${at}&period=7d&type=3`,
  });
  await expect.element(page.getByText("仅在分母")).toBeVisible();
  expect(requests.find(({ url }) => url.pathname.endsWith("/rows"))?.body).toMatchObject({
    filter: { figure: "arrivalRate", businessType: 3 },
    asOf,
  });
  await expect
    .element(page.getByRole("link", { name: "报名" }))
    .toHaveAttribute("href", "/guests?open=1571000000000000777");
  expect(await axeFindings("light")).toEqual([]);
  expect(await axeFindings("dark")).toEqual([]);
  await page.getByRole("button", { name: "显示最新" }).click();
  await expect.poll(() => router.state.location.search).toBe("?figure=arrivalRate&period=7d&type=3");
});
