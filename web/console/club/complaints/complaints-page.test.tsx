import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { ComplaintDetail, ListedComplaint } from "#contract/console/club/complaints.ts";
import { fakeServer, type FakeRequest } from "../../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../../testing/show-in-console.tsx";
import { ToastPlace } from "../../kit/feedback/toasts.tsx";
import { ComplaintsPage } from "./complaints-page.tsx";

afterEach(() => vi.restoreAllMocks());

const HOUR = 3_600_000;
const ago = (hours: number): string => new Date(Date.now() - hours * HOUR).toISOString();
const complaint = (over: Partial<ListedComplaint> = {}, hours = 26): ListedComplaint => ({
  complaintId: "article/1580000000000000011",
  kind: "article",
  newestId: "1580000000000000091",
  count: 3,
  reason: "spam",
  isReview: false,
  excerpt: "低价出购车名额",
  pictures: 2,
  person: { memberId: "1580000000000000001", name: "周**", isOwner: true, isBarred: false },
  group: { groupId: "1580000000000000021", name: "远山车友会" },
  status: "shown",
  since: ago(hours),
  dueTime: ago(hours - 24),
  isOverdue: hours >= 24,
  decided: null,
  ...over,
});
const rows = [
  complaint(),
  complaint(
    { complaintId: "comment/1580000000000000012", kind: "comment", excerpt: "说话太难听", pictures: 0 },
    21,
  ),
  complaint(
    { complaintId: "member/1580000000000000002", kind: "member", excerpt: "", pictures: 0, reason: "abuse" },
    3,
  ),
];
const detailOf = (row: ListedComplaint): ComplaintDetail => ({
  complaint: row,
  content: {
    title: row.kind === "article" ? row.excerpt : "",
    text: "加我微信，保证提车",
    images: [],
    createdTime: ago(40),
    editedTime: null,
    likes: 4,
    comments: 2,
    articleId: "1580000000000000011",
    rules: null,
  },
  reports: [{ name: "林**", reason: "spam", detail: "到处发", time: ago(20) }],
  record: {
    person: { memberId: "1580000000000000001", name: "周**", isOwner: true, isBarred: false },
    joinedTime: "2026-03-01T10:00:00+08:00",
    articles: 12,
    comments: 30,
    hidden: 1,
    upheld: 2,
    complaints: 5,
    rejected: 1,
    bars: 1,
    bar: null,
    groups: [{ groupId: "1580000000000000021", name: "远山车友会", role: "manager" }],
  },
  decisions: [
    {
      decisionId: "1580000000000000071",
      decision: "hide",
      reason: "spam",
      days: null,
      by: "审核员小吴",
      time: ago(48),
      ended: { how: "changed", by: "审核员小林", time: ago(47) },
    },
  ],
});
const figures = {
  open: 18,
  overdue: 1,
  oldestMinutes: 1_560,
  reviews: 2,
  hidden: 7,
  barred: 3,
  total: {
    decided: 0,
    rejected: 0,
    hidden: 0,
    removed: 0,
    barred: 0,
    medianMinutes: null,
    late: 0,
    reversed: 0,
  },
  moderators: [],
};
const listOf = (found: readonly unknown[]) => ({
  rows: found,
  next: null,
  count: found.length,
  isCountExact: true,
  asOf: new Date().toISOString(),
});
/** Answers of the server by path; a function reads the arguments. */
type Answers = Readonly<Record<string, unknown>>;
function serve(over: Answers = {}): FakeRequest[] {
  const answers: Answers = {
    complaints: listOf(rows),
    "club/groups": listOf([]),
    "club/figures": figures,
    "complaints/decide": {
      decided: [{ complaintId: rows[0]?.complaintId, decisionId: "15" }],
      undecided: [],
    },
    "complaints/undo": { undone: 1, left: 0 },
    views: { views: [] },
    ...over,
  };
  return fakeServer(({ url, body }) => {
    const path = url.pathname.replace("/console-api/", "");
    if (path === "complaints/show") {
      const { complaintId } = body as { complaintId: string };
      const row = rows.find((one) => one.complaintId === complaintId);
      return row ? { code: "00", data: detailOf(row) } : { code: "404", message: "内容不存在" };
    }
    if (path in answers) return { code: "00", data: answers[path] };
    return Response.json({ code: "500", message: "服务异常" }, { status: 500 });
  });
}
const OPEN = `/complaints?open=${encodeURIComponent("article/1580000000000000011")}`;
const withToasts = (
  <>
    <ComplaintsPage />
    <ToastPlace />
  </>
);
const sentTo = (sent: readonly FakeRequest[], path: string) =>
  sent.filter(({ url }) => url.pathname.endsWith(path)).map(({ body }) => body);

