import { sql } from "kysely";
import { afterEach, beforeAll, expect, test } from "vitest";
import {
  assignLeads,
  listLeadAssignees,
  planLeadAssignment,
  saveWorkingDays,
  showWorkingDays,
} from "#contract/console/lead/lead-assignment.ts";
import {
  addLeadNote,
  agreeLeadCall,
  clearLeadResult,
  countLeads,
  findLeads,
  listLeads,
  recordLeadResult,
  revealLeadMobile,
  searchLeads,
  showLeadDetail,
} from "#contract/console/leads.ts";
import { showJob, undoJob } from "#contract/console/jobs.ts";
import { everyScope } from "#contract/console/scope.ts";
import { markLead, noteLead, openLeads, revealLead } from "#contract/lead/desk.ts";
import { openApp } from "../../testing/app.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";
import { testLeadDesk } from "../desk/test-lead-desk.ts";

const app = await openApp();
const { db, clock } = app.context;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let desk: Awaited<ReturnType<typeof testLeadDesk>>;
let hq: TestOperator;
/** Staff of the dealers 551 (two) and 552. */
let wu: TestOperator;
let han: TestOperator;
let li: TestOperator;
beforeAll(async () => {
  desk = await testLeadDesk(app);
  const dealer = (id: string, name: string) =>
    loginOperator(app, "dealer", { ...everyScope, dealers: [id] }, { name });
  hq = await loginOperator(app, "hq-admin");
  [wu, han, li] = [
    await dealer("551", "吴顾问"),
    await dealer("551", "韩顾问"),
    await dealer("552", "李顾问"),
  ];
});
afterEach(() => clock.set(null));

const rowsOf = async (operator: TestOperator, activityId: string) =>
  (await callAsOperator(app, operator, listLeads, { filter: { activityId } })).data.rows;
const linesAbout = async (id: string): Promise<string[]> =>
  (
    await sql<{ line: string }>`select action || ' ' || outcome || ' ' || actor_kind as line from audit_entry
      where about_id = ${id} order by at_time, audit_id`.execute(db)
  ).rows.map(({ line }) => line);
const finish = async (operator: TestOperator, jobId: string) => {
  await app.console.jobs.run();
  return (await callAsOperator(app, operator, showJob, { jobId })).data;
};

test("CO11 a dealer sees its own leads alone, in list, search, counts, detail and by number", async () => {
  const id = await desk.addActivity();
  const one = await desk.addLead(id, { name: "甲一", dealerId: "551" });
  const other = await desk.addLead(id, { name: "乙二", dealerId: "552" });
  expect((await rowsOf(wu, id)).map(({ name }) => name)).toEqual(["甲一"]);
  expect(new Set((await rowsOf(hq, id)).map(({ name }) => name))).toEqual(new Set(["乙二", "甲一"]));
  const counts = await callAsOperator(app, wu, countLeads, { filter: { activityId: id } });
  expect(counts.data.counts).toMatchObject({ unassigned: 1, waiting: 0 });
  expect((await callAsOperator(app, wu, showLeadDetail, { leadId: other.leadId })).status).toBe(404);
  expect((await callAsOperator(app, wu, findLeads, { number: other.mobile })).data.rows).toEqual([]);
  const found = await callAsOperator(app, wu, findLeads, { number: one.mobile });
  expect(found.data.rows).toMatchObject([
    { leadId: one.leadId, mobile: `${one.mobile.slice(0, 3)}****${one.mobile.slice(-4)}` },
  ]);
  const searched = await callAsOperator(app, wu, searchLeads, { filter: {}, keyword: "乙" });
  expect(searched.data.rows).toEqual([]);
  const reveal = { leadId: other.leadId, purpose: "contact" as const };
  expect((await callAsOperator(app, wu, revealLeadMobile, reveal)).status).toBe(404);
  expect(await linesAbout(other.leadId)).toEqual([]);
});

