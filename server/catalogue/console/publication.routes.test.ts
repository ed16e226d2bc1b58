import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { showNearby } from "#contract/activity/activity.ts";
import { showConsoleActivity } from "#contract/console/activity/activities.ts";
import {
  callOffActivity,
  cancelActivityPlan,
  publishActivity,
  showActivityImpact,
  withdrawActivity,
} from "#contract/console/activity/publication.ts";
import { listOwnSignUps } from "#contract/signup/self-service.ts";
import { openApp } from "../../testing/app.ts";
import { loginOperator } from "../../testing/operator.ts";
import { testWaitlist } from "../../testing/waitlist/test-waitlist.ts";
import { commandLineActor } from "../../database/shared-tables/audit-log.ts";
import { setActivityPublished } from "../index.ts";
import { performNextPlan } from "./scheduler.ts";
import { eastScope, southScope, testActivities } from "./test-activities.ts";

const app = await openApp();
const { add, call, edit, publish, auditOf } = testActivities(app);
const { seated, waits } = testWaitlist(() => app);
const east = await loginOperator(app, "region", eastScope, { name: "周运营" });
const admin = await loginOperator(app, "hq-admin", undefined, { name: "陈主管" });
const staff = await loginOperator(app, "hq-staff");
const south = await loginOperator(app, "region", southScope);
const { clock, db } = app.context;
const now = () => clock.now();
const iso = (time: number) => new Date(time).toISOString();
const shown = (id: string) => app.call(showNearby, { id });
const stateOf = async (id: string) => (await call(east, showConsoleActivity, { activityId: id })).data;
/** Does everything that is due at a time. */
async function performUntil(time: number): Promise<void> {
  while (await performNextPlan(db, new Date(time)));
}

test("CO48 a draft goes live at its time, once, also when two processes look at the same moment", async () => {
  const id = await add({ title: "晨雾试驾" });
  await edit(east, id, { title: "暮色试驾" });
  const at = now() + 3_600_000;
  expect((await publish(east, id, iso(at))).data).toMatchObject({
    outcome: "planned",
    plan: { action: "publish", by: "周运营" },
  });
  // Edits after the plan are no part of it.
  await edit(admin, id, { fee: "¥68" });
  await performUntil(at - 1);
  expect((await shown(id)).data.title).toBe("晨雾试驾");
  expect(await Promise.all([performNextPlan(db, new Date(at)), performNextPlan(db, new Date(at))])).toContain(
    true,
  );
  await performUntil(at);
  await expect.poll(async () => (await shown(id)).data).toMatchObject({ title: "暮色试驾", fee: "免费" });
  expect(await stateOf(id)).toMatchObject({
    state: "changed",
    draftFields: ["fee"],
    plans: [],
    refusedPlan: null,
  });
  const lines = await auditOf(id);
  expect(lines.filter((line) => line.startsWith("catalogue.change"))).toEqual(["catalogue.change title"]);
});

test("CO48 a planned publication is judged again; refused, it stays a draft and is told", async () => {
  const id = await add({ quota: 20 });
  await edit(east, id, { quota: 2 });
  const at = now() + 60_000;
  expect((await publish(east, id, iso(at))).data.outcome).toBe("planned");
  for (let count = 0; count < 3; count++) await seated(id);
  await performUntil(at);
  expect(await stateOf(id)).toMatchObject({
    state: "changed",
    quota: 20,
    draftFields: ["quota"],
    plans: [],
    refusedPlan: { action: "publish", faults: { quota: "已有 3 人报名，名额不能小于 3" } },
  });
  // Another door changed the field that was planned.
  const other = await add({ title: "晨雾试驾" });
  await edit(east, other, { title: "暮色试驾" });
  await publish(east, other, iso(at + 60_000));
  await sql`update activity set title = '夜色试驾' where activity_id = ${other}`.execute(db);
  await performUntil(at + 60_000);
  expect(await stateOf(other)).toMatchObject({
    title: "夜色试驾",
    refusedPlan: { faults: { title: expect.any(String) } },
  });
});

test("CO48 a withdrawal at a time, taken back, replaced, and refused for the past", async () => {
  const id = await add();
  expect(await call(east, withdrawActivity, { activityId: id, at: iso(now() - 1) })).toMatchObject({
    status: 601,
    data: { fields: { at: "请选择将来的时间" } },
  });
  expect(await publish(east, id, iso(now() + 200 * 86_400_000))).toMatchObject({ status: 601 });
  const at = now() + 120_000;
  const first = (await call(east, withdrawActivity, { activityId: id, at: iso(at) })).data.plan;
  const second = (await call(admin, withdrawActivity, { activityId: id, at: iso(at + 60_000) })).data.plan;
  expect((await stateOf(id)).plans).toEqual([second]);
  expect(
    (await call(east, cancelActivityPlan, { activityId: id, changeId: first?.changeId ?? "" })).code,
  ).toBe("STATE_CHANGED");
  await performUntil(at);
  expect((await stateOf(id)).state).toBe("published");
  await performUntil(at + 60_000);
  expect((await stateOf(id)).state).toBe("withdrawn");
  expect(
    (await call(east, cancelActivityPlan, { activityId: id, changeId: second?.changeId ?? "" })).code,
  ).toBe("STATE_CHANGED");
});

