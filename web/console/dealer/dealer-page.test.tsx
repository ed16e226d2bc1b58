import { Route, Routes } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { ConsoleDealer, DealerOutline, ListedDealer } from "#contract/console/basics/dealers.ts";
import type { ConsoleSeries } from "#contract/console/basics/series.ts";
import { fakeServer, type FakeRequest } from "../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../testing/show-in-console.tsx";
import { DealerPage } from "./dealer-page.tsx";
import { DealersPage } from "./dealers-page.tsx";
import { SeriesPage } from "./series-page.tsx";

afterEach(() => vi.restoreAllMocks());

const dealer = (over: Partial<ConsoleDealer> = {}): ConsoleDealer => ({
  dealerId: "2001",
  fields: {
    code: "DP2001",
    name: "青岚中心·外滩",
    status: "BC500001",
    address: "中山东一路 1 号",
    phone: "021-55501234",
    provinceCode: "310000",
    cityCode: "310100",
    longitude: 121.48,
    latitude: 31.23,
  },
  state: "open",
  region: "VWSA400000",
  cityName: "上海市",
  revision: 4,
  changedTime: "2026-11-26T10:04:00+08:00",
  changedBy: "王运营",
  mayWrite: true,
  uses: { activities: 3, signUps: 46, leads: 12, pickups: 2 },
  ...over,
});
const outline: DealerOutline = {
  point: { longitude: 121.48, latitude: 31.23 },
  rings: [
    [
      [121.2, 31],
      [121.8, 31],
      [121.8, 31.5],
      [121.2, 31.5],
    ],
  ],
  cityOfPoint: { code: "310100", name: "上海市" },
};
const listed: ListedDealer = {
  dealerId: "2001",
  code: "DP2001",
  name: "青岚中心·外滩",
  state: "trial",
  region: null,
  cityName: "上海市",
  address: "中山东一路 1 号",
  phone: "021-55501234",
  longitude: 121.48,
  latitude: 31.23,
  activities: 3,
  changedTime: null,
};
const one = (seriesCode: string, seriesName: string): ConsoleSeries => ({
  seriesCode,
  seriesName,
  imageUrl: "data:image/gif;base64,R0lGODlhAQABAAAAACw=",
  isHidden: seriesCode === "s2",
  revision: 1,
  activities: 2,
  changedTime: null,
});
const version = {
  revision: 3,
  by: "王运营",
  door: "console",
  time: "2026-11-25T09:00:00+08:00",
  changes: [{ field: "phone", before: "021-1", after: "021-2" }],
  restored: [{ field: "phone", before: "021-55501234", after: "021-2" }],
};
const answers: Readonly<Record<string, unknown>> = {
  dealers: { rows: [listed], next: null, count: 1, isCountExact: true, asOf: "2026-11-27T14:22:00+08:00" },
  "dealers/show": dealer(),
  "dealers/places": {
    provinces: [
      {
        code: "310000",
        name: "上海市",
        region: "VWSA400000",
        cities: [{ code: "310100", name: "上海市" }],
      },
    ],
  },
  "dealers/outline": outline,
  "dealers/versions": { versions: [version] },
  "dealers/save": { revision: 5, merged: ["phone"], mergedBy: "王运营" },
  "dealers/versions/restore": { revision: 5, outcome: "done" },
  "dealers/disable": { revision: 5 },
  series: { series: [one("s1", "远山"), one("s2", "近水"), one("s3", "知微")] },
  "series/order": {},
  views: { views: [] },
};
const serve = (over: Readonly<Record<string, unknown>> = {}): FakeRequest[] =>
  fakeServer(({ url }) => {
    const path = url.pathname.replace("/console-api/", "");
    const all = { ...answers, ...over };
    const answer = all[path];
    if (answer instanceof Response) return answer.clone();
    if (path in all) return { code: "00", data: answer };
    return Response.json({ code: "500", message: "服务异常" }, { status: 500 });
  });
