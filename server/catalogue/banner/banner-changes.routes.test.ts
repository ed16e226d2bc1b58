import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createBanner,
  endBanner,
  listBannerVersions,
  listConsoleBanners,
  moveBanner,
  removeBanner,
  restoreBanner,
  saveBanner,
  showConsoleBanner,
  type BannerFields,
} from "#contract/console/content/banners.ts";
import { commandLineActor } from "../../database/shared-tables/audit-log.ts";
import { openApp } from "../../testing/app.ts";
import { loginOperator, type TestOperator } from "../../testing/operator.ts";
import { applyCatalogue } from "../apply.ts";
import { eastScope, southScope } from "../console/test-activities.ts";
import { parseCatalogue } from "../rules.ts";
import { mergeBanner } from "./rules.ts";
import { sampleBanner, testBanners } from "./test-banners.ts";

const app = await openApp();
const { clock } = app.context;
const east = await loginOperator(app, "region", eastScope, { name: "周运营" });
const south = await loginOperator(app, "region", southScope);
const admin = await loginOperator(app, "hq-admin", undefined, { name: "陈主管" });
const iso = (time: number): string => new Date(time).toISOString();
const { call, auditOf, empty, ...banners } = testBanners(app);
const add = (over: Partial<BannerFields> = {}, who = admin) => banners.add(who, over);

test("CO86 fields that only one side changed are merged and named, others are a conflict with who, when and which", async () => {
  const { bannerId, revision } = await add({ title: "原来" });
  await call(admin, saveBanner, { bannerId, basedOn: revision, changes: { title: "新题" } });
  const merged = await call(east, saveBanner, { bannerId, basedOn: revision, changes: { subtitle: "x" } });
  // 全国 belongs to headquarters.
  expect(merged.status).toBe(404);
  const other = await loginOperator(app, "hq-staff", undefined, { name: "王运营" });
  const done = await call(other, saveBanner, {
    bannerId,
    basedOn: revision,
    changes: { subtitle: "新副题" },
  });
  expect(done.data.merged).toEqual({ by: "陈主管", fields: ["title"] });
  expect(done.data.banner).toMatchObject({ title: "新题", subtitle: "新副题", revision: revision + 2 });
  const conflict = await call(other, saveBanner, {
    bannerId,
    basedOn: revision,
    changes: { title: "我的", action: "看看" },
  });
  expect([conflict.status, conflict.code]).toEqual([409, "EDIT_CONFLICT"]);
  expect(conflict.data).toMatchObject({ by: "陈主管", fields: ["title"] });
  const same = await call(other, saveBanner, { bannerId, basedOn: revision, changes: { title: "新题" } });
  expect(same.code).toBe("00");
  expect((await call(admin, showConsoleBanner, { bannerId })).data.banner.action).toBe("去看看");
});

test("CO86 whatever two change, each value is kept or named as a conflict", () => {
  const names = ["title", "subtitle", "link"] as const;
  const change = fc.dictionary(fc.constantFrom(...names), fc.constantFrom("一", "二", "三"));
  fc.assert(
    fc.property(change, change, (first, second) => {
      const base = sampleBanner();
      const live = { ...base, ...first };
      const others = new Set(names.filter((name) => live[name] !== base[name]));
      const { fields: after, conflicts } = mergeBanner(live, second, others);
      for (const name of names) {
        const wanted = second[name];
        const isKept = wanted === undefined ? after[name] === live[name] : after[name] === wanted;
        expect(isKept).toBe(true);
        const isMet = wanted !== undefined && others.has(name) && wanted !== live[name];
        expect(conflicts.includes(name)).toBe(isMet);
      }
    }),
  );
});

test("CO86 of two who save the same field at the same moment one is told of the other", async () => {
  const { bannerId, revision: basedOn } = await add({ title: "原来" });
  const save = (title: string) => call(admin, saveBanner, { bannerId, basedOn, changes: { title } });
  const codes = (await Promise.all([save("一"), save("二"), save("三")])).map(({ code }) => code);
  expect(codes.toSorted()).toEqual(["00", "EDIT_CONFLICT", "EDIT_CONFLICT"]);
});

