import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { listBanners, listNearby, listSeries, showNearby } from "#contract/activity/activity.ts";
import { listBenefits } from "#contract/benefit/benefit.ts";
import { showKocProgram } from "#contract/koc/koc.ts";
import { signUp } from "#contract/signup/signup.ts";
import { commandLineActor } from "../database/shared-tables/audit-log.ts";
import { openApp } from "../testing/app.ts";
import {
  exampleCatalogue,
  catalogueProblemsIn,
  exampleFolder,
  changeLines,
  sessionsIn,
  type CatalogueLists,
} from "./test-catalogue.ts";
import { importCatalogue, checkCatalogue, activityStatistics, setActivityPublished } from "./index.ts";

const app = await openApp();
const context = { ...app.context, by: commandLineActor };
const bring = (given: CatalogueLists) => importCatalogue(context, given, exampleFolder);
const problemsOf = (given: CatalogueLists) => catalogueProblemsIn(bring(given));
const publish = (activityId: string, isPublished = true) =>
  setActivityPublished(app.context.db, activityId, isPublished, {
    by: commandLineActor,
    now: new Date(app.context.clock.now()),
  });
const auditOf = async (id: string): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`
    select actor_kind || ' ' || host || ' ' || action || ' ' || about_kind || ' ' || outcome as line
    from audit_entry where about_id = ${id} order by audit_id`.execute(app.context.db);
  return rows.map(({ line }) => line);
};
const everything = async (): Promise<unknown> => {
  const tables = [
    "organisation",
    "series",
    "activity",
    "activity_session",
    "banner",
    "benefit",
    "koc_program",
  ];
  const counts = tables.map((table) =>
    sql`select count(*)::int as n from ${sql.table(table)}`.execute(app.context.db),
  );
  return (await Promise.all(counts)).map(({ rows }) => rows[0]);
};

test("W10 the example is imported as a draft until it is published, and a second import changes nothing", async () => {
  expect(changeLines(await checkCatalogue(context, exampleCatalogue("61"), exampleFolder))).toHaveLength(16);
  expect(changeLines(await bring(exampleCatalogue("61")))).toEqual([
    "added dealer 612001",
    "added series alpha61",
    "added activity 613001",
    "added activity 613002",
    "added banner 614001",
    "added benefit 615001",
    "added koc-program 613002",
    "added process 613001",
    "added category 616001",
    "added category 616002",
    "added freight 616101",
    "added product 616201",
    "added sku 616301",
    "added sku 616302",
    "added price-plan 616401",
    "added rush 616501",
  ]);
  expect(changeLines(await bring(exampleCatalogue("61")))).toEqual([]);
  expect((await app.call(showNearby, { id: "613001" })).status).toBe(404);
  expect([await publish("613001"), await publish("613001"), await publish("404")]).toEqual([
    "done",
    "again",
    "noActivity",
  ]);
  await publish("613002");
  // The server notices the change by polling, as if another process had written it
  // (http/cache/cache-invalidation.ts).
  await expect.poll(async () => (await app.call(showNearby, { id: "613001" })).status).toBe(200);
  expect((await app.call(showNearby, { id: "613001" })).data).toMatchObject({
    title: "滨江清晨试驾",
    coverUrl: expect.stringMatching(/^\/media\/cover-/),
    content: expect.stringMatching(/<img src="\/media\/cover-[^"]+" alt="清晨的江边" loading="lazy"/),
    quota: 20,
    remaining: 20,
    dealerName: "上海徐汇体验中心",
    conditions: ["认证车主"],
    asks: { series: true, dealer: false, session: true },
    form: [{ key: "size" }],
  });
  expect((await app.call(showNearby, { id: "613002" })).data).toMatchObject({
    hasCoupons: true,
    koc: { places: 100 },
    blocks: [{ kind: "hero" }, { kind: "coupon" }],
  });
  expect((await app.call(listBanners, {})).data).toContainEqual(expect.objectContaining({ id: "614001" }));
  expect((await app.call(listSeries, {})).data.map(({ seriesCode }) => seriesCode)).toContain("alpha61");
  expect(await auditOf("613001")).toEqual([
    "operator command catalogue.add activity done",
    "operator command catalogue.add process done",
    "operator command catalogue.publish activity done",
  ]);
});

