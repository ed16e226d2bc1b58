import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { markLead, openLeads, revealLead, unmarkLead } from "#contract/lead/desk.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { MAX_REVEALS_PER_HOUR } from "./store.ts";
import { testLeadDesk } from "./test-lead-desk.ts";

let app: TestApp;
let desk: Awaited<ReturnType<typeof testLeadDesk>>;
beforeAll(async () => {
  app = await testApp();
  desk = await testLeadDesk(app);
});
afterAll(() => app.close());

const by = "小李";

test("M01 W10 dealer staff see leads, newest first, with labelled answers and masked mobiles", async () => {
  const id = await desk.addActivity();
  await desk.addLead(id, { name: "先来", dealerId: "551" });
  const channel = { utm_source: "wx" };
  const { mobile, leadId } = await desk.addLead(id, {
    name: "后到",
    dealerId: "552",
    answers: { when: "周末" },
    channel,
  });
  const link = await app.modules.leads.desk.addLink({ activityId: id });
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

test("T08 a link lists, reveals and marks only leads of its own activity and dealer; a revoked link is 404", async () => {
  const [id, elsewhere] = [await desk.addActivity(), await desk.addActivity()];
  const [own, others, foreign] = [
    await desk.addLead(id, { name: "自家", dealerId: "551" }),
    await desk.addLead(id, { dealerId: "552" }),
    await desk.addLead(elsewhere, { dealerId: "551" }),
  ];
  const link = await app.modules.leads.desk.addLink({ activityId: id, dealerId: "551" });
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
  // A link of another kind is not valid here.
  const checkIn = await app.modules.checkIns.addLink({ activityId: id });
  expect((await app.call(openLeads, { link: checkIn })).status).toBe(404);
  const [deskLink] = await app.modules.leads.desk.links();
  expect(deskLink).toMatchObject({ activityId: id, dealerId: "551", isRevoked: false });
  await app.modules.leads.desk.revoke(deskLink?.linkId ?? "");
  const after = [
    await app.call(openLeads, { link }),
    await app.call(revealLead, { link, by, leadId: own.leadId }),
    await app.call(markLead, { link, by, leadId: own.leadId, result: "missed" }),
  ];
  expect(after.map(({ status }) => status)).toEqual([404, 404, 404]);
});

test("W10 leads come in pages and are found by name or the visible last four digits of a mobile", async () => {
  const id = await desk.addActivity();
  const all = [];
  for (let at = 0; at < 23; at++) all.push(await desk.addLead(id, { name: `客人${at}` }));
  const link = await app.modules.leads.desk.addLink({ activityId: id });
  const first = (await app.call(openLeads, { link })).data;
  expect(first.leads).toHaveLength(20);
  const second = (await app.call(openLeads, { link, cursor: first.nextCursor ?? "" })).data;
  expect(second.nextCursor).toBeNull();
  const ids = [...first.leads, ...second.leads].map(({ leadId }) => leadId);
  expect(ids).toEqual(all.map(({ leadId }) => leadId).toReversed());
  expect(await desk.namesOf(link, { keyword: "客人22" })).toEqual(["客人22"]);
  const { mobile } = all[3] ?? { mobile: "" };
  expect(await desk.namesOf(link, { keyword: mobile.slice(-4) })).toEqual(["客人3"]);
  expect(await desk.namesOf(link, { keyword: mobile.slice(-5) })).toEqual([]);
  expect((await app.call(openLeads, { link, cursor: "x" })).status).toBe(601);
});

test("W10 16.3.2 revealing a mobile is recorded with the staff member's name, and in the audit log by the link only", async () => {
  const id = await desk.addActivity();
  const { leadId, mobile } = await desk.addLead(id);
  const link = await app.modules.leads.desk.addLink({ activityId: id });
  const [deskLink] = await app.modules.leads.desk.links();
  const { data } = await app.call(revealLead, { link, by: ` ${by} `, leadId });
  expect([data.mobile, data.lead.revealedBy]).toEqual([mobile, by]);
  await app.call(revealLead, { link, by: "小王", leadId });
  const [lead] = (await app.call(openLeads, { link })).data.leads;
  expect([lead?.revealedBy, lead?.mobile.includes("****")]).toEqual(["小王", true]);
  const { rows } = await sql<{ line: string }>`
    select actor_kind || ' ' || actor_id || ' ' || action || ' ' || outcome as line from audit_entry
    where about_id = ${leadId} order by at_time, audit_id`.execute(app.context.db);
  const line = `staff ${deskLink?.linkId} lead.reveal done`;
  expect(rows.map((row) => row.line)).toEqual([line, line]);
  const { rows: texts } = await sql<{ text: string }>`
    select audit_entry::text || (select string_agg(lead_reveal::text, '') from lead_reveal) as text from audit_entry
    where about_id = ${leadId}`.execute(app.context.db);
  expect(texts.map(({ text }) => [by, mobile].some((secret) => text.includes(secret)))).toEqual([
    false,
    false,
  ]);
});

test("W10 a link reveals a limited number of mobiles an hour; revealed ones can be shown again", async () => {
  const id = await desk.addActivity();
  const one = await desk.addLead(id);
  const last = await desk.addLead(id);
  const link = await app.modules.leads.desk.addLink({ activityId: id });
  const [deskLink] = await app.modules.leads.desk.links();
  const { db, clock } = app.context;
  // Reveals all but one of the allowed mobiles.
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
    select lead_id, lead_id, ${deskLink?.linkId}, '', ${new Date(clock.now())} from lead
    where activity_id = ${id} and mobile_key like 'r%'`.execute(db);
  const at = async (leadId: string) => (await app.call(revealLead, { link, by, leadId })).status;
  // One of two concurrent calls is within the limit.
  const outcomes = await Promise.all([at(one.leadId), at(last.leadId)]);
  expect(outcomes.toSorted()).toEqual([200, 429]);
  const done = outcomes[0] === 200 ? one.leadId : last.leadId;
  const refused = done === one.leadId ? last.leadId : one.leadId;
  expect([await at(done), await at(refused)]).toEqual([200, 429]);
  clock.set(clock.now() + 61 * 60_000);
  expect(await at(refused)).toBe(200);
  clock.set(null);
});