const sentTo = (sent: readonly FakeRequest[], path: string) =>
  sent.filter(({ url }) => url.pathname === `/console-api/${path}`).map(({ body }) => body);
const showDealer = (rights?: Parameters<typeof showInConsole>[1]): void =>
  void showInConsole(
    <Routes>
      <Route path="/dealers/:dealerId" element={<DealerPage />} />
    </Routes>,
    { at: "/dealers/2001", ...rights },
  );

test("CO29 the list, a dealer with its drawing and history, and the series have no accessibility faults in either theme", async () => {
  serve();
  showInConsole(<DealersPage />, { at: "/dealers" });
  await expect.element(page.getByText("试运营").first()).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  showDealer();
  await expect.element(page.getByRole("figure", { name: "上海市轮廓与门店位置" })).toBeVisible();
  await expect.element(page.getByText("021-2")).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  showInConsole(<SeriesPage />, { at: "/series" });
  await expect.element(page.getByText("已隐藏")).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
});

test("CO86 a save sends the changed fields alone", async () => {
  const sent = serve();
  showDealer();
  await page.getByRole("textbox", { name: "门店名称" }).fill("青岚中心·北外滩");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await vi.waitFor(() =>
    expect(sentTo(sent, "dealers/save")).toEqual([
      { dealerId: "2001", basedOn: 4, changes: { name: "青岚中心·北外滩" } },
    ]),
  );
});

test("CO86 where a colleague changed the same field, one chooses, and the choice is saved upon theirs", async () => {
  const data = { by: "王运营", at: "2026-11-27T14:20:00+08:00", fields: ["name"] };
  const refused = Response.json(
    { code: "EDIT_CONFLICT", message: "内容已被他人修改，请选择保留哪一个", data },
    { status: 409 },
  );
  const sent = serve({ "dealers/save": refused });
  showDealer();
  await page.getByRole("textbox", { name: "门店名称" }).fill("青岚中心·北外滩");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expect.element(page.getByText("王运营 刚刚修改了 门店名称，请选择保留哪一个")).toBeVisible();
  expect(sentTo(sent, "dealers/show").length).toBeGreaterThan(1);
});

test("a point that lies in another city is pointed out", async () => {
  serve({ "dealers/outline": { ...outline, cityOfPoint: { code: "320500", name: "苏州市" } } });
  showDealer();
  await expect.element(page.getByText("坐标位于苏州市，与所选城市不一致")).toBeVisible();
});

test("disabling says what depends on the dealer; who may only read changes nothing", async () => {
  const sent = serve();
  showDealer();
  await page.getByRole("button", { name: "停用门店" }).click();
  await expect.element(page.getByText(/有 3 个进行中活动、2 个待提货订单/)).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "停用门店" }).click();
  await vi.waitFor(() =>
    expect(sentTo(sent, "dealers/disable")).toEqual([{ dealerId: "2001", isDisabled: true }]),
  );
  serve({ "dealers/show": dealer({ mayWrite: false }) });
  showDealer();
  await expect.element(page.getByText("您只能查看这家门店")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "保存", exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "停用门店" })).not.toBeInTheDocument();
});

test("series are moved by keyboard and by drag, and each move is saved once", async () => {
  const sent = serve();
  showInConsole(<SeriesPage />, { at: "/series" });
  await page.getByRole("button", { name: "下移 远山" }).click();
  await expect.element(page.getByText("远山 现在排第 2")).toBeInTheDocument();
  expect(sentTo(sent, "series/order")).toEqual([{ seriesCodes: ["s2", "s1", "s3"] }]);
  const more = serve();
  showInConsole(<SeriesPage />, { at: "/series" });
  await page.getByTitle("拖动 知微").dropTo(page.getByText("远山"));
  await vi.waitFor(() => expect(sentTo(more, "series/order")).toEqual([{ seriesCodes: ["s3", "s1", "s2"] }]));
});
