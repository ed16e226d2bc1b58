import {
  ANSWER_WORKING_DAYS,
  COPY_HOURS,
  type RightsRequestOutcome,
  type RightsRequestState,
} from "#contract/console/watch/rights-requests.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { nextWorkingDay, type WorkingCalendar } from "../../lead/index.ts";
import type { RightsRequestRow } from "./request-store.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Days back for which a request may have been received. */
const MAX_DAYS_BACK = 60;
const midnight = (day: string): number => Date.parse(`${day}T00:00:00+08:00`);

/** End of the fifteenth working day after the day of receipt, ms (requirement CO105). */
export function answerDueTime(receivedDay: string, calendar: WorkingCalendar): number {
  let day = receivedDay;
  for (let count = 0; count < ANSWER_WORKING_DAYS; count++) day = nextWorkingDay(day, calendar);
  return midnight(day) + DAY;
}
/** Working days until a moment, today not counted. Times in ms. */
export function workingDaysLeft(due: number, now: number, calendar: WorkingCalendar): number {
  const last = toShanghaiDate(new Date(due - 1));
  let day = toShanghaiDate(new Date(now));
  let count = 0;
  while (day < last && count < ANSWER_WORKING_DAYS * 2) {
    day = nextWorkingDay(day, calendar);
    count += 1;
  }
  return count;
}
/** Whether a day exists, has come, and is not too long ago. @param now ms */
export function mayBeReceivedOn(day: string, now: number): boolean {
  const time = midnight(day);
  return (
    !Number.isNaN(time) &&
    toShanghaiDate(new Date(time)) === day &&
    time <= now &&
    time > now - MAX_DAYS_BACK * DAY
  );
}

/** When a copy is deleted; null: there is none. */
export const copyEnd = ({ exported_time, has_copy }: RightsRequestRow): Date | null =>
  has_copy && exported_time !== null ? new Date(exported_time.getTime() + COPY_HOURS * HOUR) : null;

export function requestStateOf(row: RightsRequestRow): RightsRequestState {
  if (row.closed_time !== null) return "closed";
  if (row.erased_time !== null || row.fetched_time !== null) return "handled";
  if (row.erasure_asked_time !== null) return "erasureAsked";
  if (row.has_copy) return "copyReady";
  return row.user_id === null ? "taken" : "identified";
}

/** Whether a request may end so: "done" only after it was, "unidentified" only if nobody was found. */
export function mayClose(state: RightsRequestState, outcome: RightsRequestOutcome): boolean {
  if (state === "closed") return false;
  if (state === "handled") return outcome === "done";
  if (outcome === "done") return false;
  return outcome !== "unidentified" || state === "taken";
}
