import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  createBanner,
  endBanner,
  listBannerTargets,
  listConsoleBanners,
  moveBanner,
  removeBanner,
  saveBanner,
  showConsoleBanner,
  type BannerFields,
} from "#contract/console/content/banners.ts";
import { openApp } from "../../testing/app.ts";
import { loginOperator, type TestOperator } from "../../testing/operator.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { eastScope } from "../console/test-activities.ts";
import { bannerMessages } from "./messages.ts";
import { sampleBanner, testBanners } from "./test-banners.ts";

const app = await openApp();
/** Another process of the same installation. */
const second = await openApp({ beside: app });
const { db, clock } = app.context;
const east = await loginOperator(app, "region", eastScope);
const admin = await loginOperator(app, "hq-admin", undefined, { name: "陈主管" });
const iso = (time: number): string => new Date(time).toISOString();
const { call, shown, auditOf, empty, ...banners } = testBanners(app);
const add = (over: Partial<BannerFields> = {}, who = admin) => banners.add(who, over);

test("CO71 order, city and text of a banner are those that visitors see at once, each act one audit line", async () => {
  await empty();
  const [first, second] = [await add({ title: "甲" }), await add({ title: "乙" })];
  const local = await add({ title: "沪", cityCode: "310100" });
  await expect.poll(() => shown("mall", "310100")).toEqual(["沪", "甲", "乙"]);
  expect(await shown("mall")).toEqual(["甲", "乙"]);
  const move = { bannerId: second.bannerId, beside: first.bannerId, side: "before" as const };
  expect((await call(admin, moveBanner, move)).data.place).toBe(0);
  await call(admin, saveBanner, {
    bannerId: first.bannerId,
    basedOn: first.revision,
    changes: { title: "甲\n二" },
  });
  await expect.poll(() => shown("mall")).toEqual(["乙", "甲\n二"]);
  const { rows } = (await call(admin, listConsoleBanners, { filter: { positions: ["mall"] } })).data;
  expect(rows.map(({ bannerId }) => bannerId)).toEqual([second.bannerId, first.bannerId, local.bannerId]);
  expect(rows[1]).toMatchObject({
    changedBy: "陈主管",
    revision: 2,
    target: { kind: "page", name: "全部活动" },
  });
  expect(await auditOf(first.bannerId)).toEqual(["banner.add mall", "banner.change title"]);
  expect(await auditOf(second.bannerId)).toEqual(["banner.add mall", "banner.order place 1"]);
});

test("CO71 a window begins and ends in every process within a second of its time", async () => {
  await empty();
  const from = clock.now() + 900;
  const to = from + 1_500;
  await add({ title: "整点", fromTime: iso(from), toTime: iso(to) });
  const both = () => Promise.all([shown("mall", undefined, app), shown("mall", undefined, second)]);
  expect(await both()).toEqual([[], []]);
  const isAll = (titles: string[]) => async () =>
    JSON.stringify(await both()) === JSON.stringify([titles, titles]);
  await expect.poll(isAll(["整点"]), { interval: 50, timeout: 5_000 }).toBe(true);
  expect(clock.now() - from).toBeLessThan(1_000);
  expect(clock.now()).toBeGreaterThanOrEqual(from);
  await expect.poll(isAll([]), { interval: 50, timeout: 5_000 }).toBe(true);
  expect(clock.now() - to).toBeLessThan(1_000);
}, 20_000);

test("CO44 what the catalogue file refuses, the console refuses, at the field and in Chinese", async () => {
  const wrong = sampleBanner({
    title: " ",
    link: "javascript:alert(1)",
    imageUrl: "x.png",
    subtitle: "长".repeat(41),
  });
  const { status, data } = await call(admin, createBanner, wrong);
  expect(status).toBe(601);
  expect(Object.keys((data as unknown as { fields: object }).fields).toSorted()).toEqual([
    "imageUrl",
    "link",
    "subtitle",
    "title",
  ]);
  const late = await call(admin, createBanner, sampleBanner({ fromTime: iso(2e12), toTime: iso(1.9e12) }));
  expect(late).toMatchObject({ status: 601, data: { fields: { toTime: "应晚于开始展示" } } });
});

