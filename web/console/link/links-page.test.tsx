import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { ListedStaffLink, LinkChoices, MadeStaffLink } from "#contract/console/basics/links.ts";
import { fakeServer, type FakeRequest } from "../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../testing/show-in-console.tsx";
import { LinksPage } from "./links-page.tsx";

afterEach(() => vi.restoreAllMocks());

const link = (over: Partial<ListedStaffLink> = {}): ListedStaffLink => ({
  linkId: "7201",
  kind: "check-in",
  state: "valid",
  activityId: "9001",
  activityTitle: "湖畔试驾日",
  dealerId: "2001",
  dealerName: "青岚中心·外滩",
  sessionTime: null,
  madeBy: "沈若谷",
  door: "console",
  createdTime: "2026-11-26T10:04:00+08:00",
  expiresTime: "2027-01-26T10:04:00+08:00",
  revokedTime: null,
  lastUsedTime: "2026-11-27T14:21:00+08:00",
  isInUse: true,
  ...over,
});
const rows = [
  link(),
  link({
    linkId: "7202",
    kind: "complaints",
    activityId: null,
    activityTitle: null,
    dealerId: null,
    dealerName: null,
    isInUse: false,
    lastUsedTime: null,
    madeBy: null,
    door: "command",
  }),
  link({
    linkId: "7203",
    kind: "leads",
    state: "revoked",
    isInUse: false,
    revokedTime: "2026-11-27T09:00:00+08:00",
  }),
];
const choices: LinkChoices = {
  title: "湖畔试驾日",
  isOnline: false,
  isWhole: false,
  dealers: [{ dealerId: "2001", name: "青岚中心·外滩" }],
  sessions: [],
};
const made: MadeStaffLink = {
  linkId: "7204",
  url: "https://m.qinglan.example/marketing/area/activity/check-in#Ab3dEf6hIj",
  couponUrl: null,
  expiresTime: "2027-01-26T14:22:00+08:00",
};
const listOf = (found: readonly ListedStaffLink[]) => ({
  rows: found,
  next: null,
  count: found.length,
  isCountExact: true,
  asOf: "2026-11-27T14:22:00+08:00",
});
const answers: Readonly<Record<string, unknown>> = {
  links: listOf(rows),
  "links/counts": { valid: 2, inUse: 1, ending: 1, unused: 1 },
  "links/show": {
    link: link(),
    acts: [{ action: "check-in", count: 42, lastTime: "2026-11-27T14:21:00+08:00" }],
  },
  "links/choices": choices,
  "links/make": made,
  "links/revoke": { revoked: 1, left: 0 },
  activities: listOf([]),
  views: { views: [] },
};
const serve = (over: Readonly<Record<string, unknown>> = {}): FakeRequest[] =>
  fakeServer(({ url }) => {
    const path = url.pathname.replace("/console-api/", "");
    const all = { ...answers, ...over };
    if (path in all) return { code: "00", data: all[path] };
    return Response.json({ code: "500", message: "服务异常" }, { status: 500 });
  });
const sentTo = (sent: readonly FakeRequest[], path: string) =>
  sent.filter(({ url }) => url.pathname.endsWith(`/${path}`)).map(({ body }) => body);

test("CO29 the list, a link and the dialog have no accessibility faults in either theme", async () => {
  serve();
  showInConsole(<LinksPage />, { at: "/links" });
  await expect.element(page.getByText("使用中").first()).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  await page.getByRole("button", { name: /签到台 · 湖畔试驾日/ }).click();
  await expect.element(page.getByText(/42 次/)).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
});

test("CO72 a figure shows the rows that it counts, and all rows when it is pressed again", async () => {
  const sent = serve();
  const router = showInConsole(<LinksPage />, { at: "/links?kind=leads" });
  const figure = page.getByRole("button", { name: /^正在使用/ });
  await figure.click();
  await vi.waitFor(() =>
    expect(sentTo(sent, "links").at(-1)).toEqual({ filter: { kinds: ["leads"], use: "inUse" } }),
  );
  expect(router.state.location.search).toContain("use=inUse");
  await figure.click();
  await vi.waitFor(() => expect(router.state.location.search).toBe("?kind=leads"));
});

test("CO72 a link is made for a dealer, shown once with its QR code, and gone from the page when it is closed", async () => {
  const row = { activityId: "9001", title: "湖畔试驾日", startTime: "2026-12-05T10:00:00+08:00" };
  const sent = serve({ activities: { ...listOf([]), rows: [row] } });
  showInConsole(<LinksPage />, { at: "/links" });
  await page.getByRole("button", { name: "生成链接" }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByRole("button", { name: "生成链接" })).toBeDisabled();
  await dialog.getByRole("button", { name: /湖畔试驾日/ }).click();
  await dialog.getByRole("combobox", { name: "门店" }).click();
  await page.getByRole("option", { name: "青岚中心·外滩" }).click();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  await dialog.getByRole("button", { name: "生成链接" }).click();
  await expect.element(page.getByText(made.url)).toBeVisible();
  await expect.element(page.getByRole("img", { name: "链接二维码" })).toBeVisible();
  expect(sentTo(sent, "make")).toEqual([
    { kind: "check-in", activityId: "9001", dealerId: "2001", sessionId: null, days: 60 },
  ]);
  await page.getByRole("button", { name: "已交付，关闭" }).click();
  await expect.element(page.getByText(made.url)).not.toBeInTheDocument();
});

test("CO72 revoking warns of a link in use, and sends the ticked ones", async () => {
  const sent = serve();
  showInConsole(<LinksPage />, { at: "/links" });
  await page.getByRole("checkbox", { name: "选择本页全部" }).click();
  await page.getByRole("button", { name: "撤销", exact: true }).click();
  await expect.element(page.getByText("有链接正在使用中，请先确认现场不再需要")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "撤销链接" }).click();
  await vi.waitFor(() =>
    expect(sentTo(sent, "revoke")).toEqual([{ selection: { ids: ["7201", "7202", "7203"] } }]),
  );
});

test("CO13 CO29 who may not make links sees the list alone; an empty list says what links are for", async () => {
  serve({ links: listOf([]) });
  showInConsole(<LinksPage />, { at: "/links", rights: ["link.read"] });
  await expect.element(page.getByText("还没有员工链接")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "生成链接" })).not.toBeInTheDocument();
});
