import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { showNearby } from "#contract/activity/activity.ts";
import { enrollKoc, showKocProgram, showKocStatus } from "#contract/koc/koc.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleKocProgram } from "../testing/samples/sample-koc.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { kocWriter, type NewKocProgram } from "./index.ts";
import { mergeKocApplications } from "./merge-users-store.ts";
import { kocMessages } from "./messages.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const DAY = 86_400_000;
let made = 0;
/** Adds an activity with a KOC programme. @returns its id */
async function open(over: Partial<NewKocProgram> = {}, activity: Parameters<typeof sampleActivity>[1] = {}) {
  const activityId = `100000000000000${String(5000 + made++)}`;
  const now = app.context.clock.now();
  await app.modules.activities.addActivities([
    sampleActivity(now, { activityId, activityType: "online", ...activity }),
  ]);
  await app.modules.kocs.add([sampleKocProgram(now, { activity_id: activityId, ...over })]);
  return activityId;
}
let people = 0;
const person = () => app.login(`136${String(10_000_000 + people++)}`);
/** Solves the slider and applies. */
async function enroll(token: string, id: string) {
  const captchaVerifyId = await app.solveCaptcha({ action: "koc", activityId: id }, { token });
  return app.call(enrollKoc, { id }, { token, captchaVerifyId });
}
const standing = async (token: string, activityId: string) =>
  (await app.call(showKocStatus, { activityId }, { token })).data;
const remaining = async (activityId: string): Promise<number> => {
  app.clearCaches();
  return (await app.call(showKocProgram, { activityId })).data.remaining;
};

test("M06 U32 U33 an application is in review, then accepted or declined with a reason", async () => {
  const id = await open();
  const [one, other] = [await person(), await person()];
  expect(await standing(one.token, id)).toEqual({ status: 0 });
  expect((await enroll(one.token, id)).data).toEqual({ status: 1 });
  expect((await enroll(other.token, id)).data).toEqual({ status: 1 });
  expect(await standing(one.token, id)).toMatchObject({ status: 1, appliedTime: expect.any(String) });
  expect(await remaining(id)).toBe(8);
  const { kocs } = app.modules;
  const waiting = (await kocs.waiting()).filter(({ activity_id }) => activity_id === id);
  expect(waiting.map(({ user_id }) => user_id)).toEqual([one.userId, other.userId]);
  const verdict = { activityId: id, userId: one.userId };
  expect(await kocs.review({ ...verdict, status: 2, reason: null })).toBe(true);
  expect(await kocs.review({ activityId: id, userId: other.userId, status: 3, reason: "名额有限" })).toBe(
    true,
  );
  expect(await standing(one.token, id)).toMatchObject({ status: 2, reviewedTime: expect.any(String) });
  expect(await standing(other.token, id)).toMatchObject({ status: 3, reason: "名额有限" });
  // A second reviewer changes nothing; the place of the declined applicant becomes free once.
  expect(await kocs.review({ ...verdict, status: 3, reason: "晚了" })).toBe(false);
  expect(await remaining(id)).toBe(9);
  // A decision is final: applying again does not help a declined applicant.
  expect((await app.call(enrollKoc, { id }, { token: other.token })).data).toEqual({ status: 3 });
});

test("M07 reviewers see the name that an applicant chose, and no name that a login invented", async () => {
  const id = await open();
  const [invented, chosen] = [await person(), await person()];
  const name = (userId: string, nickname: string) =>
    sql`update app_user set nickname = ${nickname} where user_id = ${userId}`.execute(app.context.db);
  await name(invented.userId, "远山用户6174");
  await name(chosen.userId, "湖边的小林");
  await enroll(invented.token, id);
  await enroll(chosen.token, id);
  const names = (await app.modules.kocs.waiting(id)).map(({ nickname }) => nickname);
  expect(names).toEqual(["车友6174", "湖边的小林"]);
});

test("M07 M15 applicants with enough helping friends are listed first, even beyond the limit of the list", async () => {
  const id = await open({ places: 200, goal: 1 });
  const { db, clock } = app.context;
  const people = [];
  for (let one = 0; one < 102; one++) people.push((await person()).userId);
  const [friend = "", ...applicants] = people;
  await sql`insert into koc (activity_id, user_id, status, applied_time)
    select ${id}, user_id, 1, ${new Date(clock.now())}::timestamptz + place * interval '1 second'
    from unnest(${applicants}::text[]) with ordinality as one (user_id, place)`.execute(db);
  const last = applicants.at(-1) ?? "";
  await sql`insert into share_help (activity_id, sharer_id, friend_id, op, created_time)
    values (${id}, ${last}, ${friend}, 'claim', ${new Date(clock.now())})`.execute(db);
  const shown = await app.modules.kocs.waiting(id);
  expect(shown.map(({ user_id }) => user_id)).toEqual([last, ...applicants.slice(0, 99)]);
  expect(shown.map(({ helpers }) => helpers)).toEqual([1, ...applicants.slice(0, 99).map(() => 0)]);
  await sql`delete from koc where activity_id = ${id}`.execute(db);
});

test("M07 O04 applying without the slider answers 633 with captcha_verify and changes nothing; reads need no slider", async () => {
  const id = await open();
  const { token } = await person();
  const refused = await app.call(enrollKoc, { id }, { token });
  expect([refused.status, refused.headers["captcha_verify"]]).toEqual([633, "true"]);
  expect(await standing(token, id)).toEqual({ status: 0 });
  expect((await app.call(showKocProgram, { activityId: id })).status).toBe(200);
});