test("W10 a changed file changes the fields that it contains for all processes; forms and pages of composers stay", async () => {
  await bring(exampleCatalogue("62"));
  for (const id of ["623001", "623002"]) await publish(id);
  const title = async () => (await app.call(showNearby, { id: "623001" })).data.title;
  const left = async () => (await app.call(listBenefits, { activityId: "623002" })).data[0]?.left;
  const places = async () => (await app.call(showKocProgram, { activityId: "623002" })).data.places;
  await expect.poll(() => Promise.all([title(), left(), places()])).toEqual(["滨江清晨试驾", 500, 100]);
  const changed = exampleCatalogue("62", (lists) => {
    const [first = {}, second = {}] = lists["activities"] ?? [];
    Object.assign(first, { title: "滨江日出试驾", quota: 30 });
    delete first["form"];
    (first["sessions"] as Record<string, unknown>[]).splice(1);
    (second["blocks"] as unknown[]).pop();
    Object.assign(lists["benefits"]?.[0] ?? {}, { stock: 600 });
    Object.assign(lists["kocPrograms"]?.[0] ?? {}, { places: 90 });
    Object.assign(lists["processes"]?.[0] ?? {}, { isEnabled: false });
  });
  const said = [
    "changed activity 623001 title quota sessions share",
    "changed activity 623002 blocks",
    "changed benefit 625001 stock",
    "changed koc-program 623002 places",
    "changed process 623001 nodes",
  ];
  const sorted = (lines: string[]) => lines.map((line) => line.split(" ").sort().join(" "));
  expect(sorted(changeLines(await checkCatalogue(context, changed, exampleFolder)))).toEqual(sorted(said));
  expect(await title()).toBe("滨江清晨试驾");
  expect(sorted(changeLines(await bring(changed)))).toEqual(sorted(said));
  expect(changeLines(await bring(changed))).toEqual([]);
  await expect.poll(() => Promise.all([title(), left(), places()])).toEqual(["滨江日出试驾", 600, 90]);
  const { rows } = await sql`select form, blocks_version from activity
    where activity_id in ('623001', '623002') order by activity_id`.execute(app.context.db);
  expect(rows).toMatchObject([
    { form: [{ key: "size" }], blocks_version: 0 },
    { form: [], blocks_version: 1 },
  ]);
});

test("W10 no limit falls below its counter, references stay intact, and a rejected file changes nothing", async () => {
  await bring(exampleCatalogue("63"));
  await sql`update activity set taken = 12 where activity_id = '633001'`.execute(app.context.db);
  await sql`update activity_session set taken = 6 where activity_id = '633001'`.execute(app.context.db);
  await sql`update benefit set sent = 40 where benefit_id = '635001'`.execute(app.context.db);
  await sql`update koc_program set taken = 5 where activity_id = '633002'`.execute(app.context.db);
  const before = await auditOf("632001");
  const activity = (change: (one: Record<string, unknown>) => void) =>
    problemsOf(
      exampleCatalogue("63", (lists) => {
        Object.assign(lists["dealers"]?.[0] ?? {}, { name: "换了名字" });
        change(lists["activities"]?.[0] ?? {});
      }),
    );
  expect(await activity((one) => Object.assign(one, { quota: 11 }))).toEqual({
    "activities.0.quota": "cannot be below 12: so many are taken",
  });
  expect(
    await activity((one) => Object.assign((one["sessions"] as object[])[0] ?? {}, { quota: 5 })),
  ).toEqual({ "activities.0.sessions.0.quota": "cannot be below 6: so many are taken" });
  expect(await activity((one) => (one["sessions"] as object[]).pop())).toEqual({
    "activities.0.sessions": "cannot remove 633102: people have chosen it",
  });
  expect(await activity((one) => Object.assign(one, { activityType: "online" }))).toEqual({
    "activities.0.activityType": 'cannot change after it was added as "localoffline"',
  });
  expect(
    await problemsOf(
      exampleCatalogue("63", (lists) => {
        Object.assign(lists["benefits"]?.[0] ?? {}, { stock: 39 });
        Object.assign(lists["kocPrograms"]?.[0] ?? {}, { places: 4 });
      }),
    ),
  ).toEqual({
    "benefits.0.stock": "cannot be below 40: so many are taken",
    "kocPrograms.0.places": "cannot be below 5: so many are taken",
  });
  expect(await auditOf("632001")).toEqual(before);
  expect(changeLines(await bring(exampleCatalogue("63")))).toEqual([]);
  expect(await activity((one) => Object.assign(one, { quota: 12 }))).toEqual({});
  expect(await activityStatistics(app.context.db, "633001", new Date(app.context.clock.now()))).toMatchObject(
    {
      seats_left: 0,
      waiting: 0,
      leads: 0,
    },
  );
});

