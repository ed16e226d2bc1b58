import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import { operatorActor } from "../database/shared-tables/audit-log.ts";
import type { Database } from "../database/connection/database.ts";
import type { AppContext } from "../core/app-context.ts";
import type { OperatorRouter } from "../http/console/operator-router.ts";
import { registerKocConsoleCalls } from "./console/routes.ts";
import type { KocPorts } from "./ports.ts";
import { mergeKocApplications } from "./merge-users-store.ts";
import { kocWriter } from "./writer-store.ts";
import { kocRoutes } from "./routes.ts";
import { kocStore, type KocDecision, type KocApplication } from "./store.ts";
import type { KocProgramRow } from "./tables.ts";

export type { KocProgramRow as NewKocProgram } from "./tables.ts";
export type { KocPorts } from "./ports.ts";
export { putKocProgram } from "./store.ts";
export { kocWriter } from "./writer-store.ts";

export type Kocs = {
  /** Adds programmes of existing activities. */
  add(rows: readonly KocProgramRow[]): Promise<void>;
  /** Adds applications of the demo brand; those that exist stay. */
  addApplications(
    rows: readonly { readonly activityId: string; readonly userId: string; readonly appliedTime: Date }[],
  ): Promise<void>;
  /**
   * Applications in review, of one activity or of all, at most 100: those with enough helping friends first,
   * then the oldest.
   */
  waiting(activityId?: string): Promise<readonly KocApplication[]>;
  /** Decides an application once. @returns false if it is not in review */
  review(verdict: KocDecision): Promise<boolean>;
  /** Registers the console's calls about applications. */
  registerConsoleCalls(calls: OperatorRouter): void;
  readonly tables: readonly string[];
  /** Moves the applications of one user to another one, who is the same person. */
  mergeUsers(db: Database, from: string, to: string): Promise<void>;
};

/**
 * Registers the calls of KOC programmes: applying and reviewing (contract section 6, requirements M06, M07,
 * M15).
 */
export function createKocs(context: AppContext, calls: RpcRouter, ports: KocPorts): Kocs {
  const store = kocStore(context.db);
  kocRoutes(context, calls, store, ports);
  return {
    add: (rows) => store.add(rows),
    async addApplications(rows) {
      const writer = kocWriter(context.db);
      for (const { activityId, userId, appliedTime } of rows)
        await writer.add(activityId, { user_id: userId, applied_time: appliedTime });
    },
    waiting: (activityId) => store.waiting(activityId),
    review: (verdict) => store.review(verdict, operatorActor, new Date(context.clock.now())),
    registerConsoleCalls: (consoleCalls) => registerKocConsoleCalls(context, consoleCalls),
    tables: ["koc"],
    mergeUsers: mergeKocApplications,
  };
}
