import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { LeadDetail, LeadListRow } from "#contract/console/leads.ts";
import { fakeServer, type FakeRequest } from "../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../testing/show-in-console.tsx";
import { LeadsPage } from "./leads-page.tsx";
import { slaState } from "./sla-words.ts";

afterEach(() => vi.restoreAllMocks());

const lead = (over: Partial<LeadListRow> = {}): LeadListRow => ({
  leadId: "1572000000000000001",
  activityId: "1571000000000000100",
  activityTitle: "莫干山晨雾试驾",
  name: "沈亦舟",
  mobile: "138****2093",
  seriesName: "远山",
  dealerId: "551",
  dealerName: "青岚中心·徐汇滨江",
  source: "poster",
  assignee: null,
  state: "unassigned",
  updatedTime: "2026-11-26T09:00:00+08:00",
  dueTime: "2026-11-27T18:00:00+08:00",
  isOverdue: true,
  contactedTime: null,
  remindedTime: null,
  nextCallTime: null,
  ...over,
});
const rows = [
  lead(),
  lead({ leadId: "1572000000000000002", name: "叶青", assignee: { operatorId: "9", name: "韩顾问" } }),
];
const detail: LeadDetail = {
  lead: lead(),
  answers: [],
  cityName: "上海",
  result: null,
  contactedBy: null,
  testDriveTime: null,
  revealedBy: null,
  revealedTime: null,
  notes: [],
  others: [],
};
const asOf = "2026-11-27T20:00:00+08:00";
const answers: Readonly<Record<string, unknown>> = {
  leads: { rows, next: null, count: 2, isCountExact: true, asOf },
  "leads/counts": {
    counts: { unassigned: 23, waiting: 86, following: 64, reached: 131, declined: 18 },
    overdue: 14,
    due: 37,
    escalated: 5,
    longestHours: 26,
    asOf,
  },
  "leads/assignees": {
    assignees: [
      { operatorId: "8", name: "吴顾问", open: 11 },
      { operatorId: "9", name: "韩顾问", open: 9 },
    ],
  },
  "leads/assign/plan": {
    count: 2,
    able: 2,
    refused: [],
    shares: [{ operatorId: "8", added: 1 }],
    reassigned: 1,
  },
  "leads/show": detail,
  "guests/choices": {
    activities: [],
    sessions: [],
    dealers: [],
    series: [],
    sources: [],
    asks: null,
    questions: [],
  },
  views: { views: [] },
};
const serve = (): FakeRequest[] =>
  fakeServer(({ url }) => {
    const path = url.pathname.replace("/console-api/", "");
    if (path in answers) return { code: "00", data: answers[path] };
    return Response.json({ code: "500", message: "服务异常" }, { status: 500 });
  });

test("CO29 leads with their summary and the panel of one have no accessibility faults in either theme", async () => {
  serve();
  showInConsole(<LeadsPage />, { at: "/leads" });
  await expect.element(page.getByText(/^14 条已逾期，最长 26 小时，其中 5 条超过 24 小时/)).toBeVisible();
  await expect.element(page.getByRole("row", { name: /叶青.*韩顾问/ })).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  await page
    .getByRole("button", { name: /沈亦舟/ })
    .first()
    .click();
  await expect.element(page.getByRole("button", { name: "记录联系结果" })).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
});

test("CO61 CO62 the summary filters the list by what is due, and an assignment shows its effect before it starts", async () => {
  const sent = serve();
  const router = showInConsole(<LeadsPage />, { at: "/leads" });
  await page.getByRole("button", { name: /逾期与将到期/ }).click();
  expect(router.state.location.search).toContain("sla=due");
  await vi.waitFor(() =>
    expect(sent.some(({ body }) => JSON.stringify(body).includes('"sla":"due"'))).toBe(true),
  );
  await page.getByRole("checkbox", { name: "选择本页全部" }).click();
  await page.getByRole("button", { name: "分配", exact: true }).click();
  await page.getByRole("checkbox", { name: "分给 吴顾问" }).click();
  await expect.element(page.getByText("将分配 2 条")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "分配 2 条线索" })).toBeEnabled();
});

test("CO61 the time limit says how late a lead is, what is left, or that the call was made", () => {
  const at = (text: string): number => Date.parse(`${text}+08:00`);
  const words = (over: Partial<LeadListRow>, now: string) => slaState(lead(over), at(now)).words;
  expect(words({}, "2026-11-28T20:00:00")).toBe("已超时 26 小时");
  expect(words({ isOverdue: false }, "2026-11-27T16:10:00")).toBe("剩 1 小时");
  expect(words({ isOverdue: false }, "2026-11-27T17:40:00")).toBe("剩 20 分");
  expect(words({ isOverdue: false }, "2026-11-26T10:00:00")).toContain("18:00 前");
  const called = { state: "reached", contactedTime: "2026-11-26T10:24:00+08:00" } as const;
  expect(words(called, "2026-11-28T20:00:00")).toBe("已完成 · 1.4 小时");
});

test("the board moves a lead by the keyboard, and a column that cannot be read is not shown as empty", async () => {
  const following = lead({ state: "following", isOverdue: false });
  const sent = fakeServer(({ url, body }) => {
    const path = url.pathname.replace("/console-api/", "");
    if (path === "leads/mark") return { code: "00", data: { detail } };
    const text = JSON.stringify(body);
    if (path !== "leads" || !text.includes("states")) return { code: "00", data: answers[path] };
    if (text.includes("declined"))
      return Response.json({ code: "500", message: "服务异常" }, { status: 500 });
    const shown = text.includes("following") ? [following] : [];
    return { code: "00", data: { rows: shown, next: null, count: shown.length, isCountExact: true, asOf } };
  });
  showInConsole(<LeadsPage />, { at: "/leads" });
  await page.getByRole("button", { name: "看板" }).click();
  const column = page.getByRole("region", { name: "跟进中 1 条" });
  await expect.element(column.getByRole("button", { name: /沈亦舟/ })).toBeVisible();
  await expect
    .element(page.getByRole("region", { name: /^无意向/ }).getByText("没有线索"))
    .not.toBeInTheDocument();
  await expect.element(page.getByRole("region", { name: /^待联系/ }).getByText("没有线索")).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  (column.getByRole("button", { name: /沈亦舟/ }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Alt>}{ArrowRight}{/Alt}");
  await expect.element(page.getByText("沈亦舟 已移到「已联系」")).toBeInTheDocument();
  const marked = sent.filter(({ url }) => url.pathname.endsWith("leads/mark"));
  expect(marked).toHaveLength(1);
  expect(JSON.stringify(marked[0]?.body)).toContain('"result":"reached"');
});
