import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { ConsoleActivity } from "#contract/console/activity/activities.ts";
import { fakeServer, type FakeRequest } from "../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../testing/show-in-console.tsx";
import { ActivityListPage } from "./activity-list-page.tsx";

afterEach(() => vi.restoreAllMocks());

const asOf = "2026-11-27T14:22:00+08:00";
const activity = (over: Partial<ConsoleActivity> = {}): ConsoleActivity => ({
  activityId: "1571000000000000100",
  title: "莫干山晨雾试驾",
  coverUrl: "",
  state: "published",
  activityType: "localoffline",
  pageType: "signup",
  businessType: 1,
  sponsorLevel1: "107001",
  sponsorLevel2: null,
  startTime: "2026-12-05T08:30:00+08:00",
  endTime: "2026-12-05T12:00:00+08:00",
  signUpStartTime: "2026-11-20T08:30:00+08:00",
  signUpEndTime: "2026-12-04T20:00:00+08:00",
  cityCode: "330500",
  quota: 46,
  taken: 12,
  waiting: 3,
  plan: null,
  ...over,
});
const rows = [
  activity(),
  activity({ activityId: "1571000000000000101", title: "青岛夜跑", state: "draft" }),
] as const;
const job = {
  jobId: "7",
  kind: "activity.withdraw",
  state: "done",
  count: 2,
  done: 1,
  refused: 1,
  undone: 0,
  createdTime: asOf,
  finishedTime: asOf,
  undoUntil: "2026-11-28T14:22:00+08:00",
};
const serve = (): FakeRequest[] =>
  fakeServer(({ url, body }) => {
    const started = { jobId: "7", count: 2 };
    const isTag = JSON.stringify(body).includes('"tag"');
    const answers: Readonly<Record<string, unknown>> = {
      activities: { rows, next: null, count: 120, isCountExact: true, asOf },
      "activities/counts": { counts: [] },
      views: { views: [] },
      "activities/bulk/plan": {
        count: 2,
        able: 1,
        refused: [{ fault: isTag ? "已有该标签" : "没有上线", count: 1 }],
        taken: 12,
        waiting: 3,
      },
      "activities/bulk/withdraw": started,
      "activities/bulk/tag": started,
      "activities/bulk/clone": started,
      "jobs/show": {
        job,
        faults: [{ row: 2, id: "1571000000000000101", fault: "没有上线" }],
      },
    };
    const path = url.pathname.replace("/console-api/", "");
    if (path in answers) return { code: "00", data: answers[path] };
    return Response.json({ code: "500", message: "服务异常" }, { status: 500 });
  });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const inDialog = (name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true });
const bodyOf = (sent: readonly FakeRequest[], path: string) =>
  sent.find(({ url }) => url.pathname.endsWith(path))?.body;

test("CO37 ticked activities are withdrawn after a dry run that counts people and faults; the result can be undone", async () => {
  const sent = serve();
  showInConsole(<ActivityListPage />, { at: "/activities" });
  await page.getByRole("checkbox", { name: "选择本页全部" }).click();
  await button("下线").click();
  await expect.element(page.getByText("下线 2 个活动")).toBeVisible();
  await expect.element(page.getByText(/将处理 1 个活动，1 个不能/)).toBeVisible();
  await expect.element(page.getByText("涉及已报名 12 席、候补 3 人")).toBeVisible();
  await expect.element(page.getByText("1 个：没有上线")).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  expect(bodyOf(sent, "bulk/withdraw")).toBeUndefined();
  await inDialog("下线").click();
  await expect.element(page.getByText("1 条已完成，1 条未处理")).toBeVisible();
  await expect.element(page.getByText("批量下线活动")).toBeVisible();
  await expect.element(button("撤销")).toBeVisible();
  expect(bodyOf(sent, "bulk/withdraw")).toEqual({
    selection: { ids: rows.map(({ activityId }) => activityId) },
  });
});

test("CO35 a tag is removed from everything that the filter finds, with its number; copies take what is ticked", async () => {
  const sent = serve();
  showInConsole(<ActivityListPage />, { at: "/activities?type=1" });
  await page.getByRole("checkbox", { name: "选择本页全部" }).click();
  await button("选择全部符合条件的 120 条").click();
  await button("打标签").click();
  await expect.element(page.getByText("修改 120 个活动的标签")).toBeVisible();
  await inDialog("移除").click();
  await expect.element(inDialog("修改标签")).toBeDisabled();
  await userEvent.fill(page.getByRole("textbox", { name: "标签" }), "十三个字的标签太长放不下啦");
  await expect.element(inDialog("修改标签")).toBeDisabled();
  await userEvent.fill(page.getByRole("textbox", { name: "标签" }), " 亲子 ");
  await expect.element(page.getByText("1 个：已有该标签")).toBeVisible();
  await inDialog("修改标签").click();
  const selection = { filter: { businessType: 1 }, count: 120, asOf };
  await vi.waitFor(() =>
    expect(bodyOf(sent, "bulk/tag")).toEqual({ selection, change: "remove", tag: "亲子" }),
  );
  await page.getByRole("checkbox", { name: "选择本页全部" }).click();
  await button("复制").click();
  await page.getByRole("checkbox", { name: "分享文案" }).click();
  await inDialog("复制").click();
  await vi.waitFor(() =>
    expect(bodyOf(sent, "bulk/clone")).toMatchObject({
      parts: ["content", "form", "sessions", "benefits", "process", "page"],
      shiftDays: 7,
    }),
  );
});

test("bulk acts are offered by right: who may write copies alone, a reader ticks nothing", async () => {
  serve();
  showInConsole(<ActivityListPage />, { at: "/activities", rights: ["activity.read", "activity.write"] });
  await page.getByRole("checkbox", { name: "选择本页全部" }).click();
  await expect.element(button("复制")).toBeVisible();
  expect([button("打标签").query(), button("下线").query()]).toEqual([null, null]);
  showInConsole(<ActivityListPage />, { at: "/activities", rights: ["activity.read"] });
  await expect.element(page.getByRole("link", { name: /莫干山晨雾试驾/ }).first()).toBeVisible();
  expect(page.getByRole("checkbox").elements()).toEqual([]);
});
