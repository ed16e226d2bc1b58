import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FormField } from "#contract/activity/activity.ts";
import type { ArgsOf } from "#contract/core/call.ts";
import { leaveLead, withdrawLead } from "#contract/lead/lead.ts";
import { markLead, openLeads, revealLead, unmarkLead, type DeskLead } from "#contract/lead/desk.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { MAX_REVEALS_PER_HOUR } from "./store.ts";

const DAY = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.modules.organisations.add(["551", "552"].map(dealer));
});
afterAll(() => app.close());

const dealer = (id: string) => ({
  id,
  code: `D${id}`,
  name: `青岚中心 ${id}`,
  status: "BC500001",
  address: "路 1 号",
  phone: "021-00000000",
  provinceCode: "310000",
  cityCode: "310100",
  longitude: 121.4,
  latitude: 31.2,
});
const question: FormField = {
  key: "when",
  label: "方便的时间",
  kind: "text",
  required: false,
  options: [],
  placeholder: "",
};
let made = 0;
async function open(): Promise<string> {
  const activityId = `100000000000006${String(1000 + made++)}`;
  const now = app.context.clock.now();
  const over = { activityId, activityType: "online", pageType: "lead", form: [question] } as const;
  const dates = { startTime: now - DAY, endTime: now + DAY };
  await app.modules.activities.addActivities([
    sampleActivity(now, { ...over, form: [question], ...dates, dealerIds: ["551", "552"] }),
  ]);
  return activityId;
}
let people = 0;
/** Somebody who left a lead. */
async function left(id: string, over: Partial<ArgsOf<typeof leaveLead>> = {}) {
  const mobile = `138${String(20_000_000 + people++)}`;
  const { token, userId } = await app.login(mobile);
  const place = { provinceCode: "310000", cityCode: "310100" };
  const leave = async (more: Partial<ArgsOf<typeof leaveLead>> = {}) => {
    const captchaVerifyId = await app.solveCaptcha({ action: "lead", activityId: id }, { token });
    const form = { id, name: "林晓岚", mobile, ...place, consent: true as const, ...over, ...more };
    return (await app.call(leaveLead, form, { token, captchaVerifyId })).data.leadId;
  };
  return { token, userId, mobile, leave, leadId: await leave() };
}
const desk = () => app.modules.leads.desk;
const by = "小李";
const namesOf = async (link: string, more: Partial<ArgsOf<typeof openLeads>> = {}) =>
  (await app.call(openLeads, { link, ...more })).data.leads.map(({ name }) => name);

test("M01 W10 the dealer's staff see who left a lead, newest first: answers by their questions, the number masked", async () => {
  const id = await open();
  await left(id, { name: "先来", dealerId: "551" });
  const channel = { utm_source: "wx" };
  const { mobile, leadId } = await left(id, {
    name: "后到",
    dealerId: "552",
    answers: { when: "周末" },
    channel,
  });
  const link = await desk().addLink({ activityId: id });
  const { data } = await app.call(openLeads, { link });
  expect(data).toMatchObject({
    title: "莫干山晨雾试驾",
    dealerName: null,
    total: 2,
    waiting: 2,
    nextCursor: null,
  });
  expect(data.leads.map(({ name }) => name)).toEqual(["后到", "先来"]);
  expect(data.leads[0]).toMatchObject({
    leadId,
    mobile: `${mobile.slice(0, 3)}****${mobile.slice(7)}`,
    cityName: "上海",
    dealerName: "青岚中心 552",
    answers: [{ label: "方便的时间", answer: "周末" }],
    source: "wx",
    result: null,
    revealedBy: null,
  });
  expect(JSON.stringify(data)).not.toContain(mobile);
});

