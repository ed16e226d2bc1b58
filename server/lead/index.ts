import type { Database } from "../database/connection/database.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { createLeadDesk, type LeadDesk } from "./desk/routes.ts";
import type { OperatorRouter } from "../http/console/operator-router.ts";
import type { Jobs } from "../job/index.ts";
import { registerLeadConsoleCalls } from "./console/index.ts";
import type { LeadConsolePorts } from "./console/ports.ts";
import { mergeLeads } from "./merge-users-store.ts";
import type { LeadPorts } from "./ports.ts";
import { leadRoutes } from "./routes.ts";
import { leadStore } from "./store.ts";
import { seedLeads, type SeededLead } from "./writer-store.ts";
import { withdrawExpiredLeads } from "./withdrawal-store.ts";

export { countLeadsToDo, readLeadDueTimes } from "./console/todo.ts";
export { readWorkingCalendar } from "./console/calendar-store.ts";
export { nextWorkingDay, WORKING_DAY_END, type WorkingCalendar } from "./console/sla-rules.ts";
export type { SeededLead } from "./writer-store.ts";
export { leadLinkProblem } from "./desk/store.ts";

export type Leads = {
  /** Adds leads of the demo to an activity. */
  seed(activityId: string, leads: readonly SeededLead[]): Promise<void>;
  /** The desk of dealer staff. */
  readonly desk: LeadDesk;
  /** Withdraws leads whose retention has ended; also runs every hour. */
  withdrawExpired(): Promise<void>;
  readonly tables: readonly string[];
  /** Moves the rows of one user to another when both are the same person. */
  mergeUsers(db: Database, from: string, to: string): Promise<void>;
  /** Registers the operator console's calls about leads. */
  registerConsoleCalls(calls: OperatorRouter, ports: LeadConsolePorts & { readonly jobs: Jobs }): void;
  close(): void;
};
const HOUR = 3_600_000;

/** Leads of activities (contract section 6, requirements M01–M04, M18–M20). */
export function createLeads(context: AppContext, calls: RpcRouter, ports: LeadPorts): Leads {
  leadRoutes(context, calls, leadStore(context.db), ports);
  const withdrawExpired = (): Promise<void> =>
    withdrawExpiredLeads(context.db, context.clock.now(), context.config.auditRetentionDays);
  const withdrawal = context.tasks.schedule("lead.withdrawal", HOUR, withdrawExpired);
  return {
    seed: (activityId, leads) => seedLeads(context.db, activityId, leads),
    desk: createLeadDesk(context, calls),
    withdrawExpired,
    close: () => withdrawal.stop(),
    tables: ["lead"],
    mergeUsers: mergeLeads,
    registerConsoleCalls: (consoleCalls, consolePorts) =>
      registerLeadConsoleCalls(context, consoleCalls, consolePorts),
  };
}