test("W10 a file with one problem imports none of its valid entries", async () => {
  const before = await everything();
  expect(
    await problemsOf(
      exampleCatalogue("64", (lists) => {
        Object.assign(lists["activities"]?.[0] ?? {}, {
          seriesCodes: ["nosuch"],
          dealerIds: ["642001", "9"],
        });
      }),
    ),
  ).toEqual({
    "activities.0.dealerIds.1": "there is no dealer 9",
    "activities.0.seriesCodes.0": "there is no series nosuch",
  });
  expect(
    await problemsOf(
      exampleCatalogue("64", (lists) => {
        Object.assign(lists["processes"]?.[0] ?? {}, {
          nodes: [{ kind: "owner", nodeKey: "owner", name: "认证车主" }],
        });
      }),
    ),
  ).toEqual({ "processes.0.nodes": "流程中没有活动的节点 signup" });
  expect(
    await problemsOf(
      exampleCatalogue("64", (lists) => {
        Object.assign(lists["activities"]?.[0] ?? {}, { processKey: "P613001" });
        Object.assign(lists["banners"]?.[0] ?? {}, { imageUrl: "none.png", title: "" });
      }),
    ),
  ).toMatchObject({ "banners.0.imageUrl": "none.png: there is no such picture beside the file" });
  expect(await everything()).toEqual(before);
});

test("Z03 changes of benefits and KOC programmes invalidate the caches of every process; changes of counters do not", async () => {
  await bring(exampleCatalogue("66"));
  const told = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from content_change where topic = 'content'`.execute(app.context.db);
    return rows[0]?.n ?? 0;
  };
  const before = await told();
  for (const change of [sql`benefit set sent = 1`, sql`koc_program set taken = 1`])
    await sql`update ${change} where activity_id = '663002'`.execute(app.context.db);
  expect(await told()).toBe(before);
  for (const change of [sql`benefit set stock = 7`, sql`koc_program set places = 7`])
    await sql`update ${change} where activity_id = '663002'`.execute(app.context.db);
  expect(await told()).toBe(before + 2);
});

test("W10 a withdrawn activity disappears from its page and from lists", async () => {
  await bring(exampleCatalogue("65"));
  await publish("653001");
  const inList = async () =>
    (await app.call(listNearby, { ids: "653001" })).data.list.map(({ activityId }) => activityId);
  await expect.poll(inList).toEqual(["653001"]);
  expect(await publish("653001", false)).toBe("done");
  await expect.poll(inList).toEqual([]);
  await expect.poll(async () => (await app.call(showNearby, { id: "653001" })).status).toBe(404);
  expect((await auditOf("653001")).at(-1)).toBe("operator command catalogue.withdraw activity done");
});

test("W10 a banner is removed if the file says so, once", async () => {
  await bring(exampleCatalogue("67"));
  const shown = async () => (await app.call(listBanners, {})).data.map(({ id }) => id);
  await expect.poll(shown).toContain("674001");
  const without = { removedBanners: ["674001"] } as unknown as CatalogueLists;
  expect(changeLines(await bring(without))).toEqual(["removed banner 674001"]);
  expect(changeLines(await bring(without))).toEqual([]);
  await expect.poll(shown).not.toContain("674001");
  expect((await auditOf("674001")).at(-1)).toBe("operator command catalogue.change banner removed");
  const both = exampleCatalogue("67", (lists) => Object.assign(lists, without));
  expect(await problemsOf(both)).toEqual({ "removedBanners.0": "is listed twice" });
});

test("W10 a session with sign-ups cannot be removed, whatever its counter is; one without can", async () => {
  await bring(exampleCatalogue("68"));
  await publish("683001");
  const mobile = "13155550079";
  const { token } = await app.login(mobile, { owner: true });
  const captchaVerifyId = await app.solveCaptcha({ action: "signup", activityId: "683001" }, { token });
  const choice = { seriesCode: "alpha68", sessionId: "683102", answers: { size: "一位" } };
  const wish = { id: "683001", name: "林晓岚", mobile, consent: true, ...choice } as const;
  const options = { token, captchaVerifyId, idempotencyKey: randomUUID() };
  expect((await app.call(signUp, wish, options)).status).toBe(200);
  await sql`update activity_session set taken = 0 where activity_id = '683001'`.execute(app.context.db);
  const left = (at: number) => exampleCatalogue("68", (lists) => void sessionsIn(lists).splice(at, 1));
  expect(await problemsOf(left(1))).toEqual({
    "activities.0.sessions": "cannot remove 683102: people have chosen it",
  });
  expect(changeLines(await bring(left(0)))).toEqual(["changed activity 683001 sessions"]);
});

test("W10 a person's field is added once and removed; the audit log contains no mobile", async () => {
  const field = (value: string | null): CatalogueLists => ({
    personFields: [{ mobile: "138 0000 0001", field: "score66", value }],
  });
  expect(changeLines(await bring(field("80")))).toEqual(["added person-field score66 138****0001"]);
  expect(changeLines(await bring(field("80")))).toEqual([]);
  expect(changeLines(await bring(field(null)))).toEqual(["changed person-field score66 138****0001 value"]);
  expect(await auditOf("score66")).toEqual([
    "operator command catalogue.add person-field done",
    "operator command catalogue.change person-field value",
  ]);
});