test("T08 a link is for its own activity and dealer: others' leads it neither lists, shows nor marks; revoked it is nothing", async () => {
  const [id, elsewhere] = [await open(), await open()];
  const [own, others, foreign] = [
    await left(id, { name: "自家", dealerId: "551" }),
    await left(id, { dealerId: "552" }),
    await left(elsewhere, { dealerId: "551" }),
  ];
  const link = await desk().addLink({ activityId: id, dealerId: "551" });
  const { data } = await app.call(openLeads, { link });
  expect([data.dealerName, data.total, data.leads.map(({ name }) => name)]).toEqual([
    "青岚中心 551",
    1,
    ["自家"],
  ]);
  const contactedTime = "2026-01-01T00:00:00+08:00";
  for (const { leadId } of [others, foreign]) {
    const answers = [
      await app.call(revealLead, { link, by, leadId }),
      await app.call(markLead, { link, by, leadId, result: "reached" }),
      await app.call(unmarkLead, { link, leadId, contactedTime }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  }
  expect((await app.call(revealLead, { link, by, leadId: own.leadId })).data.mobile).toBe(own.mobile);
  // A link of another kind opens nothing here.
  const checkIn = await app.modules.checkIns.addLink({ activityId: id });
  expect((await app.call(openLeads, { link: checkIn })).status).toBe(404);
  const [kept] = await desk().links();
  expect(kept).toMatchObject({ activityId: id, dealerId: "551", isRevoked: false });
  await desk().revoke(kept?.linkId ?? "");
  const after = [
    await app.call(openLeads, { link }),
    await app.call(revealLead, { link, by, leadId: own.leadId }),
    await app.call(markLead, { link, by, leadId: own.leadId, result: "missed" }),
  ];
  expect(after.map(({ status }) => status)).toEqual([404, 404, 404]);
});

test("W10 many leads come in pages; a name or a number's last four digits find some, and no more of a number than is shown", async () => {
  const id = await open();
  const all = [];
  for (let at = 0; at < 23; at++) all.push(await left(id, { name: `客人${at}` }));
  const link = await desk().addLink({ activityId: id });
  const first = (await app.call(openLeads, { link })).data;
  expect(first.leads).toHaveLength(20);
  const second = (await app.call(openLeads, { link, cursor: first.nextCursor ?? "" })).data;
  expect(second.nextCursor).toBeNull();
  const ids = [...first.leads, ...second.leads].map(({ leadId }) => leadId);
  expect(ids).toEqual(all.map(({ leadId }) => leadId).toReversed());
  expect(await namesOf(link, { keyword: "客人22" })).toEqual(["客人22"]);
  const { mobile } = all[3] ?? { mobile: "" };
  expect(await namesOf(link, { keyword: mobile.slice(-4) })).toEqual(["客人3"]);
  expect(await namesOf(link, { keyword: mobile.slice(-5) })).toEqual([]);
  expect((await app.call(openLeads, { link, cursor: "x" })).status).toBe(601);
});

test("W10 16.3.2 a number is shown to be called: noted with who asked, in the audit log by the link alone", async () => {
  const id = await open();
  const { leadId, mobile } = await left(id);
  const link = await desk().addLink({ activityId: id });
  const [kept] = await desk().links();
  const { data } = await app.call(revealLead, { link, by: ` ${by} `, leadId });
  expect([data.mobile, data.lead.revealedBy]).toEqual([mobile, by]);
  await app.call(revealLead, { link, by: "小王", leadId });
  const [lead] = (await app.call(openLeads, { link })).data.leads;
  expect([lead?.revealedBy, lead?.mobile.includes("****")]).toEqual(["小王", true]);
  const { rows } = await sql<{ line: string }>`
    select actor_kind || ' ' || actor_id || ' ' || action || ' ' || outcome as line from audit_entry
    where about_id = ${leadId} order by at_time, audit_id`.execute(app.context.db);
  const line = `staff ${kept?.linkId} lead.reveal done`;
  expect(rows.map((row) => row.line)).toEqual([line, line]);
  const { rows: texts } = await sql<{ text: string }>`
    select audit_entry::text || (select string_agg(lead_reveal::text, '') from lead_reveal) as text from audit_entry
    where about_id = ${leadId}`.execute(app.context.db);
  expect(texts.map(({ text }) => [by, mobile].some((secret) => text.includes(secret)))).toEqual([
    false,
    false,
  ]);
});

test("W10 one link is shown so many numbers an hour; those it was shown already it may call again", async () => {
  const id = await open();
  const one = await left(id);
  const last = await left(id);
  const link = await desk().addLink({ activityId: id });
  const [kept] = await desk().links();
  const { db, clock } = app.context;
  // As many others as may be, but for one.
  await sql`
    insert into lead (activity_id, mobile_key, lead_id, user_id, person, province_code, city_code, consent_version,
      consent_time, first_touch, last_touch, created_time, updated_time)
    select activity_id, 'r' || at, right(lead_id, 12) || at, user_id, null, province_code, city_code, consent_version,
      consent_time, first_touch, last_touch, created_time, updated_time
    from lead, generate_series(2, ${MAX_REVEALS_PER_HOUR}::int) as at where lead_id = ${one.leadId}`.execute(
    db,
  );
  await sql`
    insert into lead_reveal (reveal_id, lead_id, link_id, revealed_by, revealed_time)
    select lead_id, lead_id, ${kept?.linkId}, '', ${new Date(clock.now())} from lead
    where activity_id = ${id} and mobile_key like 'r%'`.execute(db);
  const at = async (leadId: string) => (await app.call(revealLead, { link, by, leadId })).status;
  // Two at once of whom one may be shown.
  const outcomes = await Promise.all([at(one.leadId), at(last.leadId)]);
  expect(outcomes.toSorted()).toEqual([200, 429]);
  const done = outcomes[0] === 200 ? one.leadId : last.leadId;
  const refused = done === one.leadId ? last.leadId : one.leadId;
  expect([await at(done), await at(refused)]).toEqual([200, 429]);
  clock.set(clock.now() + 61 * 60_000);
  expect(await at(refused)).toBe(200);
  clock.set(null);
});

test("W10 what came of a call is noted with who and when, and taken back; nobody takes back a later note", async () => {
  const id = await open();
  const { leadId } = await left(id, { name: "甲" });
  await left(id, { name: "乙" });
  const link = await desk().addLink({ activityId: id });
  const waiting = () => namesOf(link, { waitingOnly: true });
  const missed = (await app.call(markLead, { link, by, leadId, result: "missed" })).data.lead;
  expect(missed).toMatchObject({ result: "missed", contactedBy: by });
  // Nobody answered: they are to be called again.
  expect(await waiting()).toEqual(["乙", "甲"]);
  const at = app.context.clock.now() + 5_000;
  app.context.clock.set(at);
  const reached = (await app.call(markLead, { link, by: "小王", leadId, result: "reached" })).data.lead;
  expect([await waiting(), (await app.call(openLeads, { link })).data.waiting]).toEqual([["乙"], 1]);
  const undo = async (contactedTime: string | null) =>
    (await app.call(unmarkLead, { link, leadId, contactedTime: contactedTime ?? "" })).data;
  expect(await undo(missed.contactedTime)).toMatchObject({ isDone: false, lead: { contactedBy: "小王" } });
  expect(await undo(reached.contactedTime)).toMatchObject({ isDone: true, lead: { result: null } });
  expect((await undo(reached.contactedTime)).isDone).toBe(false);
  expect(await waiting()).toEqual(["乙", "甲"]);
  app.context.clock.set(null);
  const { rows } = await sql<{ line: string }>`
    select action || ' ' || outcome as line from audit_entry where about_id = ${leadId} order by at_time, audit_id`.execute(
    app.context.db,
  );
  expect(rows.map(({ line }) => line)).toEqual(["lead.mark missed", "lead.mark reached", "lead.unmark done"]);
});

test("W10 M19 what somebody notes who has not seen the person's correction, or a colleague's note, is not taken", async () => {
  const id = await open();
  const { leadId, leave } = await left(id, { name: "甲" });
  const link = await desk().addLink({ activityId: id });
  const standing = async () => (await app.call(openLeads, { link })).data.leads[0] as DeskLead;
  const before = await standing();
  const mark = async ({ updatedTime, contactedTime }: DeskLead, over: object = {}) => {
    const wish = { link, by, leadId, result: "declined" as const, updatedTime, contactedTime };
    return (await app.call(markLead, { ...wish, ...over })).data;
  };
  const later = async (change: () => Promise<unknown>) => {
    app.context.clock.set(app.context.clock.now() + 5_000);
    await change();
  };
  await later(() => leave({ name: "甲改过" }));
  expect(await mark(before)).toMatchObject({ isDone: false, lead: { name: "甲改过", result: null } });
  const corrected = await standing();
  await later(() => mark(corrected, { by: "小王", result: "reached" }));
  expect(await mark(corrected, { result: "missed" })).toMatchObject({
    isDone: false,
    lead: { result: "reached", contactedBy: "小王" },
  });
  // One's own once more, since its answer was lost.
  const again = { by: " 小王 ", result: "reached" };
  expect(await mark(corrected, again)).toMatchObject({ isDone: true });
  await later(async () => mark(await standing()));
  app.context.clock.set(null);
  const { rows } = await sql<{ outcome: string }>`
    select outcome from audit_entry where about_id = ${leadId} order by at_time, audit_id`.execute(
    app.context.db,
  );
  expect(rows.map(({ outcome }) => outcome)).toEqual(["reached", "declined"]);
});

test("M19 who leaves the lead anew waits again, at the top; who withdraws or is erased is gone from the desk", async () => {
  const id = await open();
  const [one, other] = [await left(id, { name: "甲" }), await left(id, { name: "乙" })];
  const link = await desk().addLink({ activityId: id });
  for (const { leadId } of [one, other]) await app.call(markLead, { link, by, leadId, result: "declined" });
  expect(await namesOf(link, { waitingOnly: true })).toEqual([]);
  await one.leave({ name: "甲再来" });
  expect(await namesOf(link)).toEqual(["甲再来", "乙"]);
  expect(await namesOf(link, { waitingOnly: true })).toEqual(["甲再来"]);
  await app.call(revealLead, { link, by, leadId: other.leadId });
  await app.call(withdrawLead, { id }, { token: other.token });
  expect(await namesOf(link)).toEqual(["甲再来"]);
  const after = [
    await app.call(revealLead, { link, by, leadId: other.leadId }),
    await app.call(markLead, { link, by, leadId: other.leadId, result: "reached" }),
  ];
  expect(after.map(({ status }) => status)).toEqual([404, 404]);
  const { rows } = await sql`
    select contact_result, contacted_by, contacted_time from lead where lead_id = ${other.leadId}`.execute(
    app.context.db,
  );
  expect(rows).toEqual([{ contact_result: null, contacted_by: null, contacted_time: null }]);
  // As an erasure deletes it: who was shown the number goes with it.
  await sql`delete from lead where lead_id = ${other.leadId}`.execute(app.context.db);
  const reveals = await sql`select 1 from lead_reveal where lead_id = ${other.leadId}`.execute(
    app.context.db,
  );
  expect(reveals.rows).toEqual([]);
});
