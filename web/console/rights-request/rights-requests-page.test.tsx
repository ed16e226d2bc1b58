import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { ListedRightsRequest, ShownRightsRequest } from "#contract/console/watch/rights-requests.ts";
import { fakeServer, type FakeRequest } from "../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../testing/show-in-console.tsx";
import { RightsRequestsPage } from "./rights-requests-page.tsx";

afterEach(() => vi.restoreAllMocks());

const listed: ListedRightsRequest = {
  requestId: "1571000000000000777",
  kind: "export",
  channel: "phone",
  state: "identified",
  outcome: null,
  receivedTime: "2026-11-20T00:00:00+08:00",
  dueTime: "2026-12-12T00:00:00+08:00",
  isOverdue: false,
  daysLeft: 10,
  takenBy: "李客服",
  mobile: "138****5678",
  closedTime: null,
};
const shown: ShownRightsRequest = {
  ...listed,
  revision: 2,
  words: "想看看存了什么",
  identifiedHow: "mobile",
  told: null,
  steps: [
    { kind: "taken", time: "2026-11-20T09:00:00+08:00", by: "李客服" },
    { kind: "identified", time: "2026-11-20T09:05:00+08:00", by: "李客服" },
  ],
  copyUntil: null,
  isOwnErasure: false,
};
const serve = (over: Partial<ShownRightsRequest> = {}, rows: readonly unknown[] = [listed]): FakeRequest[] =>
  fakeServer(({ url }) => {
    const request = { ...shown, ...over };
    const list = {
      rows,
      next: null,
      count: rows.length,
      isCountExact: true,
      asOf: "2026-11-27T14:22:00+08:00",
    };
    const answers: Readonly<Record<string, unknown>> = {
      "rights-requests": list,
      "rights-requests/inventory": {
        tables: [{ name: "app_user", title: "账号资料", erased: "deleted", isExported: true }],
      },
      "rights-requests/take-in": { requestId: listed.requestId },
      "rights-requests/fetch": { text: "{}" },
      views: { views: [] },
    };
    const path = url.pathname.replace("/console-api/", "");
    return { code: "00", data: answers[path] ?? { request } };
  });
const bodiesOf = (sent: readonly FakeRequest[], path: string) =>
  sent.filter(({ url }) => url.pathname.endsWith(`/${path}`)).map(({ body }) => body);
const at = `/rights-requests?open=${listed.requestId}`;

test("CO105 a list shows what is due and overdue; an empty one leads to the first step", async () => {
  serve({}, [listed, { ...listed, requestId: "2", isOverdue: true, daysLeft: 0, mobile: null }]);
  showInConsole(<RightsRequestsPage />, { at: "/rights-requests" });
  await expect.element(page.getByText("剩 10 个工作日")).toBeVisible();
  await expect.element(page.getByText("已逾期", { exact: true })).toBeVisible();
  await expect.element(page.getByText("138****5678")).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  await page.getByRole("button", { name: "个人信息清单" }).click();
  await expect.element(page.getByText("账号资料")).toBeVisible();
  serve({}, []);
  showInConsole(<RightsRequestsPage />, { at: "/rights-requests" });
  await expect.element(page.getByText("还没有个人信息请求")).toBeVisible();
});

test("CO105 the person is identified by a whole number, which stands in no address", async () => {
  const sent = serve({ state: "taken", mobile: null, identifiedHow: null });
  const router = showInConsole(<RightsRequestsPage />, { at });
  await page.getByRole("textbox", { name: "手机号或订单号" }).fill("138 1234 5678");
  await page.getByRole("button", { name: "核对", exact: true }).click();
  await vi.waitFor(() =>
    expect(bodiesOf(sent, "identify")).toEqual([
      { requestId: listed.requestId, basedOn: 2, by: { mobile: "138 1234 5678" } },
    ]),
  );
  expect(router.state.location.search).not.toContain("1381234");
  await page.getByRole("textbox", { name: "手机号或订单号" }).fill("m2611273847");
  await page.getByRole("button", { name: "核对", exact: true }).click();
  await vi.waitFor(() =>
    expect(bodiesOf(sent, "identify").at(-1)).toMatchObject({ by: { orderNo: "M2611273847" } }),
  );
});

test("CO105 a copy is fetched after a question that says it goes once", async () => {
  const sent = serve({ state: "copyReady", copyUntil: "2026-11-28T14:22:00+08:00" });
  showInConsole(<RightsRequestsPage />, { at });
  await expect.element(page.getByText(/只能取一次/).first()).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  await page.getByRole("button", { name: "取走副本" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "取走副本" }).click();
  await vi.waitFor(() =>
    expect(bodiesOf(sent, "fetch")).toEqual([{ requestId: listed.requestId, basedOn: 2 }]),
  );
});

test("CO105 who asked for an erasure cannot confirm it; another one types the word first", async () => {
  serve({ kind: "erase", state: "erasureAsked", isOwnErasure: true });
  showInConsole(<RightsRequestsPage />, { at });
  await expect.element(page.getByText("由你提交，需要另一位同事复核")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "复核并删除" })).not.toBeInTheDocument();
  const sent = serve({ kind: "erase", state: "erasureAsked" });
  showInConsole(<RightsRequestsPage />, { at });
  await page.getByRole("button", { name: "复核并删除" }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByRole("button", { name: "复核并删除" })).toBeDisabled();
  await dialog.getByRole("textbox").fill("删除");
  await dialog.getByRole("button", { name: "复核并删除" }).click();
  await vi.waitFor(() => expect(bodiesOf(sent, "erase").length).toBe(1));
});

test("CO105 a handled request is closed with how the person was told, and keeps only its proof", async () => {
  const sent = serve({ state: "handled", mobile: null, words: null });
  showInConsole(<RightsRequestsPage />, { at });
  await page.getByRole("button", { name: "办结", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByRole("button", { name: "办结", exact: true })).toBeDisabled();
  await dialog.getByRole("combobox", { name: "告知方式" }).click();
  await page.getByRole("option", { name: "邮件告知" }).click();
  await dialog.getByRole("button", { name: "办结", exact: true }).click();
  await vi.waitFor(() =>
    expect(bodiesOf(sent, "close")).toEqual([
      { requestId: listed.requestId, basedOn: 2, outcome: "done", told: "mail" },
    ]),
  );
  serve({ state: "closed", outcome: "done", told: "mail", mobile: null, words: null });
  showInConsole(<RightsRequestsPage />, { at });
  await expect.element(page.getByText("已按请求处理")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "办结", exact: true })).not.toBeInTheDocument();
});

test("CO105 a request is taken in with its channel and day", async () => {
  const sent = serve({}, []);
  showInConsole(<RightsRequestsPage />, { at: "/rights-requests" });
  await page.getByRole("button", { name: "记录请求" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "删除与注销" }).click();
  await dialog.getByRole("combobox", { name: "提出方式" }).click();
  await page.getByRole("option", { name: "监管转办" }).click();
  await dialog.getByRole("button", { name: "记录", exact: true }).click();
  await vi.waitFor(() =>
    expect(bodiesOf(sent, "take-in")).toMatchObject([{ kind: "erase", channel: "authority" }]),
  );
});
