import { sql } from "kysely";
import { WEB_BASE } from "#contract/web-base.ts";
import { prepared } from "../database/prepared.ts";
import type { Kit } from "../kit.ts";

/** How often a process looks what others have changed, ms. */
const LOOK_EVERY = 150;
/** After a failure, ms. */
const LOOK_AGAIN = 1_000;
/** A change that is older is known, or its process has been silent for so long that it forgets everything, s. */
const WINDOW = 10;
/** How long changes are kept, and how often old ones are deleted, s. */
const KEPT = 300;

/**
 * "content": anything that visitors are shown; "club": something of the car club is gone, or back; "seats": a
 * full activity has a seat again; "sessions": one has ended or its user has changed, or, without a name, many.
 */
export type Change =
  | { readonly topic: "content" }
  | { readonly topic: "club" }
  | { readonly topic: "seats"; readonly activityId: string }
  | { readonly topic: "sessions"; readonly name?: string };

/** Whoever is told of changes. */
export type Hearing = {
  change(change: Change): void;
  /** @param asOf everything has been told that was changed by then, of performance.now() */
  heard?(asOf: number): void;
};

function changeOf(topic: string): Change {
  if (topic.startsWith("seats ")) return { topic: "seats", activityId: topic.slice(6) };
  if (topic.startsWith("session ")) return { topic: "sessions", name: topic.slice(8) };
  return { topic: topic === "club" || topic === "sessions" ? topic : "content" };
}
/** Of rendered pages: nothing else that is kept has the club in it. */
const CLUB = `${WEB_BASE}club`;

/**
 * Tells a process what any process has written, its own too, so that nothing is shown from memory that has
 * changed. It asks the table that the database's triggers write (migration 0037): that works through a pooler and
 * on the embedded database alike.
 */
export function watchChanges(kit: Pick<Kit, "db">, { change, heard }: Hearing): { stop(): void } {
  let known = new Set<string>();
  let looked = performance.now();
  let purged = performance.now();
  let isStopped = false;
  let timer: NodeJS.Timeout;

  async function look(): Promise<void> {
    const asOf = performance.now();
    const { rows } = await sql<{ change_id: string; topic: string }>`
      select change_id, topic from content_change
      where changed_time > clock_timestamp() - make_interval(secs => ${WINDOW}) ${prepared}`.execute(kit.db);
    const now = performance.now();
    const fresh = rows.filter(({ change_id }) => !known.has(change_id));
    known = new Set(rows.map(({ change_id }) => change_id));
    const topics = new Set(fresh.map(({ topic }) => topic));
    if (now - looked > (WINDOW * 1_000) / 2) topics.add("content").add("sessions");
    looked = now;
    for (const topic of topics) change(changeOf(topic));
    heard?.(asOf);
    if (now - purged < KEPT * 1_000) return;
    purged = now;
    await sql`delete from content_change where changed_time < clock_timestamp() - make_interval(secs => ${KEPT})`.execute(
      kit.db,
    );
  }
  async function turn(): Promise<void> {
    try {
      await look();
      next(LOOK_EVERY);
    } catch {
      // A database that is away is told of elsewhere; what was missed is made up for by forgetting everything.
      next(LOOK_AGAIN);
    }
  }
  function next(wait: number): void {
    if (isStopped) return;
    timer = setTimeout(() => void turn(), wait);
    timer.unref();
  }
  next(LOOK_EVERY);
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

type Kept = {
  /** Forgets everything. */ clear(): void;
  /** What has a name in its address. */ forget(name: string): void;
};
type KeptSessions = { forget(name?: string): void; heard(asOf: number): void };
/** Forgets what a change makes untrue. */
export const forgetter = (
  kept: () => readonly Kept[],
  seatFreed: (activityId: string) => void,
  sessions: KeptSessions,
): Hearing => ({
  change(change) {
    if (change.topic === "sessions") return sessions.forget(change.name);
    for (const one of kept())
      if (change.topic === "content") one.clear();
      else if (change.topic === "club") one.forget(CLUB);
      else one.forget(change.activityId);
    if (change.topic === "seats") seatFreed(change.activityId);
  },
  heard: (asOf) => sessions.heard(asOf),
});
