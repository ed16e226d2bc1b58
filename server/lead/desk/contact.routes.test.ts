import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withdrawLead } from "#contract/lead/lead.ts";
import { markLead, openLeads, revealLead, unmarkLead, type DeskLead } from "#contract/lead/desk.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { testLeadDesk } from "./test-lead-desk.ts";

let app: TestApp;
let desk: Awaited<ReturnType<typeof testLeadDesk>>;
beforeAll(async () => {
  app = await testApp();
  desk = await testLeadDesk(app);
});
afterAll(() => app.close());

const by = "小李";

test("W10 a call result is recorded with name and time and can be cleared, but not once a later one is recorded", async () => {
  const id = await desk.addActivity();
  const { leadId } = await desk.addLead(id, { name: "甲" });
  await desk.addLead(id, { name: "乙" });
  const link = await app.modules.leads.desk.addLink({ activityId: id });
  const waiting = () => desk.namesOf(link, { waitingOnly: true });
  const missed = (await app.call(markLead, { link, by, leadId, result: "missed" })).data.lead;
  expect(missed).toMatchObject({ result: "missed", contactedBy: by });
  // A missed call stays in the list of leads to call.
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

test("W10 M19 a call result based on an outdated lead or note is refused", async () => {
  const id = await desk.addActivity();
  const { leadId, leave } = await desk.addLead(id, { name: "甲" });
  const link = await app.modules.leads.desk.addLink({ activityId: id });
  const current = async () => (await app.call(openLeads, { link })).data.leads[0] as DeskLead;
  const before = await current();
  const mark = async ({ updatedTime, contactedTime }: DeskLead, over: object = {}) => {
    const request = { link, by, leadId, result: "declined" as const, updatedTime, contactedTime };
    return (await app.call(markLead, { ...request, ...over })).data;
  };
  const later = async (change: () => Promise<unknown>) => {
    app.context.clock.set(app.context.clock.now() + 5_000);
    await change();
  };
  await later(() => leave({ name: "甲改过" }));
  expect(await mark(before)).toMatchObject({ isDone: false, lead: { name: "甲改过", result: null } });
  const corrected = await current();
  await later(() => mark(corrected, { by: "小王", result: "reached" }));
  expect(await mark(corrected, { result: "missed" })).toMatchObject({
    isDone: false,
    lead: { result: "reached", contactedBy: "小王" },
  });
  // A retry after a lost response succeeds.
  const again = { by: " 小王 ", result: "reached" };
  expect(await mark(corrected, again)).toMatchObject({ isDone: true });
  await later(async () => mark(await current()));
  app.context.clock.set(null);
  const { rows } = await sql<{ outcome: string }>`
    select outcome from audit_entry where about_id = ${leadId} order by at_time, audit_id`.execute(
    app.context.db,
  );
  expect(rows.map(({ outcome }) => outcome)).toEqual(["reached", "declined"]);
});

test("M19 a renewed lead is back on top of the list; withdrawn and erased leads disappear from the desk", async () => {
  const id = await desk.addActivity();
  const [one, other] = [await desk.addLead(id, { name: "甲" }), await desk.addLead(id, { name: "乙" })];
  const link = await app.modules.leads.desk.addLink({ activityId: id });
  for (const { leadId } of [one, other]) await app.call(markLead, { link, by, leadId, result: "declined" });
  expect(await desk.namesOf(link, { waitingOnly: true })).toEqual([]);
  await one.leave({ name: "甲再来" });
  expect(await desk.namesOf(link)).toEqual(["甲再来", "乙"]);
  expect(await desk.namesOf(link, { waitingOnly: true })).toEqual(["甲再来"]);
  await app.call(revealLead, { link, by, leadId: other.leadId });
  await app.call(withdrawLead, { id }, { token: other.token });
  expect(await desk.namesOf(link)).toEqual(["甲再来"]);
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
  // Deletes the lead as an erasure does; the records of revealed mobiles are deleted with it.
  await sql`delete from lead where lead_id = ${other.leadId}`.execute(app.context.db);
  const reveals = await sql`select 1 from lead_reveal where lead_id = ${other.leadId}`.execute(
    app.context.db,
  );
  expect(reveals.rows).toEqual([]);
});
