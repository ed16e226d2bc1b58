import type { GrantScope } from "#contract/console/scope.ts";
import type { Database } from "../../database/connection/database.ts";

type LeadsToDo = {
  readonly count: number;
  readonly since: Date | null;
  /** Dealers whose leads they are; null: not counted. */
  readonly other: number | null;
  readonly name: null;
};
/** Interfaces of other features that the figures depend on. */
export type FigurePorts = {
  /** Reads the working days, by which the first call of a lead is due. */
  readLeadDueTimes(): Promise<(day: string) => Date>;
  /** Counts leads whose first call is due, and those without an operator, as the list of leads does. @param now ms */
  countLeadsToDo(
    db: Database,
    scopes: readonly GrantScope[],
    now: number,
  ): Promise<{ readonly overdue: LeadsToDo; readonly unassigned: LeadsToDo }>;
};
