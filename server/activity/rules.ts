import type { Activity, ActivityStatus } from "#contract/activity/activity.ts";

/** 1 before, 2 within, 3 after the window; the server's clock decides (requirements K09, K10, K22). */
export function statusAt(open: number, close: number, now: number): ActivityStatus {
  if (now < open) return 1;
  return now < close ? 2 : 3;
}

/** The end of the sign-up, ms: at the latest when the activity ends. */
export const signUpEndOf = (activity: { endTime: number; signUpEndTime: number }): number =>
  Math.min(activity.signUpEndTime, activity.endTime);

/** The time window of the status: offline that of the sign-up (list B), online that of the activity (list A). */
export function activityStatusWindow(activity: {
  activityType: Activity["activityType"];
  startTime: number;
  endTime: number;
  signUpStartTime: number;
  signUpEndTime: number;
}): { open: number; close: number } {
  return activity.activityType === "online"
    ? { open: activity.startTime, close: activity.endTime }
    : { open: activity.signUpStartTime, close: signUpEndOf(activity) };
}

const SHANGHAI = 8 * 3_600_000;
const DAY = 86_400_000;
/** The current or next weekend, Shanghai time: from Saturday 00:00 to Monday 00:00; ms. */
export function weekendOf(now: number): { from: number; to: number } {
  const local = now + SHANGHAI;
  const midnight = local - (local % DAY);
  const weekday = new Date(midnight).getUTCDay();
  const saturday = midnight + (weekday === 0 ? -1 : 6 - weekday) * DAY;
  return { from: saturday - SHANGHAI, to: saturday + 2 * DAY - SHANGHAI };
}

/** Formats a time for the contract: ISO 8601 with Shanghai's offset. */
export function toShanghaiIso(time: Date | number): string {
  const shifted = new Date((typeof time === "number" ? time : time.getTime()) + SHANGHAI);
  return `${shifted.toISOString().slice(0, 19)}+08:00`;
}
/** The Shanghai date of a time, YYYY-MM-DD. */
export const toShanghaiDate = (time: Date): string => toShanghaiIso(time).slice(0, 10);
