import fc from "fast-check";
import { sql } from "kysely";
import { afterEach, beforeAll, expect, test } from "vitest";
import {
  bulkCloneActivities,
  bulkTagActivities,
  bulkWithdrawActivities,
  planActivityBulk,
} from "#contract/console/activity/bulk.ts";
import { listConsoleActivities } from "#contract/console/activity/activities.ts";
import { showActivityDraft } from "#contract/console/activity/draft.ts";
import { listActivityVersions } from "#contract/console/activity/versions.ts";
import { listJobs, showJob, undoJob } from "#contract/console/jobs.ts";
import { readLiveActivity } from "../../activity/index.ts";
import { openApp } from "../../testing/app.ts";
import { loginOperator, type TestOperator } from "../../testing/operator.ts";
import { eastScope, southScope, testActivities } from "../console/test-activities.ts";

const app = await openApp();
const { db, clock } = app.context;
const { add, call, edit, publish, auditOf } = testActivities(app);
let admin: TestOperator;
let east: TestOperator;
beforeAll(async () => {
  admin = await loginOperator(app, "hq-admin");
  east = await loginOperator(app, "region", eastScope);
});
afterEach(() => clock.set(null));

const finished = async (who: TestOperator, jobId: string) => {
  await app.console.jobs.run();
  return (await call(who, showJob, { jobId })).data;
};
const undone = async (who: TestOperator, jobId: string) => {
  expect((await call(who, undoJob, { jobId })).code).toBe("00");
  return finished(who, jobId);
};
const contentOf = async (id: string) => (await readLiveActivity(db, id, { isLocked: false }))?.content;
const shownOf = async (ids: readonly string[]): Promise<(boolean | undefined)[]> =>
  Promise.all(ids.map(async (id) => (await contentOf(id))?.isPublished));
const south = { sponsorLevel1: "107002", sponsorLevel2: "VWSA500000" } as const;
const addMany = async (count: number, over: Parameters<typeof add>[0] = {}): Promise<string[]> => {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) ids.push(await add(over));
  return ids;
};

test("CO35 CO37 a dry run counts and writes nothing; a filter with another number is refused; the job names its faults", async () => {
  const title = "批量下线试驾";
  const [first = "", second = ""] = await addMany(2, { title });
  const hidden = await add({ title, isDraft: true });
  const filter = { text: title };
  const list = (await call(east, listConsoleActivities, { filter })).data;
  const selection = { filter, count: list.count, asOf: list.asOf };
  const act = { kind: "withdraw" } as const;
  const plan = await call(east, planActivityBulk, { act, selection });
  expect(plan.data).toMatchObject({ count: 3, able: 2, refused: [{ fault: "没有上线", count: 1 }] });
  const other = { selection: { ...selection, count: 4 } };
  expect(await call(east, bulkWithdrawActivities, other)).toMatchObject({ code: "LIST_CHANGED" });
  expect((await call(east, planActivityBulk, { act, ...other })).code).toBe("LIST_CHANGED");
  expect((await call(east, listJobs, {})).data.jobs).toEqual([]);
  expect(await shownOf([first, second])).toEqual([true, true]);
  const { jobId } = (await call(east, bulkWithdrawActivities, { selection })).data;
  const { job, faults } = await finished(east, jobId);
  expect(job).toMatchObject({ state: "done", count: 3, done: 2, refused: 1 });
  expect(faults).toMatchObject([{ id: hidden, fault: "没有上线" }]);
  expect(await shownOf([first, second, hidden])).toEqual([false, false, false]);
  expect(await auditOf(first)).toEqual(["catalogue.withdraw done"]);
});

