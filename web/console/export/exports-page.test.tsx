import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { ExportRow } from "#contract/console/export/exports.ts";
import { fakeServer, type FakeRequest } from "../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../testing/show-in-console.tsx";
import { ExportsPage } from "./exports-page.tsx";

afterEach(() => vi.restoreAllMocks());

const file = (over: Partial<ExportRow> = {}): ExportRow => ({
  exportId: "1575000000000000001",
  list: "guests",
  format: "xlsx",
  isFull: false,
  state: "ready",
  failure: null,
  filterWords: [{ label: "活动", value: "莫干山晨雾试驾" }],
  columns: ["name", "mobile"],
  rowCount: 46,
  expected: 46,
  isExpectedExact: true,
  asOf: "2026-11-27T14:20:00+08:00",
  createdTime: "2026-11-27T14:20:00+08:00",
  finishedTime: "2026-11-27T14:20:05+08:00",
  expiresTime: "2026-11-28T14:20:05+08:00",
  fetchedTime: null,
  bytes: 14_336,
  checksum: "a".repeat(64),
  ...over,
});
const gone = { finishedTime: null, expiresTime: null, bytes: null, checksum: null } as const;
const files = [
  file(),
  file({
    exportId: "1575000000000000002",
    list: "orders",
    state: "waiting",
    rowCount: 500,
    expected: 1_200,
    ...gone,
  }),
  file({ exportId: "1575000000000000003", list: "leads", state: "failed", failure: "tooMany", ...gone }),
  file({ exportId: "1575000000000000004", list: "koc", state: "ended", isFull: true, ...gone }),
];
function serve(rows: readonly ExportRow[] = files): FakeRequest[] {
  const answers: Readonly<Record<string, unknown>> = {
    exports: { rows, next: null, count: rows.length, isCountExact: true, asOf: "2026-11-27T14:22:00+08:00" },
    views: { views: [] },
    "exports/remake": { exportId: "1575000000000000009" },
    "exports/cancel": {},
    "exports/fetch": { fileName: "报名名单.csv", mediaType: "text/csv", bytes: 6, parts: 2 },
    "exports/part": { content: btoa("abc") },
  };
  return fakeServer(({ url }) => {
    const path = url.pathname.replace("/console-api/", "");
    if (path in answers) return { code: "00", data: answers[path] };
    return Response.json({ code: "500", message: "服务异常" }, { status: 500 });
  });
}
const bodiesOf = (sent: readonly FakeRequest[], path: string) =>
  sent.filter(({ url }) => url.pathname.endsWith(path)).map(({ body }) => body);

test("CO29 files with progress, failures and panel have no accessibility faults in either theme", async () => {
  serve();
  showInConsole(<ExportsPage />, { at: "/exports" });
  await expect.element(page.getByText("500 / 1,200").first()).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  await page.getByRole("button", { name: /线索/ }).first().click();
  await expect.element(page.getByText("超过 100,000 行，请缩小筛选范围")).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
});

test("CO98 a file is fetched in parts and handed to the browser under its name", async () => {
  const sent = serve();
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    saved.push(blob as Blob);
    return "blob:test";
  });
  showInConsole(<ExportsPage />, { at: "/exports" });
  await page.getByRole("button", { name: "下载", exact: true }).click();
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.text()).toBe("abcabc");
  expect(bodiesOf(sent, "exports/part").map((body) => (body as { part: number }).part)).toEqual([1, 2]);
});

test("CO98 a file that is gone is made again, one under way is stopped", async () => {
  const sent = serve();
  showInConsole(<ExportsPage />, { at: "/exports" });
  await page.getByRole("button", { name: "重新生成" }).last().click();
  await vi.waitFor(() =>
    expect(bodiesOf(sent, "exports/remake")).toEqual([{ exportId: "1575000000000000004" }]),
  );
  await page.getByRole("button", { name: "取消生成" }).click();
  await vi.waitFor(() =>
    expect(bodiesOf(sent, "exports/cancel")).toEqual([{ exportId: "1575000000000000002" }]),
  );
});

test("CO29 without files the page says where they come from; without the right it shows none", async () => {
  serve([]);
  showInConsole(<ExportsPage />, { at: "/exports" });
  await expect.element(page.getByText("还没有导出文件")).toBeVisible();
  showInConsole(<ExportsPage />, { at: "/exports", rights: ["activity.read"] });
  await expect.element(page.getByText("您没有权限进行该操作")).toBeVisible();
});
