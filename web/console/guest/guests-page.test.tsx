import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { GuestDetail, GuestListRow } from "#contract/console/guests.ts";
import { fakeServer, type FakeRequest } from "../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../testing/show-in-console.tsx";
import { GuestsPage } from "./guests-page.tsx";

afterEach(() => vi.restoreAllMocks());

const guest = (over: Partial<GuestListRow> = {}): GuestListRow => ({
  signUpId: "1571000000000000001",
  activityId: "1571000000000000100",
  activityTitle: "莫干山晨雾试驾",
  name: "林晓岚",
  mobile: "138****5678",
  sessionId: "1",
  startTime: "2026-11-28T08:30:00+08:00",
  dealerName: "青岚中心·徐汇滨江（试营业）",
  seriesName: "远山",
  source: "app",
  createdTime: "2026-11-20T09:12:00+08:00",
  state: "upcoming",
  checkedInTime: null,
  position: null,
  ...over,
});
const rows: readonly GuestListRow[] = [
  guest(),
  guest({ signUpId: "1571000000000000002", name: "欧阳嘉宁", state: "waiting", position: 1 }),
  guest({ signUpId: "1571000000000000003", name: null, mobile: null, state: "cancelled" }),
];
const detail: GuestDetail = {
  guest: guest(),
  answers: [{ label: "同行人数", answer: "2" }],
  seats: { taken: 17, quota: 18 },
  sessions: [
    {
      sessionId: "1",
      startTime: "2026-11-28T08:30:00+08:00",
      dealerName: null,
      quota: 18,
      taken: 17,
      hasBegun: false,
    },
    {
      sessionId: "2",
      startTime: "2026-11-28T10:30:00+08:00",
      dealerName: null,
      quota: 18,
      taken: 3,
      hasBegun: false,
    },
  ],
  canChange: true,
  cancelReason: null,
  steps: [{ kind: "signedUp", time: "2026-11-20T09:12:00+08:00" }],
  notes: [{ noteId: "1", text: "孩子晕车", by: "周运营", time: "2026-11-22T14:08:00+08:00" }],
};
const visits = { count: 3, firstTime: "2026-11-19T21:40:00+08:00" };
const choices = {
  activities: [{ activityId: "1571000000000000100", title: "莫干山晨雾试驾" }],
  sessions: [],
  dealers: [],
  series: [],
  sources: ["app"],
  asks: null,
  questions: [],
};
const asOf = "2026-11-27T14:22:00+08:00";
const listOf = (shown: readonly GuestListRow[]) => ({
  rows: shown,
  next: null,
  count: shown.length,
  isCountExact: true,
  asOf,
});
type Answers = Readonly<Record<string, unknown>>;
/** Answers calls by their path below /console-api/. */
const serve = (answers: Answers): FakeRequest[] =>
  fakeServer(({ url }) => {
    const path = url.pathname.replace("/console-api/", "");
    const all: Answers = {
      "guests/choices": choices,
      views: { views: [] },
      "guests/show": detail,
      "guests/visits": visits,
      ...answers,
    };
    if (path in all) return { code: "00", data: all[path] };
    return Response.json({ code: "500", message: "服务异常" }, { status: 500 });
  });

test("CO29 the list of guests and the panel of one have no accessibility faults in either theme", async () => {
  serve({ guests: listOf(rows) });
  const router = showInConsole(<GuestsPage />, { at: "/guests" });
  await expect.element(page.getByRole("button", { name: "林晓岚", exact: true })).toBeVisible();
  await expect.element(page.getByText("候补 1")).toBeVisible();
  await expect.element(page.getByText("已清除")).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  await page.getByRole("button", { name: "林晓岚", exact: true }).click();
  await expect.element(page.getByText("访问活动页 3 次")).toBeVisible();
  await expect.element(page.getByText("孩子晕车")).toBeVisible();
  expect(router.state.location.search).toContain("open=1571000000000000001");
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
});

test("CO29 an empty list, one without results and a failed one say so and offer the next step", async () => {
  serve({ guests: listOf([]) });
  showInConsole(<GuestsPage />, { at: "/guests" });
  await expect.element(page.getByText("还没有报名")).toBeVisible();
  showInConsole(<GuestsPage />, { at: "/guests?state=absent" });
  await expect.element(page.getByText("没有符合条件的记录")).toBeVisible();
  await page.getByRole("button", { name: "清除筛选" }).last().click();
  await expect.element(page.getByText("还没有报名")).toBeVisible();
  vi.restoreAllMocks();
  serve({});
  showInConsole(<GuestsPage />, { at: "/guests?source=app" });
  await expect.element(page.getByRole("button", { name: "重试" })).toBeVisible();
});

test("CO34 a typed mobile and a typed name stand in no address; a mobile is found as a whole, a name is searched for", async () => {
  const sent = serve({
    guests: listOf(rows),
    "guests/search": { rows: [guest()], scanned: 46, next: null, asOf },
  });
  const router = showInConsole(<GuestsPage />, { at: "/guests" });
  const box = page.getByRole("searchbox");
  await userEvent.fill(box, "138 0013 8000");
  await vi.waitFor(() =>
    expect(sent.map(({ body }) => JSON.stringify(body)).join()).toContain('"mobile":"13800138000"'),
  );
  await userEvent.fill(box, "晓岚");
  await expect.element(page.getByText("已查找 46 条，找到 1 条")).toBeVisible();
  expect(decodeURIComponent(router.state.location.search)).not.toMatch(/138|晓岚/);
});

test("CO37 a bulk act shows its effect before it starts, and its result afterwards", async () => {
  const job = {
    jobId: "7",
    kind: "guest.checkIn",
    count: 2,
    done: 1,
    refused: 1,
    undone: 0,
    createdTime: asOf,
  };
  const sent = serve({
    guests: listOf(rows),
    "guests/bulk/plan": { count: 2, able: 1, refused: [{ fault: "已经到场", count: 1 }] },
    "guests/bulk/check-in": { jobId: "7", count: 2 },
    "jobs/show": {
      job: { ...job, state: "done", finishedTime: asOf, undoUntil: "2026-11-28T14:22:00+08:00" },
      faults: [{ row: 2, id: "1571000000000000002", fault: "已经到场" }],
    },
  });
  showInConsole(<GuestsPage />, { at: "/guests" });
  await page.getByRole("checkbox", { name: "选择本页全部" }).click();
  await page.getByRole("button", { name: "到场核销" }).click();
  await expect.element(page.getByText("1 条：已经到场")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "到场核销" }).click();
  await expect.element(page.getByText("1 条已完成，1 条未处理")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "撤销" })).toBeVisible();
  const started = sent.find(({ url }) => url.pathname.endsWith("bulk/check-in"));
  expect(started?.body).toEqual({ selection: { ids: rows.map(({ signUpId }) => signUpId) } });
});

test("acts are offered by right: without signup.write and signup.checkIn rows cannot be ticked", async () => {
  serve({ guests: listOf(rows) });
  showInConsole(<GuestsPage />, {
    at: "/guests?open=1571000000000000001",
    rights: ["signup.read", "person.name"],
  });
  await expect.element(page.getByText("报名号 1571000000000000001")).toBeVisible();
  expect(page.getByRole("checkbox").elements()).toEqual([]);
  for (const name of ["代报名", "到场核销", "改场次", "代取消", "查看"])
    expect(page.getByRole("button", { name, exact: true }).elements()).toEqual([]);
});
