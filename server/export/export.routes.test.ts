import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FormField } from "#contract/activity/activity.ts";
import { leaveLead, withdrawLead } from "#contract/lead/lead.ts";
import { markLead, openLeads } from "#contract/lead/desk.ts";
import { commandLineActor } from "../database/shared-tables/audit-log.ts";
import { signUpWriter } from "../signup/index.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleDealers } from "../testing/samples/sample-dealers.ts";
import { sampleSignUp } from "../testing/samples/sample-sign-up.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { exportPeople, type ExportKind } from "./index.ts";

const [OFFLINE, ONLINE, CHANGED] = [
  "1610000000000000001",
  "1610000000000000002",
  "1610000000000000004",
] as const;
const DAY = 86_400_000;
const question = (key: string, label: string): FormField => ({
  key,
  label,
  kind: "text",
  required: false,
  options: [],
  placeholder: "",
});
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  const now = app.context.clock.now();
  const asks = { form: [question("age", "车龄"), question("wish", "想试的路段")] };
  await app.modules.activities.addActivities([
    sampleActivity(now, { activityId: OFFLINE, ...asks }),
    ...[ONLINE, CHANGED].map((activityId) =>
      sampleActivity(now, {
        activityId,
        activityType: "online",
        pageType: "lead",
        startTime: now - DAY,
        endTime: now + DAY,
        ...asks,
      }),
    ),
  ]);
});
afterAll(() => app.close());

/** Pieces of the file in the order of writing. */
async function written(what: ExportKind, activityId: string, withMobile = false) {
  const pieces: string[] = [];
  const write = (text: string): Promise<void> => Promise.resolve(void pieces.push(text));
  const { db, clock } = app.context;
  const count = await exportPeople(
    { db, clock, by: commandLineActor, write },
    { what, activityId, withMobile },
  );
  return { count, pieces, text: pieces.join("") };
}
async function leave(activityId: string, mobile: string, name: string, answers: Record<string, string>) {
  const { token } = await app.login(mobile);
  const captchaVerifyId = await app.solveCaptcha({ action: "lead", activityId }, { token });
  const place = { provinceCode: "310000", cityCode: "310100", channel: { utm_source: "wx" } };
  const form = { id: activityId, name, mobile, ...place, answers, consent: true as const };
  const { code } = await app.call(leaveLead, form, { token, captchaVerifyId });
  if (code !== "00") throw new Error(code);
  return token;
}
const TIME = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g;

test("W10 M01 leads as a CSV file: decrypted, one column per question, formulas as text, mobiles masked by default", async () => {
  await leave(ONLINE, "13760000001", "林晓岚", { age: "=1+1", wish: "山路,夜里" });
  const link = await app.modules.leads.desk.addLink({ activityId: ONLINE });
  const leadId = (await app.call(openLeads, { link })).data.leads[0]?.leadId ?? "";
  await app.call(markLead, { link, by: "小李", leadId, result: "missed" });
  const gone = await leave(ONLINE, "13760000002", "走开了", {});
  await app.call(withdrawLead, { id: ONLINE }, { token: gone });
  const { text, count } = await written("leads", ONLINE);
  const [head, line, ...others] = text.replace(TIME, "T").split("\r\n");
  expect([head, line?.replace(/^\d+/, "ID"), others, count]).toEqual([
    "\uFEFF编号,姓名,手机号,城市,车系,门店,预约时间,更新时间,来源,跟进,跟进时间,跟进人,车龄,想试的路段,其他回答",
    `ID,林晓岚,137****0001,上海,,,T,T,wx,未接通,T,小李,'=1+1,"山路,夜里",`,
    [""],
    1,
  ]);
  expect((await written("leads", ONLINE, true)).text).toContain("林晓岚,13760000001,");
});

test("W10 an answer to a removed question is in the last column", async () => {
  await leave(CHANGED, "13760000003", "陈屿", { age: "3", wish: "海边" });
  const form = JSON.stringify([question("wish", "想试的路段")]);
  await sql`update activity set form = ${form}::jsonb where activity_id = ${CHANGED}`.execute(app.context.db);
  const { text } = await written("leads", CHANGED);
  expect(text.split("\r\n").find((line) => line.includes("陈屿"))).toMatch(/,海边,age: 3$/);
});

test("W10 many sign-ups are written in batches, each person once", async () => {
  const people = Array.from({ length: 1_201 }, (_none, at) => `u${at}`);
  const { db } = app.context;
  await sql`insert into app_user (user_id, open_id, idp_id, nickname, created_time, updated_time)
    select 'u' || at, 'o' || at, 'i' || at, '', now(), now() from generate_series(0, 1200) as at`.execute(db);
  await sql`update activity set quota = 5000 where activity_id = ${OFFLINE}`.execute(db);
  const writer = signUpWriter(db);
  await Promise.all(people.map((userId) => writer.add(OFFLINE, sampleSignUp(userId, {}))));
  const { pieces, text, count } = await written("signups", OFFLINE);
  const lines = text.split("\r\n").slice(1, -1);
  expect([count, lines.length, new Set(lines.map((line) => line.split(",")[0])).size]).toEqual([
    1_201, 1_201, 1_201,
  ]);
  // The head and three batches.
  expect(pieces).toHaveLength(4);
});

test("W10 a sign-up without a dealer shows the dealer of its session", async () => {
  const activityId = "1610000000000000005";
  const now = app.context.clock.now();
  await app.modules.organisations.add(sampleDealers("1605"));
  const when = { startTime: now + DAY, endTime: now + 2 * DAY };
  const session = { sessionId: "1", dealerId: "1605", quota: 5, taken: 0, ...when };
  await app.modules.activities.addActivities([
    sampleActivity(now, { activityId, dealerIds: ["1605"], sessions: [session] }),
  ]);
  const { userId } = await app.login("13760000005");
  await signUpWriter(app.context.db).add(activityId, sampleSignUp(userId, { session_id: "1" }));
  expect((await written("signups", activityId)).text).toContain("林晓岚,139****0000,,门店 1605,");
});

test("16.3.2 each export is in the audit log with its kind, masking and number; an unknown activity is not", async () => {
  const activityId = "1610000000000000003";
  await app.modules.activities.addActivities([sampleActivity(app.context.clock.now(), { activityId })]);
  await written("signups", activityId);
  await written("leads", activityId, true);
  const { rows } = await sql<{ line: string }>`
    select actor_kind || ' ' || host || ' ' || outcome as line from audit_entry
    where about_id = ${activityId} and action = 'people.export' order by at_time, audit_id`.execute(
    app.context.db,
  );
  expect(rows.map(({ line }) => line)).toEqual([
    "operator command signups masked asked",
    "operator command signups masked 0 rows",
    "operator command leads with mobiles asked",
    "operator command leads with mobiles 0 rows",
  ]);
  expect((await written("leads", "1")).count).toBeNull();
});
