import {
  assignLeads,
  listLeadAssignees,
  planLeadAssignment,
  saveWorkingDays,
  showWorkingDays,
  type AssignmentWay,
  type LeadSelection,
} from "#contract/console/lead/lead-assignment.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { AppContext } from "../../core/app-context.ts";
import { withAuditEntry } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { operatorAuditActor, requireScopes } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import {
  MAX_JOB_ROWS,
  mustBeOfJobSize,
  mustBeUnchanged,
  type Jobs,
  type JobStep,
  type NewJobRow,
} from "../../job/index.ts";
import { lockEntry, type LeadReach } from "../desk/store.ts";
import { leadMessages } from "../messages.ts";
import { assignEvenly } from "./assignment-rules.ts";
import { currentAssignee, isLeadContacted, setAssignee } from "./assignment-store.ts";
import { changeWorkingDays, readWorkingCalendar } from "./calendar-store.ts";
import {
  countOpenLeads,
  findLeadActivity,
  listLeadsOfOperator,
  listSelectedLeads,
  type DueTimes,
  type SelectedLead,
} from "./lead-list-store.ts";
import type { LeadConsolePorts, LeadOperator } from "./ports.ts";
import { dueBefore, leadDueTime, WORKING_DAY_END } from "./sla-rules.ts";

const { console: messages } = leadMessages;
const DAY = 86_400_000;
const SOON = 3 * 3_600_000;

/** Moments before which a lead was left whose first call is overdue, soon due, or overdue for a day. */
export async function dueTimesAt(db: Database, now: number): Promise<DueTimes> {
  const calendar = await readWorkingCalendar(db);
  const before = (moment: number): Date => new Date(dueBefore(moment, calendar));
  return { overdue: before(now), due: before(now + SOON), escalated: before(now - DAY) };
}

type AssignedLead = {
  readonly lead: SelectedLead;
  readonly operatorId: string | null;
  readonly fault: string | null;
};
const isOfDealer = ({ scopes }: LeadOperator, dealerId: string | null): boolean =>
  dealerId !== null && scopes.some(({ dealers }) => dealers !== "*" && dealers.includes(dealerId));

/** Operators whom a way of assigning names. */
const operatorsOf = (way: AssignmentWay, all: readonly LeadOperator[]): readonly LeadOperator[] => {
  if (way.kind === "byDealer") return all;
  const ids = way.kind === "one" ? [way.operatorId] : way.operatorIds;
  return all.filter(({ operatorId }) => ids.includes(operatorId));
};

