import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { GroupRow, ManagedGroup } from "#contract/console/club/groups.ts";
import { fakeServer, type FakeRequest } from "../../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../../testing/show-in-console.tsx";
import { WordsPage } from "../words/words-page.tsx";
import { GroupsPage } from "./groups-page.tsx";

afterEach(() => vi.restoreAllMocks());

const leader = { memberId: "1580000000000000001", name: "周**", isOwner: true, isBarred: false };
const group: GroupRow = {
  groupId: "1580000000000000021",
  name: "远山车友会",
  coverUrl: "",
  cityName: "上海",
  seriesCodes: ["yuanshan"],
  members: 46,
  places: 100,
  articles: 12,
  recentArticles: 3,
  leader,
  joinMode: "approval",
  applicants: 2,
  openComplaints: 1,
  createdTime: "2026-03-01T10:00:00+08:00",
  closedTime: null,
};
const detail = (over: Partial<ManagedGroup> = {}): ManagedGroup => ({
  group,
  intro: "山脊与清晨",
  rules: "友善",
  cityCode: "310100",
  revision: 4,
  managers: [],
  notified: 48,
  series: [{ code: "yuanshan", name: "青岚 远山" }],
  ...over,
});
/** @param refusals calls that are refused, with the answer */
function serve(refusals: Readonly<Record<string, () => Response>> = {}): FakeRequest[] {
  const answers: Readonly<Record<string, unknown>> = {
    "club/groups": {
      rows: [group],
      next: null,
      count: 1,
      isCountExact: true,
      asOf: "2026-11-27T14:22:00+08:00",
    },
    "club/groups/show": detail(),
    "club/groups/close": { notified: 48 },
    "club/groups/edit": { revision: 5 },
    "club/words": {
      words: [{ word: "代抢", by: "周运营", time: "2026-11-26T10:04:00+08:00" }],
      fileWords: ["加微信"],
    },
    "club/words/try": { found: ["加微信"] },
    views: { views: [] },
  };
  return fakeServer(({ url }) => {
    const path = url.pathname.replace("/console-api/", "");
    const refused = refusals[path];
    if (refused) return refused();
    if (path in answers) return { code: "00", data: answers[path] };
    return Response.json({ code: "500", message: "服务异常" }, { status: 500 });
  });
}
const sentTo = (sent: readonly FakeRequest[], path: string) =>
  sent.filter(({ url }) => url.pathname.endsWith(path)).map(({ body }) => body);
const OPEN = "/groups?open=1580000000000000021";

test("CO29 the groups and one with its form have no accessibility faults in either theme", async () => {
  serve();
  showInConsole(<GroupsPage />, { at: OPEN });
  await page.getByRole("button", { name: "编辑" }).click();
  await expect
    .element(page.getByRole("dialog").getByRole("textbox", { name: "名称" }))
    .toHaveValue("远山车友会");
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
});

test("CO74 closing says how many are notified, and asks for the name", async () => {
  const sent = serve();
  showInConsole(<GroupsPage />, { at: OPEN });
  await page.getByRole("button", { name: "解散" }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText("将通知 48 位成员和申请人", { exact: false })).toBeVisible();
  const close = dialog.getByRole("button", { name: "解散" });
  await dialog.getByRole("textbox").fill("远山");
  await expect.element(close).toBeDisabled();
  await dialog.getByRole("textbox").fill("远山车友会");
  await close.click();
  await vi.waitFor(() =>
    expect(sentTo(sent, "club/groups/close")).toEqual([{ groupId: group.groupId, name: "远山车友会" }]),
  );
});

test("CO86 who saves second reads who was first and when, and nothing is lost silently", async () => {
  serve({
    "club/groups/edit": () =>
      Response.json(
        {
          code: "EDIT_CONFLICT",
          message: "内容已被他人修改，请选择保留哪一个",
          data: { by: "审核员小吴", at: "2026-11-27T14:20:00+08:00", fields: ["name"] },
        },
        { status: 409 },
      ),
  });
  showInConsole(<GroupsPage />, { at: OPEN });
  await page.getByRole("button", { name: "编辑" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "名称" }).fill("另一个名称");
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect.element(dialog.getByText(/审核员小吴 11\.27 14:20 修改过/)).toBeVisible();
  await expect.element(dialog.getByRole("textbox", { name: "名称" })).toHaveValue("另一个名称");
});

test("P25 a tried text names its words; the file's words have no way to remove them", async () => {
  serve();
  showInConsole(<WordsPage />, { at: "/words" });
  await page.getByRole("textbox", { name: "内容" }).fill("加 微信");
  await page.getByRole("button", { name: "检测" }).click();
  await expect.element(page.getByText("不能发布，含有：加微信")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "移除「代抢」" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "移除「加微信」" })).not.toBeInTheDocument();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
});