test("M15 a bare GET changes nothing: without a token, a slider, or with another one's slider; repeating it gives the same answer", async () => {
  const id = await open();
  const [own, foreign] = [await person(), await person()];
  expect((await app.call(enrollKoc, { id })).status).toBe(401);
  const solvedFor = (action: "koc" | "lead", activityId: string, token: string) =>
    app.solveCaptcha({ action, activityId }, { token });
  const passes = [
    await solvedFor("lead", id, own.token),
    await solvedFor("koc", await open(), own.token),
    await solvedFor("koc", id, foreign.token),
  ];
  for (const captchaVerifyId of passes)
    expect((await app.call(enrollKoc, { id }, { token: own.token, captchaVerifyId })).status).toBe(633);
  expect(await remaining(id)).toBe(10);
  expect((await enroll(own.token, id)).data).toEqual({ status: 1 });
  const again = await app.call(enrollKoc, { id }, { token: own.token });
  expect([again.status, again.data]).toEqual([200, { status: 1 }]);
  expect(await remaining(id)).toBe(9);
});

test("M06 a refused application states the reason, without a slider", async () => {
  const now = app.context.clock.now();
  const cases: [Partial<NewKocProgram>, string][] = [
    [{ from_time: new Date(now + DAY) }, kocMessages.notStarted],
    [{ to_time: new Date(now - 1) }, kocMessages.over],
    [{ places: 3, taken: 3 }, kocMessages.full],
  ];
  const { token } = await person();
  for (const [over, remark] of cases) {
    const answer = await app.call(enrollKoc, { id: await open(over) }, { token });
    expect([answer.status, answer.headers["captcha_verify"]]).toEqual([633, undefined]);
    expect(decodeURIComponent(String(answer.headers["flow_branch_remark"]))).toBe(remark);
  }
});

test("M06 an activity without a programme answers 404 and shows none; another one shows its programme", async () => {
  const { token } = await person();
  const activityId = "1000000000000004999";
  await app.modules.activities.addActivities([sampleActivity(app.context.clock.now(), { activityId })]);
  expect((await app.call(showKocProgram, { activityId })).status).toBe(404);
  expect((await app.call(enrollKoc, { id: activityId }, { token })).status).toBe(404);
  expect(await standing(token, activityId)).toEqual({ status: 0 });
  expect((await app.call(showNearby, { id: activityId })).data.koc).toBeUndefined();
  const { koc } = (await app.call(showNearby, { id: await open() })).data;
  expect(koc).toMatchObject({ places: 10, remaining: 10, goal: 3 });
});

test("K15 an offline activity's programme requires a mobile, an online one's does not", async () => {
  const offline = await open({}, { activityType: "localoffline" });
  const { token } = await app.login(null);
  const refused = await app.call(enrollKoc, { id: offline }, { token });
  expect([refused.status, refused.code]).toEqual([602, "MOBILE_REQUIRED"]);
  expect((await enroll(token, await open())).data).toEqual({ status: 1 });
});

test("M06 twelve people apply twice at once for the last five places: exactly five are in review", async () => {
  const id = await open({ places: 5 });
  const tokens = await Promise.all(Array.from({ length: 12 }, async () => (await person()).token));
  const answers = await Promise.all([...tokens, ...tokens].map((token) => enroll(token, id)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 633]));
  const standings = await Promise.all(tokens.map((token) => standing(token, id)));
  expect(standings.filter(({ status }) => status === 1)).toHaveLength(5);
  expect(await remaining(id)).toBe(0);
});

/** Two writers, as in two processes, compete for the last places. @returns the number of places given */
async function raceOfTwoWriters(isLocked: boolean): Promise<number> {
  const id = await open({ places: 8 });
  const users = await Promise.all(Array.from({ length: 20 }, () => person()));
  const options = { isLocked, beforeWrite: () => setTimeout(20) };
  const [even, odd] = [kocWriter(app.context.db, options), kocWriter(app.context.db, options)];
  const applied_time = new Date(app.context.clock.now());
  const given = await Promise.all(
    users.map(({ userId }, at) => (at % 2 ? odd : even).add(id, { user_id: userId, applied_time })),
  );
  return given.filter((status) => status !== null).length;
}
test("M06 two processes compete for eight places: exactly eight are given", async () => {
  expect(await raceOfTwoWriters(true)).toBe(8);
});
test("M06 without the lock the same race gives too many", async () => {
  expect(await raceOfTwoWriters(false)).toBeGreaterThan(8);
});

test("M06 two reviewers decline at once: one place becomes free", async () => {
  const id = await open();
  const { token, userId } = await person();
  await enroll(token, id);
  const verdict = { activityId: id, userId, status: 3 as const, reason: null };
  const done = await Promise.all([app.modules.kocs.review(verdict), app.modules.kocs.review(verdict)]);
  expect(done.toSorted()).toEqual([false, true]);
  expect(await remaining(id)).toBe(10);
});

test("merging two users keeps the further of two applications, and one place", async () => {
  const id = await open();
  const [one, other] = [await person(), await person()];
  await enroll(one.token, id);
  await enroll(other.token, id);
  await app.modules.kocs.review({ activityId: id, userId: one.userId, status: 2, reason: null });
  await app.context.db.transaction().execute((db) => mergeKocApplications(db, one.userId, other.userId));
  expect(await standing(other.token, id)).toMatchObject({ status: 2 });
  expect(await standing(one.token, id)).toEqual({ status: 0 });
  expect(await remaining(id)).toBe(9);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from koc where activity_id = ${id}`.execute(app.context.db);
  expect(rows[0]?.n).toBe(1);
});
