import { afterAll, beforeAll, expect, test } from "vitest";
import {
  listBanners,
  listNearby,
  listSeries,
  showNearby,
  type Activity,
} from "#contract/activity/activity.ts";
import type { ArgsOf } from "#contract/core/call.ts";
import { listDealers, showOrganisation } from "#contract/organisation/organisation.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { metresBetween } from "../../organisation/index.ts";

const DAY = 86_400_000;
const SHANGHAI = { longitude: 121.48, latitude: 31.22 };
let app: TestApp;
let now: number;
const idOf = (at: number): string => String(1_000_000_000_000_000_000n + BigInt(at));
const dealer = (at: number, over: object = {}) => ({
  id: idOf(900 + at),
  code: `D${at}`,
  name: `青岚中心·${at}`,
  status: "BC500001",
  address: "路 1 号",
  phone: "021-55501234",
  provinceCode: "310000",
  cityCode: "310100",
  longitude: 121.4 + at / 10,
  latitude: 31.2,
  ...over,
});

beforeAll(async () => {
  app = await testApp();
  now = app.context.clock.now();
  await app.modules.organisations.add([dealer(1, { status: "BC500002" }), dealer(2)]);
  // A spiral around Shanghai: each a little farther, some ended, some online, some in other cities.
  const many = Array.from({ length: 90 }, (_, at) =>
    sampleActivity(now, {
      activityId: idOf(at),
      title: `活动 ${at}`,
      longitude: 121.48 + Math.sin(at) * at * 0.02,
      latitude: 31.22 + Math.cos(at) * at * 0.02,
      activityType: at % 10 === 3 ? "online" : "localoffline",
      businessType: ((at % 4) + 1) as Activity["businessType"],
      signUpEndTime: at % 5 === 0 ? now - DAY : now + DAY * (1 + (at % 3)),
      signUpStartTime: at % 7 === 1 && at % 5 !== 0 ? now + DAY / 2 : now - 2 * DAY,
      startTime: at % 10 === 3 ? now - DAY : now + (at % 20) * DAY,
      endTime: now + (at % 20) * DAY + DAY / 4,
      seriesCodes: at % 2 ? ["yuanshan"] : ["xingyun", "zhuguang"],
      cityCode: at % 6 === 5 ? "320500" : "310100",
      provinceCode: at % 6 === 5 ? "320000" : "310000",
    }),
  );
  const special = sampleActivity(now, {
    activityId: idOf(200),
    title: "100%_真实\\的活动",
    dealerId: idOf(901),
    dealerIds: [idOf(902), idOf(901)],
    longitude: 100,
    latitude: 40,
    cityCode: "620700",
    provinceCode: "620000",
    content: "<p>文</p>",
  });
  await app.modules.activities.addActivities([...many, special]);
  await app.modules.activities.addSeries([
    { seriesCode: "b", seriesName: "乙", imageUrl: "/b", position: 2 },
    { seriesCode: "a", seriesName: "甲", imageUrl: "/a", position: 1 },
  ]);
});
afterAll(() => app.close());

const list = async (args: ArgsOf<typeof listNearby>) => (await app.call(listNearby, args)).data;
async function everyPage(args: ArgsOf<typeof listNearby>): Promise<Activity[]> {
  const all: Activity[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ ...args, ...(cursor !== undefined && { cursor }) });
    all.push(...page.list);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && all.length < 1_000);
  return all;
}

test("U18 K01 nearest first, the same as measuring all; ended ones last", async () => {
  const found = await everyPage({ ...SHANGHAI, cityCode: "310100", activityType: "localoffline", size: 7 });
  expect(found).toHaveLength(69);
  for (const one of found)
    expect(Math.abs((one.distance ?? -9) - metresBetween(SHANGHAI, one))).toBeLessThanOrEqual(1);
  const isOver = (one: Activity): number => (one.status === 3 ? 1 : 0);
  const sorted = [...found].sort(
    (a, b) =>
      isOver(a) - isOver(b) ||
      (a.distance ?? 0) - (b.distance ?? 0) ||
      (a.activityId < b.activityId ? -1 : 1),
  );
  expect(found.map(({ activityId }) => activityId)).toEqual(sorted.map(({ activityId }) => activityId));
});

