import type { Calls } from "../http/calls.ts";
import { anOperator } from "../database/audit.ts";
import type { Database } from "../database/database.ts";
import type { Kit } from "../kit.ts";
import type { KocDoors } from "./doors.ts";
import { moveKoc } from "./join.ts";
import { kocRoutes } from "./routes.ts";
import { kocStore, type Verdict, type Waiting } from "./store.ts";
import type { KocProgramRow } from "./tables.ts";

export type { KocProgramRow as NewKocProgram } from "./tables.ts";
export type { KocDoors } from "./doors.ts";
export { putKocProgram } from "./store.ts";
export { kocWriter } from "./writer.ts";

export type Kocs = {
  /** Adds programmes of activities that stand. */
  add(rows: readonly KocProgramRow[]): Promise<void>;
  /** Applications in review, of one activity or of all, at most 100: first those that enough friends helped along, then the oldest. */
  waiting(activityId?: string): Promise<readonly Waiting[]>;
  /** Decides an application, once; false where there is none in review. */
  review(verdict: Verdict): Promise<boolean>;
  readonly tables: readonly string[];
  /** Two users turn out to be one person. */
  move(db: Database, from: string, to: string): Promise<void>;
};

/** KOC programmes of activities: applying, reviewing (contract section 6, requirements M06, M07, M15). */
export function createKocs(kit: Kit, calls: Calls, doors: KocDoors): Kocs {
  const store = kocStore(kit.db);
  kocRoutes(kit, calls, store, doors);
  return {
    add: (rows) => store.add(rows),
    waiting: (activityId) => store.waiting(activityId),
    review: (verdict) => store.review(verdict, anOperator, new Date(kit.clock.now())),
    tables: ["koc"],
    move: moveKoc,
  };
}
