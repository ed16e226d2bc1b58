import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { ConsoleBanner } from "#contract/console/content/banners.ts";
import { fakeServer, responseOf, type FakeRequest } from "../../platform/testing/fake-server.ts";
import { ToastPlace } from "../kit/feedback/toasts.tsx";
import { axeFindings, showInConsole } from "../testing/show-in-console.tsx";
import { BannerPage, NewBannerPage } from "./banner-page.tsx";
import { BannersPage } from "./banners-page.tsx";

afterEach(() => vi.restoreAllMocks());

const banner = (over: Partial<ConsoleBanner> = {}): ConsoleBanner => ({
  bannerId: "71",
  position: "index",
  cityCode: null,
  imageUrl: "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
  link: "/list",
  title: "秋日\n试驾季",
  subtitle: "周末就出发",
  action: "去看看",
  tone: "light",
  fromTime: null,
  toTime: null,
  place: 0,
  state: "live",
  revision: 3,
  changedTime: "2026-11-27T14:20:00+08:00",
  changedBy: "王运营",
  changedDoor: "console",
  target: { kind: "page", path: "/list", name: "全部活动", isShown: true },
  clicks: 1204,
  clickPersons: 986,
  canWrite: true,
  ...over,
});
const rows = [
  banner(),
  banner({ bannerId: "72", title: "以旧换新", place: 1, cityCode: "310100", state: "planned" }),
  banner({
    bannerId: "73",
    title: "车主日",
    place: 2,
    target: { kind: "activity", path: "/offline/1", name: "车主日活动", isShown: false },
  }),
];
const city = { code: "310100", name: "上海", province: "上海市", pinyin: "shanghai", initials: "sh" };
const versions = [
  {
    revision: 3,
    by: "王运营",
    door: "console",
    time: "2026-11-27T14:20:00+08:00",
    changes: [{ field: "tone", before: "dark", after: "light" }],
  },
];
const answers: Readonly<Record<string, unknown>> = {
  banners: { rows, next: null, count: 3, isCountExact: true, asOf: "2026-11-27T14:22:00+08:00" },
  "banners/show": { banner: rows[0] },
  "banners/versions": { versions, next: null },
  "banners/targets": {
    targets: [{ kind: "activity", path: "/offline/26112801", name: "莫干山晨雾试驾", isShown: true }],
  },
  "banners/order": { place: 0 },
  "banners/create": { banner: banner({ bannerId: "74" }) },
  cities: { cities: [{ ...city, longitude: 121.47, latitude: 31.23 }] },
  views: { views: [] },
};
const pathOf = ({ url }: FakeRequest): string => url.pathname.replace("/console-api/", "");
const serve = (over: (request: FakeRequest) => Response | null = () => null): FakeRequest[] =>
  fakeServer((request) => {
    const special = over(request);
    if (special !== null) return special;
    const path = pathOf(request);
    return path in answers
      ? { code: "00", data: answers[path] }
      : Response.json({ code: "500", message: "服务异常" }, { status: 500 });
  });
const sentTo = (sent: readonly FakeRequest[], path: string) =>
  sent.filter((request) => pathOf(request) === path).map(({ body }) => body);

test("CO29 the banners have no accessibility faults in either theme, and say what visitors cannot see", async () => {
  serve();
  showInConsole(<BannersPage />, { at: "/banners" });
  await expect.element(page.getByText("1,204 次点击 · 986 人").first()).toBeVisible();
  await expect.element(page.getByText(/车主日活动 · 跳转的内容当前不可见/)).toBeVisible();
  await expect.element(page.getByText("商城还没有轮播图")).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
});

test("CO71 the arrow keys of a row's handle move it beside its neighbour", async () => {
  const sent = serve();
  showInConsole(
    <>
      <BannersPage />
      <ToastPlace />
    </>,
    { at: "/banners" },
  );
  await page.getByRole("button", { name: /^车主日：第 3 张/ }).click();
  await userEvent.keyboard("{ArrowUp}");
  await expect.poll(() => sentTo(sent, "banners/order")).toHaveLength(1);
  expect(sentTo(sent, "banners/order")).toEqual([{ bannerId: "73", beside: "71", side: "after" }]);
  await expect.element(page.getByText("「车主日」已移到第 2 位")).toBeVisible();
});

