import {
  markLeads,
  planLeadMarks,
  planLeadReminders,
  remindLeads,
  type BulkLeadResult,
  type LeadBulkPlan,
} from "#contract/console/lead/lead-bulk.ts";
import type { LeadSelection } from "#contract/console/lead/lead-assignment.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { withAuditEntry } from "../../database/shared-tables/audit-log.ts";
import { requireScopes } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import {
  MAX_JOB_ROWS,
  mustBeOfJobSize,
  mustBeUnchanged,
  type Jobs,
  type JobStep,
  type NewJobRow,
} from "../../job/index.ts";
import { leadDeskStore } from "../desk/store.ts";
import { leadMessages } from "../messages.ts";
import { dueTimesAt, lockLeads, reachOfStep } from "./assignment-routes.ts";
import { readLeadTimes, setLeadsReminded } from "./bulk-store.ts";
import { listSelectedLeads, type SelectedLead } from "./lead-list-store.ts";

const { console: messages } = leadMessages;
/** Time between two reminders of one lead, ms. */
const REMINDER_PAUSE = 3_600_000;

type Judged = { readonly lead: SelectedLead; readonly fault: string | null };
type Judge = (lead: SelectedLead) => string | null;

const planOf = (judged: readonly Judged[]): LeadBulkPlan => {
  const faults = Map.groupBy(
    judged.flatMap(({ fault }) => fault ?? []),
    (fault) => fault,
  );
  return {
    count: judged.length,
    able: judged.filter(({ fault }) => fault === null).length,
    refused: [...faults].map(([fault, all]) => ({ fault, count: all.length })),
  };
};
const toRow = ({ lead, fault }: Judged): NewJobRow => ({
  subjectId: lead.lead_id,
  fault,
  arguments: {
    // Versions of leads are compared to the second.
    updated: toShanghaiIso(lead.updated_time),
    contacted: lead.contacted_time && toShanghaiIso(lead.contacted_time),
  },
});

/** Judges the leads of a selection as an act would. @throws Refusal "listChanged" */
const judgeWith =
  (clock: AppContext["clock"]) =>
  async (
    db: Database,
    scopes: readonly GrantScope[],
    selection: LeadSelection,
    judge: Judge,
  ): Promise<Judged[]> => {
    const due = await dueTimesAt(db, clock.now());
    const leads = await listSelectedLeads(db, scopes, selection, due, MAX_JOB_ROWS);
    mustBeOfJobSize(leads.length);
    if ("filter" in selection) mustBeUnchanged(selection.count, leads.length);
    return leads.map((lead) => ({ lead, fault: judge(lead) }));
  };

const changedSince = (): Refusal => new Refusal("stateChanged", { message: messages.changedSince });
const timeOf = (value: unknown): Date | null => (typeof value === "string" ? new Date(value) : null);

function defineMarkJob(jobs: Jobs): void {
  const actionOf = ({ words, actor, now }: JobStep) => ({ by: words.by, actor, now: new Date(now) });
  jobs.define({
    name: "lead.mark",
    right: "lead.mark",
    async run(transaction, step) {
      const reach = await reachOfStep(transaction, step);
      const expected = {
        updated: timeOf(step.rowArguments["updated"]) ?? new Date(0),
        contacted: timeOf(step.rowArguments["contacted"]),
      };
      const result = step.jobArguments["result"] as BulkLeadResult;
      const change = { leadId: step.subjectId, result, testDrive: null, expected };
      if (!(await leadDeskStore(transaction).mark(reach, change, actionOf(step)))) throw changedSince();
      return { marked: toShanghaiIso(step.now) };
    },
    async undo(transaction, step, { marked }) {
      const reach = await reachOfStep(transaction, step);
      const seen = timeOf(marked) ?? new Date(0);
      if (!(await leadDeskStore(transaction).unmark(reach, step.subjectId, seen, actionOf(step))))
        throw changedSince();
    },
  });
}

function defineReminderJob(jobs: Jobs): void {
  jobs.define({
    name: "lead.remind",
    right: "lead.assign",
    async run(transaction, step) {
      const ids = await lockLeads(transaction, step);
      const times = await readLeadTimes(transaction, step.subjectId);
      const { overdue } = await dueTimesAt(transaction, step.now);
      if (times === null || times.updated_time >= overdue) throw changedSince();
      if (isJustReminded(times.reminded_time, step.now))
        throw new Refusal("stateChanged", { message: messages.justReminded });
      const now = new Date(step.now);
      await withAuditEntry(
        transaction,
        (inner) => setLeadsReminded(inner, ids, { by: step.operatorId, now }),
        () => ({
          by: step.actor,
          action: "lead.remind",
          about: { kind: "lead", id: step.subjectId },
          outcome: "done",
          now,
        }),
      );
      return null;
    },
    undo: null,
  });
}
const isJustReminded = (time: Date | null, now: number): boolean =>
  time !== null && time.getTime() > now - REMINDER_PAUSE;

/** Registers bulk results and reminders (requirement CO61). */
export function leadBulkCalls({ db, clock }: AppContext, calls: OperatorRouter, jobs: Jobs): void {
  const judged = judgeWith(clock);
  defineMarkJob(jobs);
  defineReminderJob(jobs);
  const canMark: Judge = ({ is_contacted }) => (is_contacted ? messages.isDoneAlready : null);
  const canRemind: Judge = ({ is_contacted, is_overdue, reminded_time }) => {
    if (is_contacted) return messages.isDoneAlready;
    if (!is_overdue) return messages.notOverdue;
    return isJustReminded(reminded_time, clock.now()) ? messages.justReminded : null;
  };
  calls.on(planLeadMarks, async ({ selection }, caller) =>
    planOf(await judged(db, requireScopes(caller, "lead.mark"), selection, canMark)),
  );
  calls.on(markLeads, ({ selection, result }, caller) =>
    jobs.start(caller, "lead.mark", async (transaction, scopes) => ({
      arguments: { result },
      rows: (await judged(transaction, scopes, selection, canMark)).map(toRow),
    })),
  );
  calls.on(planLeadReminders, async ({ selection }, caller) =>
    planOf(await judged(db, requireScopes(caller, "lead.assign"), selection, canRemind)),
  );
  calls.on(remindLeads, ({ selection }, caller) =>
    jobs.start(caller, "lead.remind", async (transaction, scopes) => ({
      arguments: {},
      rows: (await judged(transaction, scopes, selection, canRemind)).map(toRow),
    })),
  );
}
