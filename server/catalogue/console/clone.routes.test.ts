import { sql } from "kysely";
import { expect, test } from "vitest";
import { cloneActivity, cloneParts, showConsoleActivity } from "#contract/console/activity/activities.ts";
import { createDraftPreview } from "#contract/console/activity/draft.ts";
import { readLiveActivity } from "../../activity/index.ts";
import { openApp } from "../../testing/app.ts";
import { loginOperator } from "../../testing/operator.ts";
import { commandLineActor } from "../../database/shared-tables/audit-log.ts";
import { sampleBenefit } from "../../testing/samples/sample-benefit.ts";
import { testWaitlist } from "../../testing/waitlist/test-waitlist.ts";
import { importCatalogue } from "../index.ts";
import { exampleCatalogue, exampleFolder } from "../test-catalogue.ts";
import { eastScope, southScope, testActivities } from "./test-activities.ts";

const app = await openApp();
const { add, call, auditOf } = testActivities(app);
const { seated, waits } = testWaitlist(() => app);
const east = await loginOperator(app, "region", eastScope);
const south = await loginOperator(app, "region", southScope);
const admin = await loginOperator(app, "hq-admin");
const DAY = 86_400_000;
const { db, clock } = app.context;
const own = { sponsorLevel1: "107002", sponsorLevel2: "VWSA400000" } as const;
const contentOf = async (id: string) => (await readLiveActivity(db, id, { isLocked: false }))?.content;

test("CO49 a copy takes the ticked parts under new ids, moved, and never people, counters, codes or links", async () => {
  const start = clock.now() + 10 * DAY;
  const id = await add({
    quota: 2,
    form: [{ key: "years", label: "驾龄", kind: "number", required: true, options: [], placeholder: "" }],
    rules: "规则",
    startTime: start,
    endTime: start + DAY,
    sessions: [
      { sessionId: "1", dealerId: null, startTime: start, endTime: start + 3_600_000, quota: 1, taken: 0 },
    ],
    asks: { series: true, dealer: false, session: true },
  });
  const benefit = sampleBenefit(clock.now(), { activity_id: id, sent: 3, stock: 10 });
  await app.modules.benefits.add([benefit]);
  await seated(id, "1");
  await waits(id, "1");
  await call(east, createDraftPreview, { activityId: id });
  const args = { activityId: id, title: "青岛站", parts: [...cloneParts], shiftDays: 7, ...own };
  const { activityId } = (await call(east, cloneActivity, args)).data;
  const [source, copy] = [await contentOf(id), await contentOf(activityId)];
  expect(copy).toMatchObject({
    title: "青岛站",
    rules: "规则",
    form: source?.form,
    isPublished: false,
    asks: { series: true },
  });
  expect(Date.parse(copy?.startTime ?? "") - Date.parse(source?.startTime ?? "")).toBe(7 * DAY);
  expect(copy?.sessions).toHaveLength(1);
  expect(copy?.sessions[0]?.sessionId).not.toBe("1");
  expect([copy?.processKey, copy?.sec]).not.toContain(source?.processKey);
  const { rows } = await sql<{ benefit_id: string; sent: number; stock: number | null }>`
    select benefit_id, sent, stock from benefit where activity_id = ${activityId}`.execute(db);
  expect(rows).toEqual([
    { benefit_id: expect.not.stringMatching(`^${benefit.benefit_id}$`), sent: 0, stock: 10 },
  ]);
  expect((await call(east, showConsoleActivity, { activityId })).data).toMatchObject({
    state: "draft",
    taken: 0,
    waiting: 0,
    numbers: { signUps: 0, couponsSent: 0, arrived: 0 },
  });
  for (const table of ["signup", "waitlist", "preview_link", "sealed_code", "koc", "lead"]) {
    const found = await sql`select from ${sql.table(table)} where activity_id = ${activityId}`.execute(db);
    expect({ table, rows: found.rows }).toEqual({ table, rows: [] });
  }
  expect(await auditOf(activityId)).toEqual([`activity.clone from ${id}`]);
});

test("CO49 parts that are not ticked are left out; a process and a page come along if they are", async () => {
  const by = { by: commandLineActor, now: new Date(clock.now()) };
  await importCatalogue({ ...app.context, ...by }, exampleCatalogue("62"), exampleFolder);
  const processes = async (id: string) =>
    (await sql`select from flow_process where activity_id = ${id}`.execute(db)).rows.length;
  const { rows } = await sql<{ activity_id: string }>`
    select activity_id from flow_process where activity_id like '62%'`.execute(db);
  const source = rows[0]?.activity_id ?? "";
  const clone = async (parts: readonly (typeof cloneParts)[number][]) =>
    (
      await call(admin, cloneActivity, {
        activityId: source,
        title: "副本",
        parts: [...parts],
        shiftDays: 0,
        ...own,
      })
    ).data.activityId;
  const [bare, whole] = [await clone([]), await clone(cloneParts)];
  expect(await contentOf(bare)).toMatchObject({ content: "", form: [], sessions: [], blocks: [], rules: "" });
  expect([await processes(bare), await processes(whole)]).toEqual([0, 1]);
  expect((await contentOf(whole))?.blocks).toEqual((await contentOf(source))?.blocks);
});

test("CO49 CO09 nobody copies an activity that they do not see, or for a sponsor that is not theirs", async () => {
  const id = await add();
  const args = { activityId: id, title: "副本", parts: [], shiftDays: 0, ...own };
  expect((await call(south, cloneActivity, args)).status).toBe(404);
  const hq = { ...args, sponsorLevel1: "107001", sponsorLevel2: null } as const;
  expect(await call(east, cloneActivity, hq)).toMatchObject({ status: 601 });
  expect(await call(east, cloneActivity, { ...args, title: " " })).toMatchObject({
    status: 601,
    data: { fields: { title: "请填写" } },
  });
});