test("CO52 cancelling asks for reason and title, tells guests, ends what was planned, and again changes nothing", async () => {
  const id = await add({ title: "晨雾试驾" });
  const guest = await seated(id);
  await call(east, withdrawActivity, { activityId: id, at: iso(now() + 3_600_000) });
  const off = (over: object) =>
    call(east, callOffActivity, { activityId: id, reason: "因暴雨天气", title: "晨雾试驾", ...over });
  expect(await off({ title: "晨雾" })).toMatchObject({
    status: 601,
    data: { fields: { title: "与活动标题不一致" } },
  });
  for (const reason of [" ", "一\n二", "长".repeat(61)])
    expect(await off({ reason })).toMatchObject({
      status: 601,
      data: { fields: { reason: expect.any(String) } },
    });
  expect((await auditOf(id)).filter((line) => line.startsWith("catalogue.callOff"))).toEqual([]);
  const done = await off({});
  expect(done.data).toMatchObject({ outcome: "done", effect: { guests: 1, notified: 1 } });
  const [card] = (await app.call(listOwnSignUps, {}, { token: guest.token })).data;
  expect(card).toMatchObject({ state: "cancelled", calledOff: { reason: "因暴雨天气" } });
  expect((await off({ reason: "另一个原因" })).data.outcome).toBe("again");
  expect(await stateOf(id)).toMatchObject({ state: "cancelled", cancelReason: "因暴雨天气", plans: [] });
  expect((await auditOf(id)).filter((line) => line.startsWith("catalogue.callOff"))).toEqual([
    "catalogue.callOff done",
  ]);
  // The command undoes it with the same function.
  expect(await setActivityPublished(db, id, true, { by: commandLineActor, now: new Date(now()) })).toBe(
    "done",
  );
  expect((await stateOf(id)).state).toBe("published");
});

test("CO51 the counted effect equals what then happens, whoever has signed up, waits or has come", async () => {
  const people = fc.record({
    seats: fc.integer({ min: 1, max: 4 }),
    come: fc.integer({ min: 0, max: 2 }),
    waiting: fc.integer({ min: 0, max: 3 }),
    more: fc.integer({ min: 0, max: 3 }),
    isMoved: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(people, async ({ seats, come, waiting, more, isMoved }) => {
      const id = await add({ quota: seats });
      const guests: Awaited<ReturnType<typeof seated>>[] = [];
      for (let at = 0; at < seats; at++) guests.push(await seated(id));
      for (let at = 0; at < waiting; at++) guests.push(await waits(id));
      await sql`update signup set checked_in_time = now() where activity_id = ${id} and user_id = any(${guests.slice(0, Math.min(come, seats)).map(({ userId }) => userId)}::text[])`.execute(
        db,
      );
      const cards = async () =>
        Promise.all(guests.map(async ({ token }) => (await app.call(listOwnSignUps, {}, { token })).data[0]));
      const impact = async (action: "publish" | "callOff") =>
        (await call(east, showActivityImpact, { activityId: id, action })).data;
      const startTime = iso(now() + 8 * 86_400_000);
      const endTime = iso(now() + 8 * 86_400_000 + 7_200_000);
      await edit(east, id, {
        quota: seats + more,
        subtitle: `${seats} ${more}`,
        ...(isMoved && { startTime, endTime }),
      });
      const before = await impact("publish");
      expect(before.faults).toEqual({});
      expect((await shown(id)).data.subtitle).toBe("首批体验");
      const published = (await publish(east, id)).data;
      expect(published.effect).toEqual(before.effect);
      const offered = (await cards()).filter((card) => card?.offerUntil !== undefined);
      expect(offered.length).toBe(before.effect.offered);
      expect(before.effect.offered).toBe(Math.min(waiting, more));
      const moved = (await cards()).filter((card) => card?.moved !== undefined && card.state !== "attended");
      expect(moved.length).toBe(before.effect.notified);
      const off = await impact("callOff");
      await call(east, callOffActivity, { activityId: id, reason: "因暴雨天气", title: "莫干山晨雾试驾" });
      const told = (await cards()).filter((card) => card?.calledOff !== undefined);
      expect(told.length).toBe(off.effect.notified);
    }),
    { numRuns: 4 },
  );
});

test("CO51 an impact that would be refused says why, and counts whom it would concern", async () => {
  const id = await add({ quota: 3 });
  await seated(id);
  await edit(east, id, { quota: 0, title: "" });
  const { data } = await call(east, showActivityImpact, { activityId: id, action: "publish" });
  expect(data).toMatchObject({
    effect: { guests: 1 },
    faults: { title: "请填写", quota: expect.any(String) },
  });
  expect(data.changes.map(({ field }) => field).toSorted()).toEqual(["quota", "title"]);
});

test("CO47 of two who publish at once one does it, and the other is told", async () => {
  const id = await add({ isDraft: true });
  await edit(east, id, { subtitle: "新的" });
  const both = await Promise.all(
    [east, admin].map((who) => call(who, publishActivity, { activityId: id, basedOn: 1 })),
  );
  expect(both.map(({ status, data }) => (status === 409 ? "conflict" : data.outcome)).toSorted()).toEqual([
    "conflict",
    "done",
  ]);
  expect((await auditOf(id)).filter((line) => line.startsWith("catalogue."))).toHaveLength(1);
});

test("CO08 CO09 publishing needs its right and scope", async () => {
  const id = await add();
  expect((await call(staff, publishActivity, { activityId: id, basedOn: 0 })).status).toBe(406);
  const off = { activityId: id, reason: "r", title: "莫干山晨雾试驾" };
  for (const answer of [
    await call(south, publishActivity, { activityId: id, basedOn: 0 }),
    await call(south, withdrawActivity, { activityId: id }),
    await call(south, callOffActivity, off),
    await call(south, showActivityImpact, { activityId: id, action: "callOff" }),
    await call(south, cancelActivityPlan, { activityId: id, changeId: "1" }),
  ])
    expect(answer.status).toBe(404);
});