test("CO60 results, notes and reveals are the same rows in console and lead desk, and none goes over a later one", async () => {
  const id = await desk.addActivity();
  const { leadId, mobile } = await desk.addLead(id, { dealerId: "551" });
  const link = await app.modules.leads.desk.addLink({ activityId: id });
  const deskLead = async () => (await app.call(openLeads, { link })).data.leads[0];
  const before = (await callAsOperator(app, wu, showLeadDetail, { leadId })).data;
  const seen = { leadId, updatedTime: before.lead.updatedTime, contactedTime: null, nextCallTime: null };
  await app.call(markLead, { link, by: "小李", leadId, result: "missed" });
  const late = await callAsOperator(app, wu, recordLeadResult, { ...seen, result: "declined" });
  expect(late.code).toBe("STATE_CHANGED");
  const now = (await callAsOperator(app, wu, showLeadDetail, { leadId })).data;
  expect(now).toMatchObject({ result: "missed", contactedBy: "小李", lead: { state: "following" } });
  clock.set(clock.now() + 5_000);
  const { contactedTime } = now.lead;
  const done = await callAsOperator(app, wu, recordLeadResult, { ...seen, contactedTime, result: "reached" });
  expect(done.data.detail.lead.state).toBe("reached");
  expect(await deskLead()).toMatchObject({ result: "reached", contactedBy: "吴顾问" });
  const nextCallTime = new Date(clock.now() + DAY).toISOString();
  await callAsOperator(app, wu, agreeLeadCall, { leadId, nextCallTime, seen: null });
  await app.call(noteLead, { link, by: "小李", leadId, key: crypto.randomUUID(), text: "门店备注" });
  const key = crypto.randomUUID();
  for (const _ of [1, 2]) await callAsOperator(app, wu, addLeadNote, { leadId, key, text: "后台备注" });
  const shown = (await callAsOperator(app, hq, showLeadDetail, { leadId })).data;
  expect(shown.notes.map(({ text }) => text)).toEqual(["门店备注", "后台备注"]);
  expect((await deskLead())?.notes.map(({ by }) => by)).toEqual(["小李", "吴顾问"]);
  expect(shown.lead.state).toBe("following");
  const revealed = await callAsOperator(app, wu, revealLeadMobile, { leadId, purpose: "contact" });
  expect(revealed.data).toEqual({ mobile, seconds: 60 });
  expect(await deskLead()).toMatchObject({ revealedBy: "吴顾问" });
  clock.set(clock.now() + 5_000);
  await app.call(revealLead, { link, by: "小李", leadId });
  expect((await callAsOperator(app, hq, showLeadDetail, { leadId })).data.revealedBy).toBe("小李");
  const cleared = await callAsOperator(app, wu, clearLeadResult, {
    leadId,
    contactedTime: shown.lead.contactedTime ?? "",
  });
  expect(cleared.data.detail.result).toBeNull();
  expect(await linesAbout(leadId)).toEqual([
    "lead.mark missed staff",
    "lead.mark reached operator",
    "lead.plan done operator",
    "lead.note done staff",
    "lead.note done operator",
    "lead.note done operator",
    "lead.reveal contact operator",
    "lead.reveal done staff",
    "lead.unmark done operator",
  ]);
});

test("CO61 a lead is overdue from the minute at which its first call is due, in list, filter and counts alike", async () => {
  const id = await desk.addActivity();
  const { leadId } = await desk.addLead(id, { dealerId: "551" });
  const [row] = await rowsOf(hq, id);
  const due = Date.parse(row?.dueTime ?? "");
  const view = async (at: number) => {
    clock.set(at);
    // Sessions end after half an hour without use.
    const operator = await loginOperator(app, "hq-admin");
    const [shown] = await rowsOf(operator, id);
    const filter = { activityId: id, sla: "overdue" as const };
    const filtered = (await callAsOperator(app, operator, listLeads, { filter })).data.count;
    const counts = (await callAsOperator(app, operator, countLeads, { filter: { activityId: id } })).data;
    return [shown?.isOverdue, filtered, counts.overdue, counts.escalated, counts.longestHours];
  };
  expect(await view(due - 60_000)).toEqual([false, 0, 0, 0, 0]);
  expect(await view(due)).toEqual([true, 1, 1, 0, 0]);
  const operator = await loginOperator(app, "hq-admin");
  await sql`update lead set contact_result = 'reached', contacted_time = ${new Date(due)} where lead_id = ${leadId}`.execute(
    db,
  );
  expect((await rowsOf(operator, id))[0]).toMatchObject({ isOverdue: false, state: "reached" });
});

