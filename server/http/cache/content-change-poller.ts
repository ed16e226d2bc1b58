import { Refusal } from "#contract/core/errors.ts";
import { runForEverybody } from "../../core/caller-network.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { FastPath } from "../fast-path/fast-path.ts";
import { parseTopic, type ContentChangeListener } from "./cache-invalidation.ts";
import { purgeOldChanges, readChangesSince, type ContentChangesRow } from "./content-change-store.ts";

/** Interval between polls while this process has requests, ms. */
const POLL_INTERVAL = 150;
/** Interval between polls without requests, ms. */
const IDLE_INTERVAL = 1_500;
/** Time after the last request for which a process counts as used, ms. */
const ACTIVE_TIME = 5_000;
/** Longest wait of the first requests after an idle time for the poll that they cause, ms. */
const MAX_REQUEST_WAIT = 500;
/** Interval after a failed poll, ms. */
const RETRY_INTERVAL = 1_000;
/**
 * Pause between two polls beyond which a process clears all its caches, ms: a database server that crashed meanwhile may
 * use transaction ids again.
 */
const MAX_PAUSE = 2_000;

/** Retention of changes, and interval between deletions of old ones, s. */
const RETENTION_SECONDS = 300;
/** Topic that is no change of content (database/task-runner/store.ts). */
const RUNNER_RELEASED = "task-runner";

type PollerPorts = {
  /** Reads the changes since a snapshot; null: the first poll. */
  readonly read: (since: string | null) => Promise<ContentChangesRow>;
  readonly listener: ContentChangeListener;
  /** Called when the process that ran the periodic tasks has given that role up. */
  readonly onRunnerReleased?: () => void;
};

/**
 * Reports the writes of all processes, including this one, so that no process serves outdated data from memory.
 * Polls a table that database triggers write (migration 0037) instead of using LISTEN, so that it works through a
 * connection pooler and on PGlite too. A change is reported when its transaction becomes visible. Everything counts as
 * changed at the first poll, after a poll that failed or came late, and after another database server answered: a
 * failover may have lost transactions that this process has seen.
 *
 * A process without requests polls rarely, since nobody reads its caches. The first request after such a time waits for a
 * poll, so that no answer is older than with steady polling (requirement HA08).
 */
export class ContentChangePoller {
  readonly #read: PollerPorts["read"];
  readonly #listener: ContentChangeListener;
  readonly #onRunnerReleased: () => void;
  #last: { readonly snapshot: string; readonly server_started: string } | null = null;
  /** Times of performance.now(). */
  #polledAt = performance.now();
  #requestedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | null = null;
  /** Ends with the poll that the first request after an idle time has caused. */
  #waiting: Promise<void> | null = null;
  #isIdle = false;
  #isStopped = false;

  constructor({ read, listener, onRunnerReleased }: PollerPorts) {
    this.#read = read;
    this.#listener = listener;
    this.#onRunnerReleased = onRunnerReleased ?? (() => {});
    this.#schedule(POLL_INTERVAL);
  }

  /** Notes a request that may read caches. @returns null: they are up to date; else resolves when they are */
  beginRequest(): Promise<void> | null {
    const now = performance.now();
    this.#requestedAt = now;
    if (!this.#isIdle) return this.#waiting;
    this.#isIdle = false;
    if (now - this.#polledAt < POLL_INTERVAL) {
      runForEverybody(() => this.#schedule(POLL_INTERVAL));
      return null;
    }
    const timeout = Promise.withResolvers<void>();
    // A database that does not answer must not hold up what the caches have.
    const timer = setTimeout(timeout.resolve, MAX_REQUEST_WAIT);
    // The poll and the timer of the next one are nobody's work in particular.
    const polled = runForEverybody(() => this.#poll());
    this.#waiting = Promise.race([polled, timeout.promise]).finally(() => {
      clearTimeout(timer);
      this.#waiting = null;
    });
    return this.#waiting;
  }
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Polls, unless a poll is running, and schedules the next one. */
  #poll(): Promise<void> {
    clearTimeout(this.#timer);
    return (this.#polling ??= this.#pollOnce().then((delay) => {
      this.#polling = null;
      this.#schedule(delay);
    }));
  }
  /** @returns time until the next poll, ms */
  async #pollOnce(): Promise<number> {
    try {
      await this.#readChanges();
      const isUsed = performance.now() - this.#requestedAt < ACTIVE_TIME;
      return isUsed ? POLL_INTERVAL : IDLE_INTERVAL;
    } catch (error) {
      // Outages are logged elsewhere. An overloaded pool has lost nothing; after any other failure the next poll clears
      // all caches.
      const isBusy = error instanceof Refusal && error.refusal === "busy";
      if (!isBusy) this.#last = null;
      return isBusy ? POLL_INTERVAL : RETRY_INTERVAL;
    }
  }
  async #readChanges(): Promise<void> {
    const asOf = performance.now();
    const read = await this.#read(this.#last?.snapshot ?? null);
    const now = performance.now();
    const topics = new Set(read.topics);
    const isComplete =
      this.#last?.server_started === read.server_started && now - this.#polledAt <= MAX_PAUSE;
    if (!isComplete) topics.add("content").add("sessions");
    this.#last = read;
    this.#polledAt = now;
    if (topics.delete(RUNNER_RELEASED)) this.#onRunnerReleased();
    for (const topic of topics) this.#listener.onChange(parseTopic(topic));
    this.#listener.onPolled?.(asOf);
  }
  #schedule(delay: number): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#isIdle = delay === IDLE_INTERVAL;
    this.#timer = setTimeout(() => void this.#poll(), delay);
    this.#timer.unref();
  }
}

/** Starts to poll for the caches of this process, and deletes old changes. */
export function pollContentChanges(
  { db, tasks }: Pick<AppContext, "db" | "tasks">,
  listener: ContentChangeListener,
  runner: { onReleased(): void },
  fastPath: Pick<FastPath, "beginCacheUse">,
): ContentChangePoller {
  tasks.schedule("content-change.purge", RETENTION_SECONDS * 1_000, () =>
    purgeOldChanges(db, RETENTION_SECONDS),
  );
  const read = (since: string | null) => readChangesSince(db, since);
  const poller = new ContentChangePoller({ read, listener, onRunnerReleased: () => runner.onReleased() });
  fastPath.beginCacheUse = () => poller.beginRequest();
  return poller;
}