test("CO29 the list and one complaint with its content have no accessibility faults in either theme", async () => {
  serve();
  showInConsole(<ComplaintsPage />, { at: "/complaints" });
  await expect.element(page.getByText("已超时 2 小时").first()).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  await page.getByRole("button", { name: /低价出购车名额/ }).click();
  await expect.element(page.getByText("加我微信，保证提车")).toBeVisible();
  await expect.element(page.getByText("已由 审核员小林 改判", { exact: false })).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
});

test("CO73 one press decides with the reason of the complaints, the next complaint opens, and 撤销 takes it back", async () => {
  const sent = serve();
  showInConsole(withToasts, { at: OPEN });
  await expect.element(page.getByText("加我微信，保证提车")).toBeVisible();
  await page.getByRole("button", { name: /^隐藏/ }).click();
  await vi.waitFor(() =>
    expect(sentTo(sent, "complaints/decide")).toEqual([
      {
        selection: {
          items: [{ complaintId: "article/1580000000000000011", newestId: "1580000000000000091" }],
        },
        decision: "hide",
        reason: "spam",
        isAgain: false,
      },
    ]),
  );
  await vi.waitFor(() =>
    expect(sentTo(sent, "complaints/show").at(-1)).toMatchObject({
      complaintId: "comment/1580000000000000012",
    }),
  );
  await page.getByRole("button", { name: "撤销" }).click();
  await vi.waitFor(() => expect(sentTo(sent, "complaints/undo")).toEqual([{ decisionIds: ["15"] }]));
});

test("CO73 who comes second reads who was first", async () => {
  fakeServer(({ url }) => {
    const path = url.pathname.replace("/console-api/", "");
    if (path === "complaints") return { code: "00", data: listOf(rows) };
    if (path === "complaints/show") return { code: "00", data: detailOf(complaint()) };
    if (path === "club/figures") return { code: "00", data: figures };
    if (path === "complaints/decide")
      return { code: "STATE_CHANGED", message: "审核员小吴 已处理为「隐藏」，请刷新列表" };
    return { code: "00", data: path === "views" ? { views: [] } : listOf([]) };
  });
  showInConsole(withToasts, { at: OPEN });
  await page.getByRole("button", { name: /^保留/ }).click();
  await expect.element(page.getByText("审核员小吴 已处理为「隐藏」，请刷新列表").first()).toBeVisible();
});

test("a bulk act asks for a reason, and names what was left", async () => {
  const sent = serve({
    "complaints/decide": {
      decided: [{ complaintId: rows[0]?.complaintId, decisionId: "15" }],
      undecided: [{ complaintId: "comment/1580000000000000012", cause: "decided" }],
    },
  });
  showInConsole(<ComplaintsPage />, { at: "/complaints" });
  await page.getByRole("checkbox", { name: "选择本页全部" }).click();
  await page.getByRole("button", { name: "隐藏", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByRole("button", { name: "确认隐藏" })).toBeDisabled();
  await dialog.getByRole("combobox").click();
  await page.getByRole("option", { name: "辱骂攻击" }).click();
  await dialog.getByRole("button", { name: "确认隐藏" }).click();
  await expect.element(page.getByText("同事已处理：说话太难听")).toBeVisible();
  expect(sentTo(sent, "complaints/decide")).toMatchObject([{ decision: "hide", reason: "abuse" }]);
});

test("CO13 who may not decide sees complaints without acts; who may not list finds one member by a mobile", async () => {
  serve();
  showInConsole(<ComplaintsPage />, {
    at: OPEN,
    rights: ["club.read"],
  });
  await expect.element(page.getByText("加我微信，保证提车")).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^保留/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole("checkbox", { name: "选择本页全部" })).not.toBeInTheDocument();
});

test("CO29 an empty list says what will come, a failed one offers another try", async () => {
  serve({ complaints: listOf([]), "club/figures": { ...figures, open: 0, overdue: 0 } });
  showInConsole(<ComplaintsPage />, { at: "/complaints" });
  await expect.element(page.getByText("没有待处理的投诉")).toBeVisible();
});
