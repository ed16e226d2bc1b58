import type { AuditActor } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import type { User } from "../../http/pipeline/caller.ts";

/** Interfaces of other modules that the console's calls about guests depend on. */
export type GuestConsolePorts = {
  /** Finds the account of a mobile; null: none. */
  findUserByMobile(db: Database, mobile: string): Promise<User | null>;
  /** Issues an invitation code and writes its audit entry. @returns the code */
  invite(
    db: Database,
    guest: {
      readonly activityId: string;
      readonly name: string;
      readonly seriesCode: string | null;
      readonly dealerId: string | null;
      readonly sessionId: string | null;
    },
    by: { readonly by: AuditActor; readonly now: Date; readonly expires: Date },
  ): Promise<string>;
};
