import { setTimeout } from "node:timers/promises";
import { newId } from "../../core/ids.ts";
import type { AppContext } from "../../core/app-context.ts";
import { dayRanges } from "./event-days-store.ts";
import {
  acquireRemovals,
  deleteEvents,
  isRemovalPending,
  markDaysDone,
  releaseRemovals,
  type EventRemoval,
} from "./event-removal-store.ts";

type RemovalContext = Pick<AppContext, "db" | "databaseKind" | "clock">;

/** Pause after a statement, as a multiple of its duration, during which others use the database. */
const PAUSE_FACTOR = { postgres: 1, pglite: 4 } as const;
/** Interval of checks while another process runs the removals, ms. */
const POLL_INTERVAL = 200;

/**
 * Scans the next days of the oldest removal, for all removals.
 * @returns false if `canContinue` stopped it
 */
async function removeNext(
  context: RemovalContext,
  removals: readonly EventRemoval[],
  canContinue: () => Promise<boolean>,
): Promise<boolean> {
  const { db, databaseKind } = context;
  const wanted = removals[0]?.days ?? [];
  const [next] = await dayRanges(context, wanted);
  // The partitions of all these days were dropped meanwhile.
  if (next === undefined) return markDaysDone(db, removals, wanted).then(() => true);
  for await (const condition of next.parts()) {
    const started = performance.now();
    await deleteEvents(db, removals, condition);
    await setTimeout((performance.now() - started) * PAUSE_FACTOR[databaseKind]);
    if (!(await canContinue())) return false;
  }
  await markDaysDone(db, removals, next.days);
  return true;
}

/**
 * Deletes the events of all scheduled removals in short statements, so that inserts and dropping a partition
 * never wait long. Only one process works at a time; after an interruption the next one continues with the
 * unfinished day.
 * @param isOver checked after each statement; true stops the removal
 */
export async function removeEvents(
  context: RemovalContext,
  isOver: () => boolean = () => false,
): Promise<void> {
  const { db, clock } = context;
  const holder = newId();
  const acquire = (): Promise<EventRemoval[]> => acquireRemovals(db, holder, clock.now());
  const canContinue = async (): Promise<boolean> => !isOver() && (await acquire()).length > 0;
  for (let removals = await acquire(); removals.length > 0; removals = isOver() ? [] : await acquire())
    if (!(await removeNext(context, removals, canContinue))) break;
  await releaseRemovals(db, holder);
}

/** Runs the removals, or waits for the process that does, until one removal is done. @param timeout ms */
export async function removeScheduledEvents(
  context: RemovalContext,
  removalId: string,
  timeout: number,
): Promise<void> {
  const until = performance.now() + timeout;
  const isOver = (): boolean => performance.now() >= until;
  for (;;) {
    await removeEvents(context, isOver);
    if (!(await isRemovalPending(context.db, removalId)) || isOver()) return;
    await setTimeout(POLL_INTERVAL);
  }
}
