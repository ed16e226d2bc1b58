import type { ActivityContent, ActivitySession } from "#contract/console/activity/content.ts";
import type { SeatChanges } from "#contract/console/activity/sessions.ts";
import { isSame } from "../draft/draft-rules.ts";

/** Seats of an activity after changes, or the places that somebody else changed meanwhile. */
export type MergedSeats = {
  readonly quota: number | null;
  readonly sessions: readonly ActivitySession[];
  /** Fields that both sides changed: "quota", or a session's id with the field. */
  readonly conflicts: readonly string[];
};
const seatFieldNames = ["dealerId", "startTime", "endTime", "quota"] as const;
const timesOf = <T extends { readonly startTime: string; readonly endTime: string }>(one: T): T => ({
  ...one,
  startTime: new Date(one.startTime).toISOString(),
  endTime: new Date(one.endTime).toISOString(),
});

/**
 * Merges changes of seats by cell: a cell that somebody else changed since the operator saw it is a conflict, if the
 * operator wants another value than it has now (requirement CO86).
 */
export function mergeSeats(
  { quota: liveQuota, sessions: live }: Pick<ActivityContent, "quota" | "sessions">,
  { quota, changed, added, removed }: Omit<SeatChanges, "activityId">,
  newSessionId: () => string,
): MergedSeats {
  const conflicts: string[] = [];
  const isOvertaken = (now: unknown, was: unknown, value: unknown): boolean =>
    !isSame(now, was) && !isSame(now, value);
  if (quota && isOvertaken(liveQuota, quota.was, quota.value)) conflicts.push("quota");
  const byId = new Map(live.map((session) => [session.sessionId, session]));
  const gone = new Set(removed);
  for (const { sessionId, was, value } of changed) {
    const current = byId.get(sessionId);
    if (current === undefined || gone.has(sessionId)) {
      conflicts.push(`${sessionId}.quota`);
      continue;
    }
    const [now, seen, wanted] = [timesOf(current), timesOf(was), timesOf(value)];
    const next: Record<string, unknown> = { ...current };
    for (const name of seatFieldNames) {
      if (isSame(seen[name], wanted[name])) continue;
      if (isOvertaken(now[name], seen[name], wanted[name])) conflicts.push(`${sessionId}.${name}`);
      next[name] = value[name];
    }
    byId.set(sessionId, next as ActivitySession);
  }
  const kept = [...byId.values()].filter(({ sessionId }) => !gone.has(sessionId));
  const fresh = added.map((session) => ({ ...session, sessionId: newSessionId() }));
  return { quota: quota ? quota.value : liveQuota, sessions: [...kept, ...fresh], conflicts };
}