test("CO71 many moves at once leave every banner one place of its own", async () => {
  await empty();
  const ids: string[] = [];
  for (const title of ["一", "二", "三", "四", "五", "六"]) ids.push((await add({ title })).bannerId);
  const moves = ids.map((bannerId, at) =>
    call(admin, moveBanner, { bannerId, beside: ids[(at + 3) % 6] ?? "", side: at % 2 ? "before" : "after" }),
  );
  expect((await Promise.all(moves)).map(({ code }) => code)).toEqual(ids.map(() => "00"));
  const { rows } = await sql<{ place: number }>`select place from banner order by place`.execute(db);
  expect(rows.map(({ place }) => place)).toEqual([0, 1, 2, 3, 4, 5]);
  const gone = await call(admin, moveBanner, { bannerId: ids[0] ?? "", beside: "1", side: "before" });
  expect([gone.code, gone.message]).toEqual(["STATE_CHANGED", bannerMessages.otherGone]);
});

test("a shown banner is ended before it is deleted; both are refused in words otherwise", async () => {
  await empty();
  const { bannerId } = await add({ title: "将下线" });
  const early = await call(admin, removeBanner, { bannerId });
  expect([early.code, early.message]).toEqual(["STATE_CHANGED", bannerMessages.isLive]);
  expect((await call(admin, endBanner, { bannerId })).data.banner.state).toBe("ended");
  await expect.poll(() => shown("mall")).toEqual([]);
  const again = await call(admin, endBanner, { bannerId });
  expect([again.code, again.message]).toEqual(["STATE_CHANGED", bannerMessages.notLive]);
  expect((await call(admin, removeBanner, { bannerId })).data.removed).toBe(true);
  expect((await call(admin, showConsoleBanner, { bannerId })).status).toBe(404);
  expect(await auditOf(bannerId)).toEqual(["banner.add mall", "banner.end done", "banner.remove done"]);
});

test("CO71 clicks of 30 days are counted by the link's id, persons once, also before their login", async () => {
  const { bannerId } = await add({ title: "点我" });
  const today = iso(clock.now()).slice(0, 10);
  const tomorrow = iso(clock.now() + 86_400_000).slice(0, 10);
  await sql`create table clicks_of_today partition of tracked_event
    for values from (${sql.lit(today)}) to (${sql.lit(tomorrow)})`.execute(db);
  const click = (id: string, person: string, day = today) =>
    sql`insert into tracked_event (day, event_key, project, type, event, event_time, received_time, distinct_id, properties)
      values (${day}::date, gen_random_uuid(), 'dianshang', 'track', '$WebClick', now(), now(), ${person},
        ${JSON.stringify({ $element_id: id })}::jsonb)`.execute(db);
  await sql`insert into tracked_identity (project, anonymous_id, login_id, created_time)
    values ('dianshang', 'anonymous-1', 'person-1', now())`.execute(db);
  for (const person of ["anonymous-1", "person-1", "person-2", "person-2"])
    await click(`banner-${bannerId}`, person);
  await click("banner-1", "person-3");
  const { banner } = (await call(admin, showConsoleBanner, { bannerId })).data;
  expect(banner).toMatchObject({ clicks: 4, clickPersons: 2 });
});

test("a link's target is found by name within the operator's scope, and one that is not shown is marked", async () => {
  const activity = (activityId: string, title: string, over: object) =>
    sampleActivity(clock.now(), {
      activityId,
      title,
      sponsorLevel1: "107002",
      processKey: `P${activityId}`,
      ...over,
    });
  await app.modules.activities.addActivities([
    activity("4410000000000001", "西湖试驾", { sponsorLevel2: "VWSA400000" }),
    activity("4410000000000002", "西湖赏车", { sponsorLevel2: "VWSA500000" }),
    activity("4410000000000003", "西湖草稿", { sponsorLevel2: "VWSA400000", isDraft: true }),
  ]);
  const names = async (who: TestOperator, text: string) =>
    (await call(who, listBannerTargets, { text })).data.targets.map(({ path, name }) => [path, name]);
  expect(await names(east, "西湖")).toEqual([["/offline/4410000000000001", "西湖试驾"]]);
  expect(await names(east, "")).toContainEqual(["/offline/4410000000000001", "西湖试驾"]);
  expect(await names(admin, "卡券")).toEqual([["/mine/coupons", "我的卡券"]]);
  const hidden = await add({ link: "/offline/4410000000000003" });
  expect(hidden.target).toEqual({
    kind: "activity",
    path: "/offline/4410000000000003",
    name: "西湖草稿",
    isShown: false,
  });
  expect((await add({ link: "https://example.com/" })).target).toBeNull();
});