/** Decides who gets each lead of a selection; only open leads are assigned (requirement CO62). */
function assigner({ clock }: AppContext, { listOperatorsWith }: LeadConsolePorts) {
  return async (
    db: Database,
    scopes: readonly GrantScope[],
    selection: LeadSelection,
    way: AssignmentWay,
  ): Promise<AssignedLead[]> => {
    const due = await dueTimesAt(db, clock.now());
    const leads = await listSelectedLeads(db, scopes, selection, due, MAX_JOB_ROWS);
    mustBeOfJobSize(leads.length);
    if ("filter" in selection) mustBeUnchanged(selection.count, leads.length);
    const operators = operatorsOf(way, await listOperatorsWith("lead.mark", db));
    const open = leads.filter(({ is_contacted }) => !is_contacted);
    const ids = open.map(({ lead_id }) => lead_id);
    const reached = new Map<string, ReadonlySet<string>>();
    for (const { operatorId, scopes: own } of operators)
      reached.set(operatorId, await listLeadsOfOperator(db, own, ids));
    const assignable = open.map(({ lead_id, dealer_id }) => ({
      leadId: lead_id,
      candidates: operators
        .filter((operator) => reached.get(operator.operatorId)?.has(lead_id))
        .filter((operator) => way.kind !== "byDealer" || isOfDealer(operator, dealer_id))
        .map(({ operatorId }) => operatorId),
    }));
    const chosen = assignEvenly(assignable, await countOpenLeads(db, scopes, due));
    return leads.map((lead) => {
      const operatorId = chosen.get(lead.lead_id) ?? null;
      const isSame = operatorId !== null && operatorId === lead.assignee_id;
      const fault = lead.is_contacted
        ? messages.isDone
        : operatorId === null
          ? messages.noOperator
          : isSame
            ? messages.sameOperator
            : null;
      return { lead, operatorId, fault };
    });
  };
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
/** Reach of a job's operator to the lead of a row, in place of a staff link. @throws Refusal "notFound" */
export async function reachOfStep(
  transaction: Database,
  { subjectId, scopes, operatorId }: JobStep,
): Promise<LeadReach & { readonly scopes: readonly GrantScope[] }> {
  const found = await findLeadActivity(transaction, scopes, subjectId);
  if (found === null) throw new Refusal("notFound", { message: messages.gone });
  return {
    activity_id: found.activity_id,
    dealer_id: null,
    link_id: null,
    operator_id: operatorId,
    scopes,
  };
}
/** Locks the leads of a number in scope. @throws Refusal "notFound" */
export async function lockLeads(transaction: Database, step: JobStep): Promise<string[]> {
  const reach = await reachOfStep(transaction, step);
  const ids = await lockEntry(transaction, reach, step.subjectId, {});
  if (ids.length === 0) throw new Refusal("notFound", { message: messages.gone });
  return ids;
}
const assignOnce = (
  transaction: Database,
  step: JobStep,
  leadIds: readonly string[],
  assignee: string | null,
) =>
  withAuditEntry(
    transaction,
    (inner) =>
      setAssignee(inner, leadIds, assignee, { assignedBy: step.operatorId, now: new Date(step.now) }),
    () => ({
      by: step.actor,
      action: "lead.assign",
      about: { kind: "lead", id: step.subjectId },
      outcome: assignee ?? "nobody",
      now: new Date(step.now),
    }),
  );

function defineJob(jobs: Jobs): void {
  jobs.define({
    name: "lead.assign",
    right: "lead.assign",
    async run(transaction, step) {
      const ids = await lockLeads(transaction, step);
      if (await isLeadContacted(transaction, ids[0] ?? ""))
        throw new Refusal("stateChanged", { message: messages.isDone });
      const before = await currentAssignee(transaction, ids);
      const after = textOf(step.rowArguments["operatorId"]);
      await assignOnce(transaction, step, ids, after);
      return { before, after };
    },
    async undo(transaction, step, { before, after }) {
      const ids = await lockLeads(transaction, step);
      if (
        (await currentAssignee(transaction, ids)) !== after ||
        (await isLeadContacted(transaction, ids[0] ?? ""))
      )
        throw new Refusal("stateChanged", { message: messages.changedSince });
      await assignOnce(transaction, step, ids, textOf(before));
    },
  });
}

const toJobRow = ({ lead, operatorId, fault }: AssignedLead): NewJobRow => ({
  subjectId: lead.lead_id,
  fault,
  arguments: { operatorId },
});

function calendarCalls({ db, clock }: AppContext, calls: OperatorRouter): void {
  calls.on(showWorkingDays, async () => {
    const calendar = await readWorkingCalendar(db);
    return {
      endHour: WORKING_DAY_END,
      days: [...calendar].map(([day, isWorking]) => ({ day, isWorking })),
      dueTime: toShanghaiIso(new Date(leadDueTime(clock.now(), calendar))),
    };
  });
  calls.on(saveWorkingDays, async ({ days }, caller) => {
    await withAuditEntry(
      db,
      (transaction) => changeWorkingDays(transaction, days),
      () => ({
        by: operatorAuditActor(caller),
        action: "working-day.change",
        about: { kind: "setting", id: null },
        outcome: `${days.length} days`,
        now: new Date(clock.now()),
      }),
    );
    return {};
  });
}

/** Registers assignment and the calendar of working days (requirements CO61, CO62). */
export function leadAssignmentCalls(
  context: AppContext,
  calls: OperatorRouter,
  { jobs, ...ports }: LeadConsolePorts & { readonly jobs: Jobs },
): void {
  const { db, clock } = context;
  const assign = assigner(context, ports);
  defineJob(jobs);
  calls.on(listLeadAssignees, async ({ dealerId }, caller) => {
    const scopes = requireScopes(caller, "lead.read");
    const open = await countOpenLeads(db, scopes, await dueTimesAt(db, clock.now()));
    const all = await ports.listOperatorsWith("lead.mark");
    const shown = dealerId === undefined ? all : all.filter((operator) => isOfDealer(operator, dealerId));
    return {
      assignees: shown.map(({ operatorId, name }) => ({ operatorId, name, open: open.get(operatorId) ?? 0 })),
    };
  });
  calls.on(planLeadAssignment, async ({ selection, way }, caller) => {
    const assigned = await assign(db, requireScopes(caller, "lead.assign"), selection, way);
    const able = assigned.filter(({ fault }) => fault === null);
    const faults = Map.groupBy(
      assigned.flatMap(({ fault }) => fault ?? []),
      (fault) => fault,
    );
    const shares = Map.groupBy(able, ({ operatorId }) => operatorId ?? "");
    return {
      count: assigned.length,
      able: able.length,
      refused: [...faults].map(([fault, all]) => ({ fault, count: all.length })),
      shares: [...shares].map(([operatorId, all]) => ({ operatorId, added: all.length })),
      reassigned: able.filter(({ lead }) => lead.assignee_id !== null).length,
    };
  });
  calls.on(assignLeads, ({ selection, way }, caller) =>
    jobs.start(caller, "lead.assign", async (transaction, scopes) => ({
      arguments: { way: way.kind },
      rows: (await assign(transaction, scopes, selection, way)).map(toJobRow),
    })),
  );
  calendarCalls(context, calls);
}