test("K24 pages neither repeat nor miss activities while others are added", async () => {
  const here = { cityCode: "440100", provinceCode: "440000", longitude: 113.3, latitude: 23.1 };
  const there = { ...here, activityType: "localoffline" as const, size: 10 };
  const some = Array.from({ length: 25 }, (_, at) =>
    sampleActivity(now, { ...here, activityId: idOf(500 + at), latitude: 23.2 + at / 100 }),
  );
  await app.modules.activities.addActivities(some);
  const first = await list(there);
  await app.modules.activities.addActivities([
    sampleActivity(now, { ...here, activityId: idOf(300), title: "新来的" }),
  ]);
  const rest: Activity[] = [];
  let cursor = first.nextCursor;
  while (cursor !== null) {
    const page = await list({ ...there, cursor });
    rest.push(...page.list);
    cursor = page.nextCursor;
  }
  const ids = [...first.list, ...rest].map(({ activityId }) => activityId);
  expect(new Set(ids)).toEqual(new Set(some.map(({ activityId }) => activityId)));
  expect(ids).toHaveLength(25);
  expect(ids).not.toContain(idOf(300));
});

test("K24 a page holds at most 50", async () => {
  expect((await app.call(listNearby, { size: 1e9 })).status).toBe(601);
  expect((await list({ size: 50 })).list).toHaveLength(50);
});

/** Whether an activity is not one that another test adds. */
const isPermanent = ({ activityId }: Activity): boolean => activityId <= idOf(200);

test("filters apply to the list and the count: city, type, business, status, series, keyword, ids", async () => {
  const all = (await everyPage({ ...SHANGHAI, size: 50 })).filter(isPermanent);
  const cases: [ArgsOf<typeof listNearby>, (one: Activity) => boolean][] = [
    [{ cityCode: "320500" }, (one) => one.cityCode === "320500" || one.activityMode === "online"],
    [{ provinceCode: "320000" }, (one) => one.provinceCode === "320000" || one.activityMode === "online"],
    // A city of another region has no online activity of the eastern region.
    [{ cityCode: "620700" }, (one) => one.cityCode === "620700"],
    [{ activityType: "online" }, (one) => one.activityMode === "online"],
    [{ businessType: 2 }, (one) => one.businessType === 2],
    [{ status: 1 }, (one) => one.status === 1],
    [{ status: 2 }, (one) => one.status === 2],
    [{ status: 3 }, (one) => one.status === 3],
    [{ seriesCode: "zhuguang" }, (one) => one.seriesCodes.includes("zhuguang")],
    [{ keyword: "100%_" }, (one) => one.title.includes("100%_")],
    // Ended and online ones too; an unknown id is ignored.
    [{ ids: [3, 5, 20, 998].map(idOf).join(",") }, (one) => [3, 5, 20].map(idOf).includes(one.activityId)],
  ];
  for (const [args, isIn] of cases) {
    const found = (await everyPage({ ...SHANGHAI, ...args, size: 50 })).filter(isPermanent);
    const expected = all.filter(isIn);
    expect(expected.length).toBeGreaterThan(0);
    expect(new Set(found.map(({ activityId }) => activityId))).toEqual(
      new Set(expected.map(({ activityId }) => activityId)),
    );
    const counted = (await list({ ...SHANGHAI, ...args, size: 1, counted: "1" })).total;
    expect(counted).toBe((await everyPage({ ...SHANGHAI, ...args, size: 50 })).length);
  }
});

test("K09 K10 K22 the status follows the server's clock", async () => {
  const id = idOf(400);
  const open = now + 30 * DAY;
  await app.modules.activities.addActivities([
    sampleActivity(now, {
      activityId: id,
      cityCode: "650100",
      provinceCode: "650000",
      signUpStartTime: open,
      signUpEndTime: open + DAY,
      startTime: open + 2 * DAY,
      endTime: open + 3 * DAY,
    }),
  ]);
  const statusAt = async (time: number): Promise<number> => {
    app.context.clock.set(time);
    app.clearCaches();
    return (await app.call(showNearby, { id })).data.status;
  };
  const seen = [
    await statusAt(open - 2_000),
    await statusAt(open),
    await statusAt(open + DAY - 60_000),
    await statusAt(open + DAY),
  ];
  app.context.clock.set(null);
  app.clearCaches();
  expect(seen).toEqual([1, 2, 2, 3]);
});

test("U19 K06 K07 K08 K14 a detail has its mode, its sec and its dealers, its own first, with their status", async () => {
  const { data } = await app.call(showNearby, { id: idOf(200), ...SHANGHAI });
  expect(data.dealers.map(({ id }) => id)).toEqual([idOf(901), idOf(902)]);
  expect([data.dealerName, data.dealerStatus]).toEqual(["青岚中心·1", "BC500002"]);
  expect(data.distance).toBeGreaterThan(1_000_000);
  expect([data.activityId, data.activityMode, data.sec]).toEqual([idOf(200), "offline", "s"]);
  const online = await everyPage({ activityType: "online", size: 50 });
  expect(new Set(online.map(({ activityMode }) => activityMode))).toEqual(new Set(["online"]));
});

