import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { ListedAuditEntry } from "#contract/console/watch/audit.ts";
import {
  extendChain,
  hashLine,
  startChain,
  writeSealedLine,
  writeSealHead,
} from "#contract/console/watch/audit-seal.ts";
import { hashText } from "../../platform/console/hash-text.ts";
import { fakeServer, type FakeRequest } from "../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../testing/show-in-console.tsx";
import { AuditPage } from "./audit-page.tsx";

afterEach(() => vi.restoreAllMocks());

const entry: ListedAuditEntry = {
  auditId: "1571000000000000001",
  time: "2026-11-27T14:21:48+08:00",
  milliseconds: 204,
  door: "console",
  actorKind: "operator",
  actorId: "2071",
  actorName: "周运营",
  action: "activity.seats",
  actionName: "改名额",
  aboutKind: "activity",
  aboutName: "活动",
  aboutId: "1571000000000000100",
  aboutTitle: "莫干山晨雾试驾",
  host: "console",
  outcome: "12 → 16",
  outcomeName: null,
  requestId: "req-9c41",
};
const byLink: ListedAuditEntry = {
  ...entry,
  auditId: "1571000000000000002",
  door: "staff",
  actorKind: "staff",
  actorId: "1571000000000777777",
  actorName: null,
  action: "check-in",
  actionName: "到场核销",
  aboutKind: "sign-up",
  aboutName: "报名",
  aboutTitle: null,
  requestId: null,
};
const seal = (day: string, over: object = {}) => ({
  day,
  lines: 2_907,
  seal: "8f2e00000000000000000000000041bc",
  previous: "c07a",
  sealedTime: "2026-11-27T02:00:00+08:00",
  isKept: true,
  ...over,
});
const answers: Readonly<Record<string, unknown>> = {
  audit: { rows: [entry, byLink], next: null, count: 2, isCountExact: true, asOf: entry.time },
  "audit/choices": {
    actions: [{ action: "activity.seats", name: "改名额" }],
    operators: [{ operatorId: "2071", name: "周运营" }],
  },
  "audit/seals": { seals: [seal("2026-11-26"), seal("2026-11-25")], hasMore: false, unbrokenDays: 412 },
  "audit/check": { day: "2026-11-26", seal: seal("").seal, isChained: true, faults: [], faultCount: 0 },
  views: { views: [] },
};
const serve = (over: Readonly<Record<string, unknown>> = {}): FakeRequest[] =>
  fakeServer(({ url }) => {
    const path = url.pathname.replace("/console-api/", "");
    const all = { ...answers, ...over };
    if (path in all) return { code: "00", data: all[path] };
    return Response.json({ code: "500", message: "服务异常" }, { status: 500 });
  });
const bodiesOf = (sent: readonly FakeRequest[], path: string) =>
  sent.filter(({ url }) => url.pathname.endsWith(`/${path}`)).map(({ body }) => body);

test("CO103 an entry opens beside the list with its request, leads to its thing, and to its history", async () => {
  const sent = serve();
  const router = showInConsole(<AuditPage />, { at: "/audit" });
  await page
    .getByRole("button", { name: /14:21:48/ })
    .first()
    .click();
  await expect.element(page.getByText("2026-11-27 14:21:48.204")).toBeVisible();
  await expect.element(page.getByText("req-9c41")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "打开对象" }))
    .toHaveAttribute("href", "/activities/1571000000000000100");
  await expect
    .element(page.getByRole("link", { name: "查看版本" }))
    .toHaveAttribute("href", "/activities/1571000000000000100/history");
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  await page.getByRole("button", { name: "它的历史" }).click();
  await vi.waitFor(() =>
    expect(bodiesOf(sent, "audit").at(-1)).toMatchObject({ filter: { find: "1571000000000000100" } }),
  );
  // A number that is looked for may be somebody's mobile.
  expect(router.state.location.search).not.toContain("1571000000000000100");
});

test("CO103 the table is checked day by day, and a changed line is named with what to do", async () => {
  serve();
  showInConsole(<AuditPage />, { at: "/audit" });
  await expect.element(page.getByText("连续 412 天")).toBeVisible();
  await page.getByRole("button", { name: "校验最近几天" }).click();
  await expect.element(page.getByText("未被改动").first()).toBeVisible();
  const faults = [{ kind: "altered", line: 7, auditId: entry.auditId }];
  serve({ "audit/check": { day: "2026-11-26", seal: "x", isChained: true, faults, faultCount: 3 } });
  await page.getByRole("button", { name: "重新校验" }).click();
  await expect.element(page.getByText(/第 7 行被改动/).first()).toBeVisible();
  await expect.element(page.getByText("另有 2 处").first()).toBeVisible();
  await expect.element(page.getByText(/保留现有数据库和下载的封存/)).toBeVisible();
});

const line = { ...entry, time: "2026-11-26T06:21:48.204000Z" };
function fileOf(outcome: string): { text: string; seal: string } {
  const chain = extendChain(startChain("2026-11-26", "", hashText), hashLine(line, hashText), hashText);
  const head = { format: "marque-audit-1", day: "2026-11-26", previous: "", lines: 1, seal: chain } as const;
  return { text: writeSealHead(head) + writeSealedLine({ ...line, outcome }, 1, chain), seal: chain };
}
async function choose(text: string): Promise<void> {
  await userEvent.upload(
    page.getByLabelText("校验下载的封存", { exact: true }).last(),
    new File([text], "操作日志-2026-11-26.jsonl"),
  );
}

test("CO103 a downloaded day is checked in the browser, and against the server's seal", async () => {
  const { text, seal: own } = fileOf(line.outcome);
  const check = { day: "2026-11-26", seal: own, isChained: true, faults: [], faultCount: 0 };
  serve({ "audit/check": check });
  showInConsole(<AuditPage />, { at: "/audit" });
  await expect.element(page.getByText("连续 412 天")).toBeVisible();
  await choose(text);
  await expect.element(page.getByText("2026-11-26 的封存未被改动，共 1 行")).toBeVisible();
  await choose(fileOf("12 → 99").text);
  await expect.element(page.getByText(/第 1 行被改动/)).toBeVisible();
  serve({ "audit/check": { ...check, seal: "another" } });
  await choose(text);
  await expect.element(page.getByText(/封存与服务器上的不同/)).toBeVisible();
  await choose("日期,动作\n");
  await expect.element(page.getByText("这不是操作日志的封存文件")).toBeVisible();
});

test("CO29 without entries, without seals and without the right the page says so", async () => {
  serve({
    audit: { rows: [], next: null, count: 0, isCountExact: true, asOf: entry.time },
    "audit/seals": { seals: [], hasMore: false, unbrokenDays: 0 },
  });
  showInConsole(<AuditPage />, { at: "/audit" });
  await expect.element(page.getByText("还没有操作记录")).toBeVisible();
  await expect.element(page.getByText(/还没有封存/)).toBeVisible();
  showInConsole(<AuditPage />, { at: "/audit", rights: ["activity.read"] });
  await expect.element(page.getByText(/可请主管申请/)).toBeVisible();
});
