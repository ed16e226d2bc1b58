import { sql } from "kysely";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { prepared } from "../../database/statements/prepared-statements.ts";
import type { AppContext } from "../../core/app-context.ts";

/** How often a process looks what others have changed, ms. */
const POLL_INTERVAL = 150;
/** After a failure, ms. */
const RETRY_INTERVAL = 1_000;
/** A change that is older is known, or its process has been silent for so long that it forgets everything, s. */
const LOOKBACK_SECONDS = 10;
/** How long changes are kept, and how often old ones are deleted, s. */
const RETENTION_SECONDS = 300;

/**
 * "content": anything that visitors are shown; "club": something of the car club is gone, or back; "seats": a
 * full activity has a seat again; "sessions": one has ended or its user has changed, or, without a name, many.
 */
export type ContentChange =
  | { readonly topic: "content" }
  | { readonly topic: "club" }
  | { readonly topic: "seats"; readonly activityId: string }
  | { readonly topic: "sessions"; readonly name?: string };

/** Whoever is told of changes. */
export type ContentChangeListener = {
  onChange(change: ContentChange): void;
  /** @param asOf everything has been told that was changed by then, of performance.now() */
  onPolled?(asOf: number): void;
};

function parseTopic(topic: string): ContentChange {
  if (topic.startsWith("seats ")) return { topic: "seats", activityId: topic.slice(6) };
  if (topic.startsWith("session ")) return { topic: "sessions", name: topic.slice(8) };
  return { topic: topic === "club" || topic === "sessions" ? topic : "content" };
}
/** Of rendered pages: nothing else that is kept has the club in it. */
const CLUB_PATH = `${WEB_BASE}club`;

/**
 * Tells a process what any process has written, its own too, so that nothing is shown from memory that has
 * changed. It asks the table that the database's triggers write (migration 0037): that works through a pooler and
 * on the embedded database alike.
 */
export function pollContentChanges(
  context: Pick<AppContext, "db">,
  { onChange: change, onPolled: heard }: ContentChangeListener,
): { stop(): void } {
  let known = new Set<string>();
  let looked = performance.now();
  let purged = performance.now();
  let isStopped = false;
  let timer: NodeJS.Timeout;

  async function look(): Promise<void> {
    const asOf = performance.now();
    const { rows } = await sql<{ change_id: string; topic: string }>`
      select change_id, topic from content_change
      where changed_time > clock_timestamp() - make_interval(secs => ${LOOKBACK_SECONDS}) ${prepared}`.execute(
      context.db,
    );
    const now = performance.now();
    const fresh = rows.filter(({ change_id }) => !known.has(change_id));
    known = new Set(rows.map(({ change_id }) => change_id));
    const topics = new Set(fresh.map(({ topic }) => topic));
    if (now - looked > (LOOKBACK_SECONDS * 1_000) / 2) topics.add("content").add("sessions");
    looked = now;
    for (const topic of topics) change(parseTopic(topic));
    heard?.(asOf);
    if (now - purged < RETENTION_SECONDS * 1_000) return;
    purged = now;
    await sql`delete from content_change where changed_time < clock_timestamp() - make_interval(secs => ${RETENTION_SECONDS})`.execute(
      context.db,
    );
  }
  async function turn(): Promise<void> {
    try {
      await look();
      next(POLL_INTERVAL);
    } catch {
      // A database that is away is told of elsewhere; what was missed is made up for by forgetting everything.
      next(RETRY_INTERVAL);
    }
  }
  function next(wait: number): void {
    if (isStopped) return;
    timer = setTimeout(() => void turn(), wait);
    timer.unref();
  }
  next(POLL_INTERVAL);
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

type InvalidatableCache = {
  /** Forgets everything. */ clear(): void;
  /** Drops entries whose address contains the name. */ invalidate(name: string): void;
};
type InvalidatableSessions = { forget(name?: string): void; heard(asOf: number): void };
/** Forgets what a change makes untrue. */
export const createCacheInvalidator = (
  kept: () => readonly InvalidatableCache[],
  seatFreed: (activityId: string) => void,
  sessions: InvalidatableSessions,
): ContentChangeListener => ({
  onChange(change) {
    if (change.topic === "sessions") return sessions.forget(change.name);
    for (const one of kept())
      if (change.topic === "content") one.clear();
      else if (change.topic === "club") one.invalidate(CLUB_PATH);
      else one.invalidate(change.activityId);
    if (change.topic === "seats") seatFreed(change.activityId);
  },
  onPolled: (asOf) => sessions.heard(asOf),
});
