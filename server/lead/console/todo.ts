import type { GrantScope } from "#contract/console/scope.ts";
import type { Database } from "../../database/connection/database.ts";
import { readWorkingCalendar } from "./calendar-store.ts";
import { countLeadStates, countOverdueDealers, type LeadCountRow } from "./lead-list-store.ts";
import { dueBefore, leadDueTime } from "./sla-rules.ts";

const HOUR = 3_600_000;
/** Reads when the first call of leads of a day (YYYY-MM-DD, Shanghai's) is due. */
export async function readLeadDueTimes(db: Database): Promise<(day: string) => Date> {
  const calendar = await readWorkingCalendar(db);
  return (day) => new Date(leadDueTime(Date.parse(`${day}T00:00:00+08:00`), calendar));
}

const sumOf = (rows: readonly LeadCountRow[], read: (row: LeadCountRow) => number): number =>
  rows.reduce((sum, row) => sum + read(row), 0);

/**
 * Counts the leads in scope whose first call is due, with the time since which it is, and those without an operator, as
 * the list of leads does. @param now ms
 */
export async function countLeadsToDo(db: Database, scopes: readonly GrantScope[], now: number) {
  const calendar = await readWorkingCalendar(db);
  const due = {
    overdue: new Date(dueBefore(now, calendar)),
    due: new Date(dueBefore(now + 3 * HOUR, calendar)),
    escalated: new Date(dueBefore(now - 24 * HOUR, calendar)),
  };
  const rows = await countLeadStates(db, scopes, {}, due);
  const oldest = Math.min(...rows.map((row) => row.oldest?.getTime() ?? Infinity));
  const overdue = sumOf(rows, (row) => row.overdue);
  return {
    overdue: {
      count: overdue,
      since: Number.isFinite(oldest) ? new Date(leadDueTime(oldest, calendar)) : null,
      other: overdue === 0 ? null : await countOverdueDealers(db, scopes, due),
      name: null,
    },
    unassigned: {
      count: sumOf(
        rows.filter(({ state }) => state === "unassigned"),
        ({ count }) => count,
      ),
      since: null,
      other: null,
      name: null,
    },
  };
}
