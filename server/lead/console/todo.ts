import type { GrantScope } from "#contract/console/scope.ts";
import type { Database } from "../../database/connection/database.ts";
import { readWorkingCalendar } from "./calendar-store.ts";
import { countLeadsLeft } from "./lead-list-store.ts";
import { dueBefore, leadDueTime } from "./sla-rules.ts";

const HOUR = 3_600_000;
/** Reads when the first call of leads of a day (YYYY-MM-DD, Shanghai's) is due. */
export async function readLeadDueTimes(db: Database): Promise<(day: string) => Date> {
  const calendar = await readWorkingCalendar(db);
  return (day) => new Date(leadDueTime(Date.parse(`${day}T00:00:00+08:00`), calendar));
}

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
  const left = await countLeadsLeft(db, scopes, due);
  return {
    overdue: {
      count: left.overdue,
      since: left.oldest && new Date(leadDueTime(left.oldest.getTime(), calendar)),
      other: left.overdue === 0 ? null : left.dealers,
      name: null,
    },
    unassigned: { count: left.unassigned, since: null, other: null, name: null },
  };
}