test("C31 an unknown id is refused with 404 and a text, an invalid one with 601", async () => {
  const answer = await app.call(showNearby, { id: "999999" });
  expect([answer.status, answer.message]).toEqual([404, "活动不存在或已下线"]);
  expect((await app.call(showNearby, { id: "a b" })).status).toBe(601);
});

test("U15 U25 dealers by id, and those of an activity nearest first", async () => {
  expect((await app.call(showOrganisation, { id: idOf(901) })).data.name).toBe("青岚中心·1");
  expect((await app.call(showOrganisation, { id: "5" })).status).toBe(404);
  const near = (await app.call(listDealers, { activityId: idOf(200), longitude: 121.6, latitude: 31.2 }))
    .data;
  expect(near.map(({ id }) => id)).toEqual([idOf(902), idOf(901)]);
  expect((await app.call(listDealers, { activityId: "5" })).status).toBe(404);
});

test("U26 series in display order; U29 banners of a position", async () => {
  expect((await app.call(listSeries, {})).data.map(({ seriesCode }) => seriesCode)).toEqual(["a", "b"]);
  const banner = {
    imageUrl: "/x",
    link: "/list",
    title: "t",
    subtitle: "",
    action: "a",
    tone: "light" as const,
    position: "index",
  };
  await app.modules.activities.addBanners([
    { ...banner, id: "1", place: 1, cityCode: null },
    { ...banner, id: "2", place: 2, cityCode: "310100" },
    { ...banner, id: "3", place: 3, cityCode: "440100" },
  ]);
  app.clearCaches();
  expect((await app.call(listBanners, { cityCode: "310100" })).data.map(({ id }) => id)).toEqual(["2", "1"]);
});

test("invalid cursors, points and numbers are refused with 601, never 500", async () => {
  const broken: Record<string, unknown>[] = [
    { cursor: "AAAA" },
    { cursor: "*" },
    { cursor: Buffer.from("1795224521861.0.NaN.x").toString("base64url") },
    { longitude: "NaN", latitude: "31" },
    { longitude: "999", latitude: "31" },
    { longitude: "31.2", latitude: "121.4" },
    { size: "0" },
    { size: "-1" },
    { size: "1e3" },
    { status: "9" },
    { businessType: "1.5" },
    { cityCode: "shanghai" },
    { keyword: "长".repeat(41) },
    { ids: "1,,2" },
    { ids: "1,a" },
    { ids: Array.from({ length: 51 }, (_, at) => String(at)).join(",") },
  ];
  for (const args of broken)
    expect([(await app.call(listNearby, args as never)).status, args]).toEqual([601, args]);
});

test("an answer to a visitor has an ETag, and a repeated request gets 304", async () => {
  const first = await app.call(listSeries, {});
  const etag = String(first.headers["etag"]);
  expect(etag).toMatch(/^"/);
  const url = `/mall-api/${listSeries.paths[0]}`;
  expect((await app.app.inject({ url, headers: { "if-none-match": etag } })).statusCode).toBe(304);
});

test("C17 C18 only preview=1 with id 00, both keys and a token shows a draft", async () => {
  const names = { processKey: "draftProcess", nodeKey: "landing" };
  const draft = sampleActivity(now, {
    activityId: idOf(700),
    activityType: "online",
    pageType: "landing",
    isDraft: true,
    blocks: [{ kind: "faq", items: [{ question: "能退吗", answer: "能" }] }],
    ...names,
  });
  await app.modules.activities.addActivities([draft]);
  const issued = await app.modules.activities.previews.add(idOf(700));
  const previewToken = new URLSearchParams(issued?.path.split("?")[1]).get("previewToken") ?? "";
  const keys = { ...names, previewToken };
  const shown = await app.call(showNearby, { id: "00", preview: "1", ...keys });
  expect([shown.status, shown.data]).toMatchObject([200, { activityId: idOf(700), blocks: draft.blocks }]);
  const others: ArgsOf<typeof showNearby>[] = [
    { id: idOf(700) },
    { id: idOf(700), preview: "1", ...keys },
    { id: "00", ...keys },
    { id: "00", preview: "01", ...keys },
    { id: "00", preview: "1", previewToken, processKey: keys.processKey },
    { id: "00", preview: "1", previewToken, nodeKey: keys.nodeKey },
    { id: "00", preview: "1", ...names },
    { id: "00", preview: "1", ...keys, nodeKey: "other" },
    { id: "00", preview: "1" },
  ];
  for (const args of others) expect([args, (await app.call(showNearby, args)).status]).toEqual([args, 404]);
  const { data } = await app.call(listNearby, { keyword: "莫干山", activityType: "online", size: 50 });
  expect(data.list.map(({ activityId }) => activityId)).not.toContain(idOf(700));
  expect((await list({ ids: idOf(700) })).list).toEqual([]);
});
