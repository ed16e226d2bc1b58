import type { Activity, ActivityStatus } from "#contract/activity/activity.ts";
import { dayOfWeek, startOfShanghaiDay } from "#contract/core/shanghai-date.ts";

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

const DAY = 86_400_000;
/** The current or next weekend, Shanghai time: from Saturday 00:00 to Monday 00:00; ms. */
export function weekendOf(now: number): { from: number; to: number } {
  const weekday = dayOfWeek(now);
  const saturday = startOfShanghaiDay(now) + (weekday === 0 ? -1 : 6 - weekday) * DAY;
  return { from: saturday, to: saturday + 2 * DAY };
}
