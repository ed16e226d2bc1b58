import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { OwnerCounts, OwnerDetail, OwnerRow } from "#contract/console/club/owners.ts";
import { fakeServer, type FakeRequest } from "../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../testing/show-in-console.tsx";
import { OwnersPage } from "./owners-page.tsx";

afterEach(() => vi.restoreAllMocks());

const application = (over: Partial<OwnerRow> = {}): OwnerRow => ({
  applicationId: "1580000000000000031",
  name: "周行远",
  mobile: "139****6650",
  vin: "LJL**********7777",
  seriesName: "青岚 远山",
  state: "review",
  reason: null,
  createdTime: "2026-11-26T10:04:00+08:00",
  dueTime: "2026-11-27T10:04:00+08:00",
  isOverdue: true,
  decidedTime: null,
  decidedBy: null,
  answer: "failed",
  answerCause: "timeout",
  answeredTime: "2026-11-27T11:00:00+08:00",
  tries: 9,
  nextTime: "2026-11-27T11:10:00+08:00",
  hasPicture: true,
  ...over,
});
const rows = [
  application(),
  application({
    applicationId: "1580000000000000032",
    name: "林晓岚",
    isOverdue: false,
    answer: "review",
    answerCause: null,
  }),
];
const counts: OwnerCounts = {
  review: 2,
  overdue: 1,
  failed: 1,
  accepted: 120,
  declined: 8,
  isAsked: true,
  isByHand: false,
  series: [{ code: "yuanshan", name: "青岚 远山" }],
};
const detail = (over: Partial<OwnerDetail> = {}): OwnerDetail => ({
  application: application(),
  earlier: [application({ applicationId: "1580000000000000030", state: "declined", reason: "照片不清晰" })],
  isTaken: false,
  isByHand: false,
  isAsked: true,
  ...over,
});
function serve(over: Readonly<Record<string, unknown>> = {}): FakeRequest[] {
  const answers: Readonly<Record<string, unknown>> = {
    owners: { rows, next: null, count: 2, isCountExact: true, asOf: "2026-11-27T14:22:00+08:00" },
    "owners/counts": counts,
    "owners/show": detail(),
    "owners/ask-again": { asked: 1, left: 0 },
    "owners/decide": { decided: 1, undecided: [] },
    views: { views: [] },
    ...over,
  };
  return fakeServer(({ url }) => {
    const path = url.pathname.replace("/console-api/", "");
    if (path in answers) return { code: "00", data: answers[path] };
    return Response.json({ code: "500", message: "服务异常" }, { status: 500 });
  });
}
const sentTo = (sent: readonly FakeRequest[], path: string) =>
  sent.filter(({ url }) => url.pathname.endsWith(path)).map(({ body }) => body);
const OPEN = "/owners?open=1580000000000000031";

test("CO29 the list and one application have no accessibility faults in either theme", async () => {
  serve();
  showInConsole(<OwnersPage />, { at: "/owners" });
  await expect.element(page.getByText("未能答复 · 超时未响应").first()).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  await page.getByRole("button", { name: /周行远/ }).click();
  await expect.element(page.getByText("照片不清晰")).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
});

test("CO75 without deciding by hand the page asks again, and offers no decision", async () => {
  const sent = serve();
  showInConsole(<OwnersPage />, { at: OPEN });
  await page.getByRole("button", { name: /^再次询问/ }).click();
  await vi.waitFor(() =>
    expect(sentTo(sent, "owners/ask-again")).toEqual([{ applicationIds: ["1580000000000000031"] }]),
  );
  await expect.element(page.getByRole("button", { name: /^通过/ })).not.toBeInTheDocument();
});

test("CO75 by hand a rejection needs a reason from the list", async () => {
  const byHand = { isByHand: true, isAsked: false };
  const sent = serve({ "owners/counts": { ...counts, ...byHand }, "owners/show": detail(byHand) });
  showInConsole(<OwnersPage />, { at: OPEN });
  await page.getByRole("button", { name: /^不通过/ }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByRole("button", { name: "不通过" })).toBeDisabled();
  await dialog.getByRole("combobox").click();
  await page.getByRole("option", { name: /照片不清晰/ }).click();
  await dialog.getByRole("button", { name: "不通过" }).click();
  await vi.waitFor(() =>
    expect(sentTo(sent, "owners/decide")).toEqual([
      { applicationIds: ["1580000000000000031"], decision: { kind: "decline", reason: "blurred" } },
    ]),
  );
  await expect.element(page.getByRole("button", { name: /^再次询问/ })).not.toBeInTheDocument();
});

test("CO13 who may not review sees applications without acts", async () => {
  serve();
  showInConsole(<OwnersPage />, { at: OPEN, rights: ["owner.read"] });
  await expect.element(page.getByText("照片不清晰")).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^再次询问/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "查看", exact: true })).not.toBeInTheDocument();
});