test("CO38 a bulk withdrawal that is undone publishes again, and leaves what others changed since", async () => {
  const ids = await addMany(3);
  const [kept = "", changed = "", republished = ""] = ids;
  const { jobId } = (await call(east, bulkWithdrawActivities, { selection: { ids } })).data;
  await finished(east, jobId);
  expect(await shownOf(ids)).toEqual([false, false, false]);
  const tagged = { selection: { ids: [changed] }, change: "add" as const, tag: "他人" };
  await finished(admin, (await call(admin, bulkTagActivities, tagged)).data.jobId);
  expect((await publish(admin, republished)).code).toBe("00");
  const { job, faults } = await undone(east, jobId);
  expect(job).toMatchObject({ state: "undone", undone: 1 });
  expect(faults.map(({ id }) => id).toSorted()).toEqual([changed, republished].toSorted());
  expect(new Set(faults.map(({ fault }) => fault))).toEqual(new Set(["之后有人修改过"]));
  expect(await shownOf(ids)).toEqual([true, false, true]);
  expect((await contentOf(kept))?.tags).not.toContain("他人");
});

test("CO37 a tag is added at once as a version where visitors see it, and in the draft where nobody does", async () => {
  const tags = ["试驾"];
  const live = await add({ tags });
  const unseen = await add({ tags, isDraft: true });
  const full = await add({ tags: Array.from({ length: 10 }, (_, at) => `标签${at}`) });
  const has = await add({ tags: [...tags, "亲子"] });
  const drafted = await add({ tags });
  await edit(east, drafted, { tags: ["另有"] });
  const edited = await add({ tags });
  await edit(east, edited, { title: "改过标题" });
  const selection = { ids: [live, unseen, full, has, drafted, edited] };
  const act = { kind: "tag", change: "add", tag: " 亲子 " } as const;
  const plan = (await call(east, planActivityBulk, { act, selection })).data;
  expect(plan).toMatchObject({ count: 6, able: 3 });
  expect(plan.refused.toSorted((one, two) => one.fault.localeCompare(two.fault, "en"))).toEqual(
    [
      { fault: "标签已满 10 个", count: 1 },
      { fault: "已有该标签", count: 1 },
      { fault: "草稿中改过标签，请先发布或放弃", count: 1 },
    ].toSorted((one, two) => one.fault.localeCompare(two.fault, "en")),
  );
  const { jobId } = (await call(east, bulkTagActivities, { selection, change: "add", tag: " 亲子 " })).data;
  expect((await finished(east, jobId)).job).toMatchObject({ done: 3, refused: 3 });
  expect((await contentOf(live))?.tags).toEqual(["试驾", "亲子"]);
  const { versions } = (await call(east, listActivityVersions, { activityId: live })).data;
  expect(versions[0]).toMatchObject({ fields: ["tags"], door: "console" });
  expect(versions[0]?.by).not.toBeNull();
  const draft = (await call(east, showActivityDraft, { activityId: unseen })).data;
  expect([draft.values.tags, draft.wasPublished]).toEqual([["试驾", "亲子"], false]);
  // The draft beside published content stays, and its own field goes live later without conflict.
  expect((await publish(east, edited)).code).toBe("00");
  expect(await contentOf(edited)).toMatchObject({ title: "改过标题", tags: ["试驾", "亲子"] });
});

test("CO38 a tag is taken back as it was; activities whose tags others changed since stay and are named", async () => {
  const tags = ["试驾", "露营"];
  const [kept, changed, unseen] = [
    await add({ tags }),
    await add({ tags }),
    await add({ tags, isDraft: true }),
  ];
  const selection = { ids: [kept, changed, unseen] };
  const { jobId } = (await call(east, bulkTagActivities, { selection, change: "remove", tag: "试驾" })).data;
  await finished(east, jobId);
  expect((await contentOf(kept))?.tags).toEqual(["露营"]);
  await edit(admin, changed, { tags: ["露营", "新增"] });
  await publish(admin, changed);
  // Another field that somebody changed since is no reason to keep the tag.
  await edit(admin, kept, { subtitle: "换一句介绍" });
  await publish(admin, kept);
  const { job, faults } = await undone(east, jobId);
  expect(job).toMatchObject({ state: "undone", undone: 2 });
  expect(faults).toMatchObject([{ id: changed, fault: "之后有人修改过" }]);
  expect(await contentOf(kept)).toMatchObject({ tags, subtitle: "换一句介绍" });
  expect((await contentOf(changed))?.tags).toEqual(["露营", "新增"]);
  expect((await call(east, showActivityDraft, { activityId: unseen })).data.values.tags).toEqual(tags);
});