test("CO09 a region sees the banners of all cities and of its own, and writes those of its own alone", async () => {
  await empty();
  const [national, hangzhou, guangzhou] = [
    await add({ title: "全国" }),
    await add({ title: "杭州", cityCode: "330100" }, east),
    await add({ title: "广州", cityCode: "440100" }),
  ];
  const titles = async (who: TestOperator) =>
    (await call(who, listConsoleBanners, { filter: {} })).data.rows.map(({ title, canWrite }) => [
      title,
      canWrite,
    ]);
  expect(await titles(east)).toEqual([
    ["全国", false],
    ["杭州", true],
  ]);
  expect(await titles(south)).toEqual([
    ["全国", false],
    ["广州", true],
  ]);
  for (const { bannerId } of [national, guangzhou]) {
    const before = await auditOf(bannerId);
    const acts = [
      await call(east, saveBanner, { bannerId, basedOn: 1, changes: { title: "我的" } }),
      await call(east, endBanner, { bannerId }),
      await call(east, removeBanner, { bannerId }),
      await call(east, moveBanner, { bannerId, beside: hangzhou.bannerId, side: "after" }),
      await call(east, restoreBanner, { bannerId, revision: 1, basedOn: 1 }),
    ];
    expect(acts.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await auditOf(bannerId)).toEqual(before);
  }
  const { bannerId } = guangzhou;
  for (const read of [showConsoleBanner, listBannerVersions] as const)
    expect((await call(east, read, { bannerId })).status).toBe(404);
  for (const cityCode of [null, "440100"]) {
    const given = { bannerId: hangzhou.bannerId, basedOn: 1, changes: { cityCode } };
    expect((await call(east, saveBanner, given)).status).toBe(601);
    expect((await call(east, createBanner, sampleBanner({ cityCode }))).status).toBe(601);
  }
});

test("CO88 each change has a version; an earlier one is put back as a new one, judged by today's rules", async () => {
  const { bannerId } = await add({ title: "第一版" });
  await call(admin, saveBanner, { bannerId, basedOn: 1, changes: { title: "第二版", tone: "dark" } });
  const { versions } = (await call(admin, listBannerVersions, { bannerId })).data;
  expect(versions.map(({ revision, by, changes }) => [revision, by, changes])).toEqual([
    [
      2,
      "陈主管",
      [
        { field: "title", before: "第一版", after: "第二版" },
        { field: "tone", before: "light", after: "dark" },
      ],
    ],
    [1, "陈主管", []],
  ]);
  const stale = await call(admin, restoreBanner, { bannerId, revision: 1, basedOn: 1 });
  expect([stale.code, stale.data]).toMatchObject(["EDIT_CONFLICT", { fields: ["title", "tone"] }]);
  const { banner } = (await call(admin, restoreBanner, { bannerId, revision: 1, basedOn: 2 })).data;
  expect(banner).toMatchObject({ title: "第一版", tone: "light", revision: 3 });
  expect((await auditOf(bannerId)).at(-1)).toBe("banner.restore version 1");
});

test("CO88 the catalogue file changes the same banner: a version, and a window that it does not give stays", async () => {
  const { bannerId, toTime } = await add({ title: "原来", toTime: iso(clock.now() + 86_400_000) });
  const file = { ...sampleBanner({ title: "文件" }), id: bannerId, place: 7 };
  const { fromTime: _from, toTime: _to, ...entry } = file;
  await applyCatalogue({ ...app.context, by: commandLineActor }, parseCatalogue({ banners: [entry] }), false);
  const { banner } = (await call(admin, showConsoleBanner, { bannerId })).data;
  expect(banner).toMatchObject({
    title: "文件",
    toTime,
    place: 7,
    revision: 2,
    changedDoor: "command",
    changedBy: null,
  });
  const conflict = await call(admin, saveBanner, { bannerId, basedOn: 1, changes: { title: "后台" } });
  expect(conflict.data).toMatchObject({ by: null, fields: ["title"] });
});
