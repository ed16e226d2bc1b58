import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { runPeriodically } from "../core/run-periodically.ts";
import { createLeadDesk, type LeadDesk } from "./desk/routes.ts";
import type { LeadPorts } from "./ports.ts";
import { leadRoutes } from "./routes.ts";
import { leadStore } from "./store.ts";
import { withdrawExpiredLeads } from "./withdrawal-store.ts";

export type Leads = {
  /** Where the dealers' staff work on them. */
  readonly desk: LeadDesk;
  /** Withdraws what has been kept as long as it may be; by itself it does so every hour. */
  withdrawOutlived(): Promise<void>;
  readonly tables: readonly string[];
  /** Two users turn out to be one person. */
  mergeUsers(db: Database, from: string, to: string): Promise<void>;
  close(): void;
};
const HOUR = 3_600_000;

/** Leads of activities (contract section 6, requirements M01–M04, M18–M20). */
export function createLeads(context: AppContext, calls: RpcRouter, ports: LeadPorts): Leads {
  leadRoutes(context, calls, leadStore(context.db), ports);
  const outlived = (): Promise<void> =>
    withdrawExpiredLeads(context.db, context.clock.now(), context.config.auditRetentionDays);
  const withdrawing = runPeriodically(HOUR, outlived, context.log);
  return {
    desk: createLeadDesk(context, calls),
    withdrawOutlived: outlived,
    close: () => withdrawing.stop(),
    tables: ["lead"],
    async mergeUsers(db, from, to) {
      await sql`update lead set user_id = ${to} where user_id = ${from}`.execute(db);
    },
  };
}
