import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import type { LeadDoors } from "./doors.ts";
import { leadRoutes } from "./routes.ts";
import { leadStore } from "./store.ts";

export type Leads = {
  readonly tables: readonly string[];
  /** Two users turn out to be one person. */
  move(db: Database, from: string, to: string): Promise<void>;
};

/** Leads of activities (contract section 6, requirements M01–M04, M18–M20). */
export function createLeads(kit: Kit, calls: Calls, doors: LeadDoors): Leads {
  leadRoutes(kit, calls, leadStore(kit.db), doors);
  return {
    tables: ["lead"],
    async move(db, from, to) {
      await sql`update lead set user_id = ${to} where user_id = ${from}`.execute(db);
    },
  };
}
