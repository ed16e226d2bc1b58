import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { showJob, undoJob } from "#contract/console/jobs.ts";
import {
  markLeads,
  planLeadMarks,
  planLeadReminders,
  remindLeads,
} from "#contract/console/lead/lead-bulk.ts";
import { listLeads, recordLeadResult, showLeadDetail } from "#contract/console/leads.ts";
import { changeGrants, lockOperator } from "#contract/console/operators.ts";
import { everyScope } from "#contract/console/scope.ts";
import { openApp } from "../../testing/app.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";
import { testLeadDesk } from "../desk/test-lead-desk.ts";

const app = await openApp();
const { db } = app.context;
let desk: Awaited<ReturnType<typeof testLeadDesk>>;
let hq: TestOperator;
let wu: TestOperator;
beforeAll(async () => {
  desk = await testLeadDesk(app);
  hq = await loginOperator(app, "hq-admin");
  wu = await loginOperator(app, "dealer", { ...everyScope, dealers: ["551"] }, { name: "吴顾问" });
});
const rowsOf = async (activityId: string, by = hq) =>
  (await callAsOperator(app, by, listLeads, { filter: { activityId } })).data.rows;
const finish = async (jobId: string, by = hq) => {
  await app.console.jobs.run();
  return (await callAsOperator(app, by, showJob, { jobId })).data;
};
const auditOf = async (action: string, id: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_entry
    where action = ${action} and about_id = ${id}`.execute(db);
  return rows[0]?.count ?? 0;
};
async function leads(dealers: readonly string[]) {
  const activityId = await desk.addActivity();
  const ids: string[] = [];
  for (const [at, dealerId] of dealers.entries())
    ids.push((await desk.addLead(activityId, { name: `客户${at}`, dealerId })).leadId);
  return { activityId, ids };
}

test("CO37 open leads are marked as a job, dry run and result agree, and undoing leaves what others changed", async () => {
  const { activityId, ids } = await leads(["551", "551", "552"]);
  const [first = "", second = "", foreign = ""] = ids;
  const [row] = (await rowsOf(activityId)).filter(({ leadId }) => leadId === first);
  const seen = { leadId: first, updatedTime: row?.updatedTime ?? "", contactedTime: null };
  await callAsOperator(app, hq, recordLeadResult, { ...seen, result: "reached" });
  const selection = { filter: { activityId }, count: 2, asOf: new Date().toISOString() };
  const plan = await callAsOperator(app, wu, planLeadMarks, { selection, result: "declined" });
  expect(plan.data).toEqual({ count: 2, able: 1, refused: [{ fault: "已联系", count: 1 }] });
  const other = { ...selection, count: 5 };
  expect((await callAsOperator(app, wu, markLeads, { selection: other, result: "declined" })).code).toBe(
    "LIST_CHANGED",
  );
  const { jobId } = (await callAsOperator(app, wu, markLeads, { selection, result: "declined" })).data;
  const { job, faults } = await finish(jobId, wu);
  expect([job.done, job.refused, faults.map(({ fault }) => fault)]).toEqual([1, 1, ["已联系"]]);
  const states = async () =>
    Object.fromEntries((await rowsOf(activityId)).map(({ leadId, state }) => [leadId, state]));
  expect(await states()).toEqual({ [first]: "reached", [second]: "declined", [foreign]: "unassigned" });
  expect(await auditOf("lead.mark", second)).toBe(1);
  await callAsOperator(app, wu, undoJob, { jobId });
  await app.console.jobs.run();
  expect((await states())[second]).toBe("unassigned");
});

test("CO61 overdue leads are reminded of once an hour, in scope, and the others say why not", async () => {
  const { activityId, ids } = await leads(["551", "551", "552"]);
  const [late = "", fresh = "", foreign = ""] = ids;
  await sql`update lead set updated_time = updated_time - interval '20 days'
    where lead_id in (${late}, ${foreign})`.execute(db);
  const region = await loginOperator(app, "region", {
    ...everyScope,
    sponsorLevel1: ["107002"],
    sponsorLevel2: ["VWSA500000"],
  });
  const selection = { ids };
  expect((await callAsOperator(app, wu, planLeadReminders, { selection })).status).toBe(406);
  const outside = await callAsOperator(app, region, planLeadReminders, { selection });
  expect(outside.data.able).toBeLessThan(2);
  const plan = await callAsOperator(app, hq, planLeadReminders, { selection });
  expect(plan.data).toEqual({ count: 3, able: 2, refused: [{ fault: "尚未逾期", count: 1 }] });
  const { jobId } = (await callAsOperator(app, hq, remindLeads, { selection })).data;
  expect((await finish(jobId)).job).toMatchObject({ done: 2, refused: 1 });
  const detail = await callAsOperator(app, wu, showLeadDetail, { leadId: late });
  expect(detail.data.lead.remindedTime).not.toBeNull();
  expect(await auditOf("lead.remind", late)).toBe(1);
  expect(await auditOf("lead.remind", fresh)).toBe(0);
  const again = await callAsOperator(app, hq, planLeadReminders, { selection });
  expect(again.data).toMatchObject({ able: 0 });
  expect((await rowsOf(activityId)).length).toBe(3);
});

test("CO25 a job of an operator who was locked, or lost the right, changes nothing more", async () => {
  const admin = await loginOperator(app, "sysadmin");
  for (const stop of ["lock", "grants"] as const) {
    const leaving = await loginOperator(app, "hq-staff");
    const { ids: before } = await leads(["551", "552"]);
    const { activityId, ids } = await leads(["551", "552"]);
    const selection = { ids: before };
    const started = await callAsOperator(app, leaving, markLeads, { selection, result: "missed" });
    await app.console.jobs.run();
    const { operatorId } = leaving;
    const grants = [{ role: "auditor" as const, scope: everyScope }];
    const { rows } = await sql<{ revision: number }>`
      select revision from operator where operator_id = ${operatorId}`.execute(db);
    const basedOn = rows[0]?.revision ?? 0;
    const { code } =
      stop === "lock"
        ? await callAsOperator(app, admin, lockOperator, { operatorId, isLocked: true })
        : await callAsOperator(app, admin, changeGrants, { operatorId, basedOn, grants });
    expect(code).toBe("00");
    // Two rows are left, as after a restart.
    for (const [at, leadId] of ids.entries())
      await sql`update job_row set subject_id = ${leadId}, state = 'pending', fault = null
        where job_id = ${started.data.jobId} and row_no = ${at + 1}`.execute(db);
    await sql`update job set state = 'running', lease_time = lease_time - interval '2 days'
      where job_id = ${started.data.jobId}`.execute(db);
    await app.console.jobs.run();
    const { rows: faults } = await sql<{ fault: string }>`
      select distinct fault from job_row where job_id = ${started.data.jobId}`.execute(db);
    expect(faults).toEqual([
      { fault: stop === "lock" ? "操作人已停用，未处理" : "操作人的权限已变更，未处理" },
    ]);
    expect((await rowsOf(activityId)).every(({ contactedTime }) => contactedTime === null)).toBe(true);
  }
});
