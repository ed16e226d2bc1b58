import { setTimeout } from "node:timers/promises";
import { newId } from "../../core/ids.ts";
import type { AppContext } from "../../core/app-context.ts";
import { createClickhouseClient, ClickhouseError } from "../clickhouse/client.ts";
import { clickhouseRemovalStore, type ClickhouseRemovalStore } from "../clickhouse/removal-store.ts";
import { dayRanges } from "./event-days-store.ts";
import type { EventStoreContext } from "./event-store.ts";
import {
  acquireRemovals,
  deleteEvents,
  deleteRemovals,
  isRemovalPending,
  markDaysDone,
  markSwept,
  releaseRemovals,
  type EventRemoval,
} from "./event-removal-store.ts";

type RemovalContext = EventStoreContext & Pick<AppContext, "clock">;

/** Pause after a statement, as a multiple of its duration, during which others use the database. */
const PAUSE_FACTOR = { postgres: 1, pglite: 4 } as const;
/** Interval of checks while another process runs the removals, or ClickHouse deletes, ms. */
const POLL_INTERVAL = 200;
/**
 * Time after which events in ClickHouse are deleted once more, ms: an insert that had looked for erased people before the
 * erasure was committed has arrived or failed by then.
 */
const SECOND_SWEEP_DELAY = 600_000;

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

const secondSweepOf = ({ noted_time }: EventRemoval): number => noted_time.getTime() + SECOND_SWEEP_DELAY;
/** Whether the last deletion in ClickHouse was late enough. */
const isSwept = (removal: EventRemoval): boolean =>
  removal.swept_time !== null && removal.swept_time.getTime() >= secondSweepOf(removal);
const isSweepDue = (removal: EventRemoval, now: number): boolean =>
  !isSwept(removal) && (removal.swept_time === null || now >= secondSweepOf(removal));

/** Deletes in ClickHouse for all removals at once. @returns false if `canContinue` stopped the wait */
async function sweep(
  { db, clock }: RemovalContext,
  store: ClickhouseRemovalStore,
  removals: readonly EventRemoval[],
  canContinue: () => Promise<boolean>,
): Promise<boolean> {
  const startedAt = new Date(clock.now());
  await store.delete(removals.flatMap(({ ids }) => ids));
  while (await store.isDeleting()) {
    await setTimeout(POLL_INTERVAL);
    if (!(await canContinue())) return false;
  }
  await markSwept(db, removals, startedAt);
  return true;
}

/**
 * Deletes the events of all scheduled removals: in PostgreSQL in short statements, so that inserts and dropping a
 * partition never wait long, then in ClickHouse if events are there, and once more after some minutes. Only one process
 * works at a time; after an interruption the next one continues with the unfinished day.
 * @param isOver checked after each statement; true stops the removal
 * @throws ClickhouseError; a later run repeats the deletion
 */
export async function removeEvents(
  context: RemovalContext,
  isOver: () => boolean = () => false,
): Promise<void> {
  const { db, clock, config } = context;
  const holder = newId();
  const settings = config.eventsClickhouse;
  const clickhouse = settings === null ? null : clickhouseRemovalStore(createClickhouseClient(settings));
  const acquire = (): Promise<EventRemoval[]> => acquireRemovals(db, holder, clock.now());
  const canContinue = async (): Promise<boolean> => !isOver() && (await acquire()).length > 0;
  /** @returns whether there may be more to do */
  const step = async (removals: readonly EventRemoval[]): Promise<boolean> => {
    const scanned = removals.filter(({ days }) => days.length > 0);
    if (scanned.length > 0) return removeNext(context, scanned, canContinue);
    const done = removals.filter((removal) => clickhouse === null || isSwept(removal));
    if (done.length > 0) await deleteRemovals(db, done);
    const due = removals.filter((removal) => isSweepDue(removal, clock.now()));
    if (clickhouse === null || due.length === 0) return false;
    return sweep(context, clickhouse, due, canContinue);
  };
  try {
    for (let removals = await acquire(); removals.length > 0; removals = isOver() ? [] : await acquire())
      if (!(await step(removals))) break;
  } finally {
    await releaseRemovals(db, holder);
  }
}

/**
 * Runs the removals, or waits for the process that does, until one removal is done.
 * @param timeout ms; what is left then, or while ClickHouse is away, is deleted by the periodic task
 */
export async function removeScheduledEvents(
  context: RemovalContext,
  removalId: string,
  timeout: number,
): Promise<void> {
  const until = performance.now() + timeout;
  const isInClickhouse = context.config.eventsClickhouse !== null;
  const isOver = (): boolean => performance.now() >= until;
  for (;;) {
    try {
      await removeEvents(context, isOver);
    } catch (error) {
      if (error instanceof ClickhouseError) return;
      throw error;
    }
    if (!(await isRemovalPending(context.db, removalId, { isInClickhouse })) || isOver()) return;
    await setTimeout(POLL_INTERVAL);
  }
}
