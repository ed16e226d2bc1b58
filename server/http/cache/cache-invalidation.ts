import { WEB_BASE } from "#contract/core/web-base.ts";
import type { AppContext } from "../../core/app-context.ts";
import { listRecentChanges, purgeOldChanges } from "./content-change-store.ts";

/** Interval between polls, ms. */
const POLL_INTERVAL = 150;
/** Interval after a failed poll, ms. */
const RETRY_INTERVAL = 1_000;
/** Age of the changes that a poll reads, s; after a longer pause than half of it a process clears all its caches. */
const LOOKBACK_SECONDS = 10;
/** Retention of changes, and interval between deletions of old ones, s. */
const RETENTION_SECONDS = 300;

/**
 * "content": anything that visitors see; "club": an item of the car club was removed or restored; "seats": a full
 * activity has a free seat again; "sessions": one session ended or its user changed; without a name, many.
 */
export type ContentChange =
  | { readonly topic: "content" }
  | { readonly topic: "club" }
  | { readonly topic: "seats"; readonly activityId: string }
  | { readonly topic: "sessions"; readonly name?: string };

export type ContentChangeListener = {
  onChange(change: ContentChange): void;
  /** @param asOf time of performance.now() up to which all changes have been reported */
  onPolled?(asOf: number): void;
};

function parseTopic(topic: string): ContentChange {
  if (topic.startsWith("seats ")) return { topic: "seats", activityId: topic.slice(6) };
  if (topic.startsWith("session ")) return { topic: "sessions", name: topic.slice(8) };
  return { topic: topic === "club" || topic === "sessions" ? topic : "content" };
}
/** The only cached pages that show club content. */
const CLUB_PATH = `${WEB_BASE}club`;

/**
 * Reports the writes of all processes, including this one, so that no process serves outdated data from memory.
 * Polls a table that database triggers write (migration 0037) instead of using LISTEN, so that it works through a
 * connection pooler and on PGlite too.
 */
export function pollContentChanges(
  { db }: Pick<AppContext, "db">,
  { onChange, onPolled }: ContentChangeListener,
): { stop(): void } {
  let known = new Set<string>();
  let polledAt = performance.now();
  let purgedAt = performance.now();
  let isStopped = false;
  let timer: NodeJS.Timeout;

  async function poll(): Promise<void> {
    const asOf = performance.now();
    const changes = await listRecentChanges(db, LOOKBACK_SECONDS);
    const now = performance.now();
    const unseen = changes.filter(({ change_id }) => !known.has(change_id));
    known = new Set(changes.map(({ change_id }) => change_id));
    const topics = new Set(unseen.map(({ topic }) => topic));
    if (now - polledAt > (LOOKBACK_SECONDS * 1_000) / 2) topics.add("content").add("sessions");
    polledAt = now;
    for (const topic of topics) onChange(parseTopic(topic));
    onPolled?.(asOf);
    if (now - purgedAt < RETENTION_SECONDS * 1_000) return;
    purgedAt = now;
    await purgeOldChanges(db, RETENTION_SECONDS);
  }
  async function pollAndReschedule(): Promise<void> {
    try {
      await poll();
      schedule(POLL_INTERVAL);
    } catch {
      // Outages are logged elsewhere; clearing all caches after the pause makes up for missed changes.
      schedule(RETRY_INTERVAL);
    }
  }
  function schedule(delay: number): void {
    if (isStopped) return;
    timer = setTimeout(() => void pollAndReschedule(), delay);
    timer.unref();
  }
  schedule(POLL_INTERVAL);
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

type InvalidatableCache = {
  clear(): void;
  /** Removes the entries whose URL contains the name. */
  invalidate(name: string): void;
};
type InvalidatableSessions = { invalidate(name?: string): void; confirmUpTo(asOf: number): void };
/** Invalidates the cached data that a change affects. @param caches is called for each change, since pages are mounted last */
export const createCacheInvalidator = (
  caches: () => readonly InvalidatableCache[],
  invalidateSoldOut: (activityId: string) => void,
  sessions: InvalidatableSessions,
): ContentChangeListener => ({
  onChange(change) {
    if (change.topic === "sessions") return sessions.invalidate(change.name);
    for (const cache of caches())
      if (change.topic === "content") cache.clear();
      else if (change.topic === "club") cache.invalidate(CLUB_PATH);
      else cache.invalidate(change.activityId);
    if (change.topic === "seats") invalidateSoldOut(change.activityId);
  },
  onPolled: (asOf) => sessions.confirmUpTo(asOf),
});
