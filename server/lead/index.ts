import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import { every } from "../timers.ts";
import { createLeadDesk, type LeadDesk } from "./desk.ts";
import type { LeadDoors } from "./doors.ts";
import { leadRoutes } from "./routes.ts";
import { leadStore } from "./store.ts";
import { withdrawOutlived } from "./erase.ts";

export type Leads = {
  /** Where the dealers' staff work on them. */
  readonly desk: LeadDesk;
  /** Withdraws what has been kept as long as it may be; by itself it does so every hour. */
  withdrawOutlived(): Promise<void>;
  readonly tables: readonly string[];
  /** Two users turn out to be one person. */
  move(db: Database, from: string, to: string): Promise<void>;
  close(): void;
};
const HOUR = 3_600_000;

/** Leads of activities (contract section 6, requirements M01–M04, M18–M20). */
export function createLeads(kit: Kit, calls: Calls, doors: LeadDoors): Leads {
  leadRoutes(kit, calls, leadStore(kit.db), doors);
  const outlived = (): Promise<void> =>
    withdrawOutlived(kit.db, kit.clock.now(), kit.config.auditRetentionDays);
  const withdrawing = every(HOUR, outlived, kit.log);
  return {
    desk: createLeadDesk(kit, calls),
    withdrawOutlived: outlived,
    close: () => withdrawing.stop(),
    tables: ["lead"],
    async move(db, from, to) {
      await sql`update lead set user_id = ${to} where user_id = ${from}`.execute(db);
    },
  };
}