test("CO49 copies are new drafts with the chosen parts, moved by days, and cannot be undone", async () => {
  const title = "晨".repeat(60);
  const [one, two] = [await add({ title, rules: "规则" }), await add({ title: "夜跑", rules: "规则" })];
  const selection = { ids: [one, two] };
  const plan = await call(east, planActivityBulk, { act: { kind: "clone" }, selection });
  expect(plan.data).toMatchObject({ count: 2, able: 2, refused: [] });
  const args = { selection, parts: ["content" as const], shiftDays: 7 };
  const { jobId } = (await call(east, bulkCloneActivities, args)).data;
  expect((await finished(east, jobId)).job).toMatchObject({ done: 2, undoUntil: null });
  const { rows } = await sql<{ about_id: string; outcome: string }>`select about_id, outcome from audit_entry
    where action = 'activity.clone' and outcome = any(${[`from ${one}`, `from ${two}`]}::text[])
    order by outcome = ${`from ${two}`}`.execute(db);
  const [copy, short] = await Promise.all(rows.map(({ about_id }) => contentOf(about_id)));
  const source = await contentOf(one);
  expect(copy).toMatchObject({ rules: "规则", isPublished: false, sponsorLevel2: source?.sponsorLevel2 });
  expect([copy?.title, short?.title]).toEqual([`${"晨".repeat(56)}（副本）`, "夜跑（副本）"]);
  expect(Date.parse(copy?.startTime ?? "") - Date.parse(source?.startTime ?? "")).toBe(7 * 86_400_000);
  expect((await call(east, undoJob, { jobId })).code).toBe("STATE_CHANGED");
});

test("CO36 a bulk act changes no activity outside of the scope, whatever ids are sent", async () => {
  const mine = await addMany(3);
  const others = await addMany(2, south);
  const national = await addMany(2, { sponsorLevel1: "107001", sponsorLevel2: null });
  const all = [...mine, ...others, ...national];
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(all, { minLength: 1 }),
      fc.array(fc.stringMatching(/^[0-9]{1,19}$/), { maxLength: 3 }),
      fc.constantFrom("withdraw" as const, "add" as const),
      async (chosen, strangers, act) => {
        await sql`update activity set is_published = true, tags = '{}'
          where activity_id = any(${all}::text[])`.execute(db);
        const selection = { ids: [...chosen, ...strangers] };
        const { data } =
          act === "withdraw"
            ? await call(east, bulkWithdrawActivities, { selection })
            : await call(east, bulkTagActivities, { selection, change: "add", tag: "越权" });
        await finished(east, data.jobId);
        const { rows } = await sql<{ activity_id: string }>`select activity_id from activity
          where activity_id = any(${all}::text[]) and (not is_published or tags @> '{越权}')`.execute(db);
        const expected = chosen.filter((id) => mine.includes(id));
        expect(rows.map((row) => row.activity_id).toSorted()).toEqual(expected.toSorted());
      },
    ),
    { numRuns: 10 },
  );
});

test("CO36 an activity that left the scope after the start is not changed, and its row says why", async () => {
  const ids = await addMany(2);
  const { jobId } = (await call(east, bulkWithdrawActivities, { selection: { ids } })).data;
  await app.console.jobs.run();
  const [moved = ""] = ids;
  await sql`update activity set is_published = true, sponsor_level2 = ${southScope.sponsorLevel2[0]}
    where activity_id = ${moved}`.execute(db);
  await sql`update job_row set state = 'pending', undo = null where job_id = ${jobId} and subject_id = ${moved}`.execute(
    db,
  );
  await sql`update job set state = 'running', lease_time = ${new Date(0)} where job_id = ${jobId}`.execute(
    db,
  );
  const { job, faults } = await finished(east, jobId);
  expect(job).toMatchObject({ done: 1, refused: 1 });
  expect(faults).toMatchObject([{ id: moved, fault: "活动不存在，或不在您的管理范围内" }]);
  expect(await shownOf([moved])).toEqual([true]);
});
