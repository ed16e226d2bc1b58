import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { KocDetail, KocListRow } from "#contract/console/koc/applications.ts";
import { fakeServer, type FakeRequest } from "../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../testing/show-in-console.tsx";
import { KocPage } from "./koc-page.tsx";

afterEach(() => vi.restoreAllMocks());

const application = (over: Partial<KocListRow> = {}): KocListRow => ({
  kocId: "1571000000000000100/21",
  activityId: "1571000000000000100",
  activityTitle: "远山车主共创计划",
  nickname: "山间来信",
  mobile: "139****6650",
  helpers: 4,
  goal: 3,
  appliedTime: "2026-11-26T10:04:00+08:00",
  state: "waiting",
  reason: null,
  reviewedTime: null,
  placesLeft: 1,
  ...over,
});
const rows = [
  application(),
  application({ kocId: "1571000000000000100/22", nickname: "一路向北", helpers: 1 }),
  application({ kocId: "1571000000000000100/23", nickname: "晚风", state: "declined", reason: "名额有限" }),
];
const detail: KocDetail = {
  application: application(),
  evidence: [{ kind: "signUp", name: "欧**", time: "2026-11-26T12:00:00+08:00" }],
};
const answers: Readonly<Record<string, unknown>> = {
  koc: { rows, next: null, count: 3, isCountExact: true, asOf: "2026-11-27T14:22:00+08:00" },
  "koc/show": detail,
  "koc/review": {
    decided: 1,
    undecided: [{ kocId: "1571000000000000100/22", nickname: "一路向北", cause: "noPlace" }],
  },
  views: { views: [] },
  activities: {
    rows: [{ activityId: "1571000000000000100", title: "远山车主共创计划" }],
    next: null,
    count: 1,
    isCountExact: true,
    asOf: "2026-11-27T14:22:00+08:00",
  },
};
const serve = (): FakeRequest[] =>
  fakeServer(({ url }) => {
    const path = url.pathname.replace("/console-api/", "");
    if (path in answers) return { code: "00", data: answers[path] };
    return Response.json({ code: "500", message: "服务异常" }, { status: 500 });
  });
const reviewsOf = (sent: readonly FakeRequest[]) =>
  sent.filter(({ url }) => url.pathname.endsWith("koc/review")).map(({ body }) => body);

test("CO29 the queue and one application with its evidence have no accessibility faults in either theme", async () => {
  serve();
  showInConsole(<KocPage />, { at: "/koc" });
  await expect.element(page.getByText("4 / 3").first()).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  await page.getByRole("button", { name: /山间来信/ }).click();
  await expect.element(page.getByText("欧**")).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
});

test("CO30 an activity is found by its title, and its name stands in the filter", async () => {
  const sent = serve();
  const router = showInConsole(<KocPage />, { at: "/koc" });
  await page.getByLabelText("活动：全部").click();
  await page.getByRole("combobox", { name: "输入活动名称或编号" }).fill("共创");
  await page.getByRole("option", { name: "远山车主共创计划" }).click();
  await expect.element(page.getByLabelText("活动：远山车主共创计划")).toBeVisible();
  expect(router.state.location.search).toBe("?activity=1571000000000000100");
  await vi.waitFor(() =>
    expect(sent.filter(({ url }) => url.pathname.endsWith("/koc")).at(-1)?.body).toMatchObject({
      filter: { activityId: "1571000000000000100" },
    }),
  );
});

test("CO65 a bulk accept says which applications were left, and why", async () => {
  const sent = serve();
  showInConsole(<KocPage />, { at: "/koc" });
  await page.getByRole("checkbox", { name: "选择本页全部" }).click();
  await page.getByRole("button", { name: "通过", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "通过", exact: true }).click();
  await expect.element(page.getByText("名额已满：一路向北")).toBeVisible();
  expect(reviewsOf(sent)).toEqual([
    { selection: { ids: rows.map(({ kocId }) => kocId) }, decision: { kind: "accept" } },
  ]);
});

test("CO65 declining asks for a reason from the list or one that is typed", async () => {
  const sent = serve();
  showInConsole(<KocPage />, { at: "/koc?open=1571000000000000100%2F21" });
  await page.getByRole("button", { name: "不通过" }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByRole("button", { name: "不通过" })).toBeDisabled();
  await dialog.getByRole("combobox").click();
  await page.getByRole("option", { name: "其他原因" }).click();
  await dialog.getByRole("textbox", { name: "填写原因" }).fill("门店不在本次范围");
  await dialog.getByRole("button", { name: "不通过" }).click();
  await vi.waitFor(() =>
    expect(reviewsOf(sent)).toEqual([
      {
        selection: { ids: [application().kocId] },
        decision: { kind: "decline", reason: "门店不在本次范围" },
      },
    ]),
  );
});

test("CO13 who may not review sees the queue without its acts", async () => {
  serve();
  showInConsole(<KocPage />, { at: "/koc", rights: ["koc.read"] });
  await expect.element(page.getByText("一路向北").first()).toBeVisible();
  await expect.element(page.getByRole("checkbox", { name: "选择本页全部" })).not.toBeInTheDocument();
});
