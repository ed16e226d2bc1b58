import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ArgsOf } from "#contract/core/call.ts";
import { showCampaign } from "#contract/activity/activity.ts";
import { leaveLead, listOwnLeads, showLead, withdrawLead } from "#contract/lead/lead.ts";
import { newId } from "../core/ids.ts";
import { hasSqlState } from "../database/statements/sql-state.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { MAX_MOBILES_PER_PERSON } from "./rules.ts";
import type { LeadRow } from "./tables.ts";
import { leadWriter, type NewLead } from "./writer-store.ts";

const DAY = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

let made = 0;
async function open(over: Parameters<typeof sampleActivity>[1] = {}): Promise<string> {
  const activityId = `100000000000004${String(1000 + made++)}`;
  const now = app.context.clock.now();
  await app.modules.activities.addActivities([
    sampleActivity(now, {
      activityId,
      activityType: "online",
      pageType: "lead",
      startTime: now - DAY,
      endTime: now + DAY,
      ...over,
    }),
  ]);
  return activityId;
}
let people = 0;
const nextMobile = (): string => `136${String(10_000_000 + people++)}`;
const masked = (mobile: string): string => `${mobile.slice(0, 3)}****${mobile.slice(7)}`;
const form = (id: string, mobile: string) => ({
  id,
  name: "林晓岚",
  mobile,
  provinceCode: "310000",
  cityCode: "310100",
  consent: true as const,
});
async function leave(token: string, args: ArgsOf<typeof leaveLead>) {
  const captchaVerifyId = await app.solveCaptcha({ action: "lead", activityId: args.id }, { token });
  return app.call(leaveLead, args, { token, captchaVerifyId });
}
const rowsOf = async (id: string): Promise<LeadRow[]> =>
  (await sql<LeadRow>`select * from lead where activity_id = ${id} order by lead_id`.execute(app.context.db))
    .rows;
const numbersOf = async (id: string) => (await rowsOf(id)).flatMap(({ mobile }) => mobile ?? []);
const ownOf = async (token: string) =>
  (await app.call(listOwnLeads, {}, { token })).data.map(({ mobile }) => mobile);

test("M18 M19 a corrected mobile keeps the lead and leaves nothing of the wrong mobile", async () => {
  const id = await open();
  const { token } = await app.login(nextMobile());
  const [wrong, right] = [nextMobile(), nextMobile()];
  const first = await leave(token, { ...form(id, wrong), channel: { utm_source: "first" } });
  const { leadId } = first.data;
  const changed = { ...form(id, right), name: "陈屿", channel: { utm_source: "second" } };
  const second = await leave(token, { ...changed, changedLeadId: leadId });
  expect(second.data.leadId).toBe(leadId);
  const rows = await rowsOf(id);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    lead_id: leadId,
    mobile: right,
    name: "陈屿",
    first_touch: { utm_source: "first" },
    last_touch: { utm_source: "second" },
  });
  expect(await ownOf(token)).toEqual([masked(right)]);
  expect((await app.call(showCampaign, { activityId: id })).data.participants).toBe(1);
});

test("M18 M19 a correction to a mobile with an own lead keeps that lead and withdraws the wrong one", async () => {
  const id = await open();
  const { token } = await app.login(nextMobile());
  const [wrong, right] = [nextMobile(), nextMobile()];
  const existing = await leave(token, form(id, right));
  const mistyped = await leave(token, form(id, wrong));
  const { data } = await leave(token, { ...form(id, right), changedLeadId: mistyped.data.leadId });
  expect(data.leadId).toBe(existing.data.leadId);
  expect(await numbersOf(id)).toEqual([right]);
  expect(await ownOf(token)).toEqual([masked(right)]);
  // The wrong mobile is free for its owner.
  const owner = await app.login(wrong);
  expect((await leave(owner.token, form(id, wrong))).code).toBe("00");
  expect((await numbersOf(id)).toSorted()).toEqual([wrong, right].toSorted());
});

test("M19 two concurrent changes without a new mobile keep the same lead", async () => {
  const id = await open();
  const { token } = await app.login(nextMobile());
  const mobile = nextMobile();
  const { leadId } = (await leave(token, form(id, mobile))).data;
  const same = { ...form(id, mobile), name: "陈屿", changedLeadId: leadId };
  const answers = await Promise.all([leave(token, same), leave(token, same)]);
  expect(answers.map(({ data }) => data.leadId)).toEqual([leadId, leadId]);
  expect(await numbersOf(id)).toEqual([mobile]);
});

test("M18 leads of other people and other activities cannot be changed", async () => {
  const [id, elsewhere] = [await open(), await open()];
  const victim = nextMobile();
  const person = await app.login(victim);
  const { leadId } = (await leave(person.token, form(id, victim))).data;
  const there = (await leave(person.token, form(elsewhere, victim))).data;
  const stranger = await app.login(nextMobile());
  const mine = nextMobile();
  const { data } = await leave(stranger.token, { ...form(id, mine), changedLeadId: leadId });
  expect(data.leadId).not.toBe(leadId);
  await leave(person.token, { ...form(id, victim), changedLeadId: there.leadId });
  expect((await numbersOf(id)).toSorted()).toEqual([victim, mine].toSorted());
  expect(await numbersOf(elsewhere)).toEqual([victim]);
});

