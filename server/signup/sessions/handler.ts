import { listDates, type ActivityDate } from "#contract/signup/signup.ts";
import { toShanghaiDate, toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { activityNotFound } from "../../activity/index.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { CallHandler, RpcRouter } from "../../http/pipeline/rpc-router.ts";
import { isActivityPublished } from "../activity-store.ts";
import { signUpMessages } from "../messages.ts";
import type { SessionRow } from "../tables.ts";
import { listUpcomingSessions } from "./store.ts";

const SHORT_CACHE = { freshMs: 500, staleMs: 5_000 };

/** Groups sessions by their Shanghai date. */
function groupByDate(rows: readonly SessionRow[]): ActivityDate[] {
  const dates = new Map<string, ActivityDate>();
  for (const row of rows) {
    const date = toShanghaiDate(row.start_time);
    const found = dates.get(date) ?? { date, sessions: [] };
    dates.set(date, found);
    found.sessions.push({
      sessionId: row.session_id,
      startTime: toShanghaiIso(row.start_time),
      endTime: toShanghaiIso(row.end_time),
      quota: row.quota,
      remaining: Math.max(0, row.quota - row.taken),
    });
  }
  return [...dates.values()];
}

/** Handles `listDates`: the sessions that can still be chosen. */
export function handleListDates({ reads, clock }: AppContext, calls: RpcRouter): void {
  const handler: CallHandler<typeof listDates> = async ({ activityId, dealerId }) => {
    if (!(await isActivityPublished(reads, activityId)))
      throw await activityNotFound(reads, activityId, signUpMessages.unknownActivity);
    return groupByDate(await listUpcomingSessions(reads, activityId, dealerId, new Date(clock.now())));
  };
  calls.on(listDates, handler, SHORT_CACHE);
}