test("CO71 a row is dragged to its place", async () => {
  const sent = serve();
  showInConsole(<BannersPage />, { at: "/banners" });
  const handle = page.getByRole("button", { name: /^秋日 试驾季：第 1 张/ });
  await handle.dropTo(page.getByRole("link", { name: "车主日" }));
  await expect.poll(() => sentTo(sent, "banners/order")).toHaveLength(1);
  expect(sentTo(sent, "banners/order")[0]).toMatchObject({ bannerId: "71", side: "after" });
});

test("CO29 the form and both tones have no accessibility faults; the tone is chosen at its preview", async () => {
  serve();
  showInConsole(<BannerPage />, { at: "/banners/71" });
  await expect.element(page.getByRole("radio", { name: "浅色文字" })).toBeChecked();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  await page.getByRole("radio", { name: "深色文字" }).click();
  await expect.element(page.getByText("有未保存的修改")).toBeVisible();
});

test("CO86 where a colleague changed the same field one chooses; what is chosen is saved on theirs", async () => {
  let saves = 0;
  // Another banner than before: unsaved input of this tab is kept by its number.
  const own = banner({ bannerId: "75" });
  const sent = serve((request) => {
    if (pathOf(request) === "banners/show") return responseOf({ data: { banner: own } });
    if (pathOf(request) !== "banners/save") return null;
    if (++saves > 1)
      return responseOf({ data: { banner: { ...own, title: "我的题", revision: 5 }, merged: null } });
    const data = { by: "王运营", at: "2026-11-27T14:21:00+08:00", fields: ["title"] };
    return responseOf({ status: 409, code: "EDIT_CONFLICT", data });
  });
  showInConsole(<BannerPage />, { at: "/banners/75" });
  await page.getByRole("textbox", { name: "标题", exact: true }).fill("我的题");
  await page.getByRole("button", { name: "保存并生效" }).click();
  await expect.element(page.getByText("王运营 刚刚修改了 标题，请选择保留哪一个")).toBeVisible();
  await page.getByRole("radio", { name: /^我的题/ }).click();
  await page.getByRole("button", { name: "保存选择" }).click();
  await expect.poll(() => sentTo(sent, "banners/save")).toHaveLength(2);
  expect(sentTo(sent, "banners/save")).toEqual([
    { bannerId: "75", basedOn: 3, changes: { title: "我的题" } },
    { bannerId: "75", basedOn: 3, changes: { title: "我的题" } },
  ]);
});

test("a new banner's city and target are found by typing, and its faults stand at their fields", async () => {
  const sent = serve((request) =>
    pathOf(request) === "banners/create"
      ? responseOf({
          status: 601,
          code: "601",
          message: "请检查填写的内容",
          data: { fields: { imageUrl: "请选择图片" } },
        })
      : null,
  );
  showInConsole(<NewBannerPage />, { at: "/banners/new?position=mall" });
  await page.getByRole("combobox", { name: "城市" }).fill("shangh");
  await page.getByRole("option", { name: /上海/ }).click();
  await page.getByRole("combobox", { name: "活动、商品或页面" }).click();
  await page.getByRole("option", { name: /莫干山晨雾试驾/ }).click();
  await expect.element(page.getByRole("textbox", { name: "跳转地址" })).toHaveValue("/offline/26112801");
  await page.getByRole("button", { name: "创建" }).click();
  await expect.element(page.getByText("请选择图片", { exact: true })).toBeVisible();
  expect(sentTo(sent, "banners/create")[0]).toMatchObject({
    position: "mall",
    cityCode: "310100",
    link: "/offline/26112801",
    fromTime: null,
  });
});