test("a person at the limit of mobiles can still correct one", async () => {
  const id = await open();
  const { token } = await app.login(nextMobile());
  let leadId = "";
  for (let count = 0; count < MAX_MOBILES_PER_PERSON; count++)
    ({ leadId } = (await leave(token, form(id, nextMobile()))).data);
  expect((await leave(token, form(id, nextMobile()))).status).toBe(633);
  const right = nextMobile();
  expect((await leave(token, { ...form(id, right), changedLeadId: leadId })).data.leadId).toBe(leadId);
  const numbers = await numbersOf(id);
  expect([numbers.length, numbers.includes(right)]).toEqual([MAX_MOBILES_PER_PERSON, true]);
});

test("M18 a lead is shown with its choices, so that it can be changed", async () => {
  const question = { key: "when", label: "时间", required: true, options: ["周末"], placeholder: "" };
  const id = await open({ form: [{ ...question, kind: "select" }] });
  const mobile = nextMobile();
  const { token } = await app.login(mobile);
  await leave(token, { ...form(id, mobile), answers: { when: "周末" } });
  expect((await app.call(showLead, { id }, { token })).data).toMatchObject({
    mobile: masked(mobile),
    cityCode: "310100",
    dealerId: null,
    seriesCode: null,
    answers: { when: "周末" },
  });
});

test("M18 withdrawing one of several leads keeps the others; without an id all leads of the activity are withdrawn", async () => {
  const id = await open();
  const { token } = await app.login(nextMobile());
  const [one, other, third] = [nextMobile(), nextMobile(), nextMobile()];
  await leave(token, form(id, other));
  const { leadId } = (await leave(token, form(id, one))).data;
  const stranger = await app.login(nextMobile());
  await leave(stranger.token, form(id, third));
  const byStranger = await app.call(withdrawLead, { id, leadId }, { token: stranger.token });
  expect(byStranger.data.withdrawn).toBe(false);
  expect((await app.call(withdrawLead, { id, leadId }, { token })).data.withdrawn).toBe(true);
  expect(await ownOf(token)).toEqual([masked(other)]);
  expect((await app.call(withdrawLead, { id, leadId }, { token })).data.withdrawn).toBe(false);
  await leave(token, form(id, one));
  expect((await app.call(withdrawLead, { id }, { token })).data.withdrawn).toBe(true);
  expect(await numbersOf(id)).toEqual([third]);
});

/** Builds the writer's input for a lead. */
function newLead(userId: string, mobile: string, changed: string | null = null): NewLead {
  const now = new Date(app.context.clock.now());
  return {
    mobile,
    name: "林晓岚",
    answers: {},
    lead_id: newId(),
    user_id: userId,
    dealer_id: null,
    province_code: "310000",
    city_code: "310100",
    series_code: null,
    body_hash: "h",
    consent_version: "1",
    consent_time: now,
    created_time: now,
    idempotency_key: null,
    own_key: null,
    changed_lead_id: changed,
    last_touch: { time: now.toISOString() },
  };
}

/** Whether a statement waits for the lock of another transaction. */
async function isLockAwaited(): Promise<boolean> {
  // The embedded database has one connection and therefore no lock waits.
  if (app.databaseKind !== "postgres") return true;
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.context.db);
  return rows.length > 0;
}

test("M19 a change that conflicts with a concurrent lead of the person's new mobile withdraws the changed lead", async () => {
  const id = await open();
  const one = await app.login(nextMobile());
  const [wrong, right] = [nextMobile(), nextMobile()];
  const { leadId } = (await leave(one.token, form(id, wrong))).data;
  const changing: Promise<string | null>[] = [];
  const existing = await app.context.db.transaction().execute(async (transaction) => {
    const written = await leadWriter(transaction).add(id, newLead(one.userId, right));
    changing.push(leadWriter(app.context.db).add(id, newLead(one.userId, right, leadId)));
    await expect.poll(isLockAwaited).toBe(true);
    return written;
  });
  expect(await Promise.all(changing)).toEqual([existing]);
  expect(await numbersOf(id)).toEqual([right]);
});

test("M19 M20 a batch that deadlocks with a change is retried, and no lead fails", async () => {
  const id = await open();
  const { userId } = await app.login(nextMobile());
  const { db } = app.context;
  const writer = leadWriter(db);
  const mobiles = [nextMobile(), nextMobile()];
  const all = () => Promise.all(mobiles.map((mobile) => writer.add(id, newLead(userId, mobile))));
  const [low, high] = await all();
  const hold = (transaction: typeof db, leadId: string | null | undefined) =>
    sql`select from lead where lead_id = ${leadId} for update`.execute(transaction);
  const again: Promise<(string | null)[]>[] = [];
  const deadlock = () =>
    db.transaction().execute(async (transaction) => {
      await hold(transaction, high);
      again.push(all());
      await expect.poll(isLockAwaited).toBe(true);
      await hold(transaction, low);
    });
  // PostgreSQL ends the transaction whose check comes first: on a slow machine it may be this one instead of the batch.
  while (
    !(await deadlock().then(
      () => true,
      (error: unknown) => {
        if (hasSqlState(error, "deadlock")) return false;
        throw error;
      },
    ))
  );
  for (const ids of await Promise.all(again)) expect(ids).toEqual([low, high]);
});

test("M18 Z04 an erasure of a person whose lead is queued does not fail other leads of the batch", async () => {
  const id = await open();
  const { userId } = await app.login(nextMobile());
  const mobiles = [nextMobile(), nextMobile(), nextMobile()];
  const writer = leadWriter(app.context.db);
  const results = await Promise.allSettled(
    mobiles.map((mobile, at) => writer.add(id, newLead(at === 1 ? "nobody-any-more" : userId, mobile))),
  );
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect((await numbersOf(id)).toSorted()).toEqual([mobiles[0], mobiles[2]]);
});
