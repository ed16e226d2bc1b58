import { Refusal } from "#contract/core/errors.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import type { AuditActor } from "../../database/shared-tables/audit-log.ts";
import type { DraftFieldMap } from "../draft/draft-store.ts";
import { consoleActivityMessages } from "./messages.ts";
import { publishDraft, withdraw } from "./publication.ts";
import { scheduleStore, type PlannedChangeRow } from "../../database/shared-tables/scheduled-change-store.ts";

/** Interval in which what is due is done, ms; a change happens within two of its time (requirement CO48). */
const ROUND = 1_000;

/** Faults by field of a refused change. */
function faultsOf({ refusal, fields, data }: Refusal): Record<string, string> {
  if (refusal !== "editConflict") return { ...fields };
  const overtaken = (data as { fields?: readonly string[] } | null)?.fields ?? [];
  return Object.fromEntries(overtaken.map((field) => [field, consoleActivityMessages.overtaken]));
}

async function perform(db: Database, plan: PlannedChangeRow, now: Date): Promise<void> {
  const by: AuditActor = { kind: "operator", id: plan.made_by, host: "console" };
  if (plan.action === "withdraw") await withdraw(db, plan.entity_id, { by, now });
  else await publishDraft(db, { activityId: plan.entity_id, planned: plan.fields as DraftFieldMap, by, now });
}

/**
 * Does the change that is due longest, judged by today's rules, in one transaction that other processes skip. A refused
 * one stays a draft, and its faults are kept for the operator.
 * @returns whether there was one
 */
export const performNextPlan = (database: Database, now: Date): Promise<boolean> =>
  database.transaction().execute(async (db) => {
    const schedule = scheduleStore(db, "activity");
    const plan = await schedule.lockDue(now);
    if (plan === null) return false;
    await schedule.beginTry();
    try {
      await perform(db, plan, now);
      await schedule.finish(plan.change_id, "done", {}, now);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await schedule.undoTry();
      await schedule.finish(plan.change_id, "refused", faultsOf(error), now);
    }
    return true;
  });

/** Starts the periodic run. @param invalidatePages invalidates cached pages of this process */
export const runSchedule = (
  { db, clock, tasks }: Pick<AppContext, "db" | "clock" | "tasks">,
  invalidatePages: () => void,
): { stop(): void } =>
  tasks.schedule("activity.plans", ROUND, async () => {
    let isAny = false;
    while (await performNextPlan(db, new Date(clock.now()))) isAny = true;
    if (isAny) invalidatePages();
  });