test("CO62 an even assignment gives each operator their share, assigns open leads alone, and is undone", async () => {
  const id = await desk.addActivity();
  const leads = [];
  for (let at = 0; at < 5; at++) leads.push(await desk.addLead(id, { dealerId: "551", name: `客${at}` }));
  const done = leads[0]?.leadId ?? "";
  await sql`update lead set contact_result = 'declined', contacted_time = now() where lead_id = ${done}`.execute(
    db,
  );
  const filter = { activityId: id };
  const { count, asOf } = (await callAsOperator(app, hq, listLeads, { filter })).data;
  const selection = { filter, count, asOf };
  const way = { kind: "evenly" as const, operatorIds: [wu.operatorId, han.operatorId, li.operatorId] };
  const plan = (await callAsOperator(app, hq, planLeadAssignment, { selection, way })).data;
  expect(plan).toMatchObject({ count: 5, able: 4, refused: [{ fault: "已联系，不再分配", count: 1 }] });
  // The staff of the other dealer may not call them.
  expect(plan.shares.map(({ added }) => added)).toEqual([2, 2]);
  const started = (await callAsOperator(app, hq, assignLeads, { selection, way })).data;
  const { job } = await finish(hq, started.jobId);
  expect(job).toMatchObject({ state: "done", done: 4, refused: 1 });
  const assignees = (await rowsOf(hq, id)).map(({ assignee }) => assignee?.name ?? null);
  expect(assignees.filter((name) => name === "吴顾问")).toHaveLength(2);
  expect(assignees.filter((name) => name === null)).toHaveLength(1);
  const { assignees: listed } = (await callAsOperator(app, hq, listLeadAssignees, { dealerId: "551" })).data;
  expect(new Map(listed.map(({ name, open }) => [name, open]))).toEqual(
    new Map([
      ["吴顾问", 2],
      ["韩顾问", 2],
    ]),
  );
  // One is reassigned meanwhile: undoing leaves it and names it.
  const mine = (await rowsOf(hq, id)).find(({ assignee }) => assignee?.operatorId === wu.operatorId);
  const again = await callAsOperator(app, hq, assignLeads, {
    selection: { ids: [mine?.leadId ?? ""] },
    way: { kind: "one", operatorId: han.operatorId },
  });
  await finish(hq, again.data.jobId);
  await callAsOperator(app, hq, undoJob, { jobId: started.jobId });
  const undone = await finish(hq, started.jobId);
  expect(undone.job).toMatchObject({ state: "undone", undone: 3 });
  expect(undone.faults.map((one) => one.id)).toContain(mine?.leadId);
  const left = (await rowsOf(hq, id)).flatMap(({ assignee }) => assignee?.name ?? []);
  expect(left).toEqual(["韩顾问"]);
});

test("CO62 assigning by dealer gives each lead to staff of its dealer; a dealer assigns nothing", async () => {
  const id = await desk.addActivity();
  const one = await desk.addLead(id, { dealerId: "551" });
  const other = await desk.addLead(id, { dealerId: "552" });
  const selection = { ids: [one.leadId, other.leadId] };
  const way = { kind: "byDealer" as const };
  expect((await callAsOperator(app, wu, assignLeads, { selection, way })).status).toBe(406);
  const { jobId } = (await callAsOperator(app, hq, assignLeads, { selection, way })).data;
  await finish(hq, jobId);
  const rows = await rowsOf(hq, id);
  expect(rows.find(({ leadId }) => leadId === other.leadId)?.assignee?.name).toBe("李顾问");
  expect(["吴顾问", "韩顾问"]).toContain(rows.find(({ leadId }) => leadId === one.leadId)?.assignee?.name);
});

test("CO61 the calendar is changed by who may change settings, and moves the due time", async () => {
  const settings = await loginOperator(app, "sysadmin");
  const days = [{ day: "2030-01-01", isWorking: false }];
  expect((await callAsOperator(app, hq, saveWorkingDays, { days })).status).toBe(406);
  expect((await callAsOperator(app, settings, saveWorkingDays, { days })).code).toBe("00");
  const shown = (await callAsOperator(app, hq, showWorkingDays, {})).data;
  expect(shown.days).toContainEqual({ day: "2030-01-01", isWorking: false });
  await callAsOperator(app, settings, saveWorkingDays, { days: [{ day: "2030-01-01", isWorking: null }] });
  expect((await callAsOperator(app, hq, showWorkingDays, {})).data.days).not.toContainEqual(days[0]);
});
