import { Refusal } from "#contract/core/errors.ts";
import { showShareInvitation } from "#contract/share/share.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import type { AppContext } from "../../core/app-context.ts";
import { purgeOldChanges, readChangesSince } from "./content-change-store.ts";

/** Interval between polls, ms. */
const POLL_INTERVAL = 150;
/** Interval after a failed poll, ms. */
const RETRY_INTERVAL = 1_000;
/**
 * Pause between two polls beyond which a process clears all its caches, ms: a database server that crashed meanwhile may
 * use transaction ids again.
 */
const MAX_PAUSE = 2_000;
/** Retention of changes, and interval between deletions of old ones, s. */
const RETENTION_SECONDS = 300;

/**
 * "content": anything that visitors see; "club": an item of the car club was removed or restored; "people": somebody
 * changed their nickname or picture; "seats": a full activity has a free seat again; "stock": a sold-out SKU has stock
 * again; "sessions": one session ended or its user changed; without a name, many.
 */
export type ContentChange =
  | { readonly topic: "content" }
  | { readonly topic: "club" }
  | { readonly topic: "people" }
  | { readonly topic: "seats"; readonly activityId: string }
  | { readonly topic: "stock"; readonly skuId: string }
  | { readonly topic: "sessions"; readonly name?: string };

export type ContentChangeListener = {
  onChange(change: ContentChange): void;
  /** @param asOf time of performance.now() up to which all changes have been reported */
  onPolled?(asOf: number): void;
};

function parseTopic(topic: string): ContentChange {
  if (topic.startsWith("seats ")) return { topic: "seats", activityId: topic.slice(6) };
  if (topic.startsWith("stock ")) return { topic: "stock", skuId: topic.slice(6) };
  if (topic.startsWith("session ")) return { topic: "sessions", name: topic.slice(8) };
  return { topic: topic === "club" || topic === "people" || topic === "sessions" ? topic : "content" };
}
/** The only cached pages that show club content. */
const CLUB_PATH = `${WEB_BASE}club`;
/** Cached pages and responses that show nicknames or pictures of people. */
const PEOPLE_PATHS = [CLUB_PATH, ...showShareInvitation.paths];

/**
 * Reports the writes of all processes, including this one, so that no process serves outdated data from memory.
 * Polls a table that database triggers write (migration 0037) instead of using LISTEN, so that it works through a
 * connection pooler and on PGlite too. A change is reported when its transaction becomes visible. Everything counts as
 * changed at the first poll, after a poll that failed or came late, and after another database server answered: a
 * failover may have lost transactions that this process has seen.
 */
export function pollContentChanges(
  { db }: Pick<AppContext, "db">,
  { onChange, onPolled }: ContentChangeListener,
): { stop(): void } {
  let last: { readonly snapshot: string; readonly server_started: string } | null = null;
  let polledAt = performance.now();
  let purgedAt = performance.now();
  let isStopped = false;
  let timer: NodeJS.Timeout;

  async function poll(): Promise<void> {
    const asOf = performance.now();
    const read = await readChangesSince(db, last?.snapshot ?? null);
    const now = performance.now();
    const topics = new Set(read.topics);
    const isComplete = last?.server_started === read.server_started && now - polledAt <= MAX_PAUSE;
    if (!isComplete) topics.add("content").add("sessions");
    last = read;
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
    } catch (error) {
      // Outages are logged elsewhere. An overloaded pool has lost nothing; after any other failure the next poll clears
      // all caches.
      const isBusy = error instanceof Refusal && error.refusal === "busy";
      if (!isBusy) last = null;
      schedule(isBusy ? POLL_INTERVAL : RETRY_INTERVAL);
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
  invalidateSoldOut: { seats(activityId: string): void; stock(skuId: string): void },
  sessions: InvalidatableSessions,
): ContentChangeListener => ({
  onChange(change) {
    if (change.topic === "sessions") return sessions.invalidate(change.name);
    for (const cache of caches())
      if (change.topic === "content") cache.clear();
      else if (change.topic === "club") cache.invalidate(CLUB_PATH);
      else if (change.topic === "people") for (const path of PEOPLE_PATHS) cache.invalidate(path);
      else cache.invalidate(change.topic === "seats" ? change.activityId : change.skuId);
    if (change.topic === "seats") invalidateSoldOut.seats(change.activityId);
    if (change.topic === "stock") invalidateSoldOut.stock(change.skuId);
  },
  onPolled: (asOf) => sessions.confirmUpTo(asOf),
});
