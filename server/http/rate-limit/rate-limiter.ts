import type { FastifyBaseLogger } from "fastify";
import { LRUCache } from "lru-cache";
import type { AppContext } from "../../core/app-context.ts";
import { runPeriodically } from "../../core/run-periodically.ts";
import { addCounts, purgeCounts } from "./rate-limit-store.ts";

/** Length of the counting window, ms. */
const WINDOW = 60_000;
/** Interval at which processes share their counts, ms. */
const SYNC_INTERVAL = 1_000;
/** Maximum number of subjects in a process; the least recently used ones are removed first. */
const MAX_SUBJECTS = 100_000;

/**
 * `pending`: counted here and not shared yet; `sent`: being added to the shared count; `shared`: the count of all
 * processes; `until`: end of the window, ms since the epoch.
 */
type Counter = { pending: number; sent: number; shared: number; until: number };

/** The share of a counter that one synchronisation adds. */
type PendingCount = { readonly subject: string; readonly counter: Counter; readonly amount: number };

/**
 * Counts per subject and minute, shared by all processes through PostgreSQL. No request waits for the database: each
 * process counts in memory, adds its counts once a second, and reads the sums. A limit may thus be exceeded by what all
 * processes accept within a second; limits that must hold exactly (text messages, captchas) have counters of their own.
 */
export class RateLimiter {
  readonly #context: Pick<AppContext, "db" | "clock">;
  readonly #counters = new LRUCache<string, Counter>({ max: MAX_SUBJECTS });
  #purgedAt = 0;
  #removedAt = 0;
  readonly #syncing: { stop(): void };
  constructor(context: Pick<AppContext, "db" | "clock"> & { readonly log: FastifyBaseLogger }) {
    this.#context = context;
    this.#syncing = runPeriodically(SYNC_INTERVAL, () => this.sync(), context.log);
  }

  /** Counts a subject, unless it has reached its limit. @returns ms until the window ends if it has; else 0 */
  take(subject: string, limit: number, amount = 1): number {
    const now = this.#context.clock.now();
    const existing = this.#counters.get(subject);
    // The clock of another process may be a little ahead; a window far ahead began before a clock was set back.
    const isRunning = existing !== undefined && existing.until > now && existing.until <= now + 2 * WINDOW;
    const counter = isRunning ? existing : { pending: 0, sent: 0, shared: 0, until: now + WINDOW };
    if (!isRunning) this.#counters.set(subject, counter);
    if (counter.shared + counter.sent + counter.pending >= limit) return counter.until - now;
    counter.pending += amount;
    return 0;
  }

  /** Number of subjects in memory. */
  get subjects(): number {
    return this.#counters.size;
  }

  /** Removes counters whose window has ended, once a minute, so that memory does not grow over a day. */
  #removeExpired(): void {
    const now = this.#context.clock.now();
    if (Math.abs(now - this.#removedAt) < WINDOW) return;
    this.#removedAt = now;
    const expired = [...this.#counters.entries()].filter(
      ([, { pending, sent, until }]) => pending + sent === 0 && until <= now,
    );
    for (const [subject] of expired) this.#counters.delete(subject);
  }

  /** Adds the counts of this process to the shared ones, and reads the sums. @throws the error of the database */
  async sync(): Promise<void> {
    this.#removeExpired();
    // Sorted, because the statements of all processes lock the rows in this order.
    const counts = [...this.#counters.entries()]
      .filter(([, { pending }]) => pending > 0)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([subject, counter]) => ({ subject, counter, amount: counter.pending }));
    if (counts.length === 0) return;
    // Subtracted before they are sent, so that a slow database never gets the same counts twice.
    for (const { counter, amount } of counts) {
      counter.pending -= amount;
      counter.sent += amount;
    }
    try {
      await this.#share(counts);
    } catch (error) {
      for (const { counter, amount } of counts) counter.pending += amount;
      throw error;
    } finally {
      for (const { counter, amount } of counts) counter.sent -= amount;
    }
  }

  async #share(counts: readonly PendingCount[]): Promise<void> {
    const { db, clock } = this.#context;
    const now = clock.now();
    if (Math.abs(now - this.#purgedAt) > WINDOW) {
      this.#purgedAt = now;
      await purgeCounts(db, new Date(now));
    }
    const rows = await addCounts(
      db,
      new Date(now),
      counts.map(({ subject }) => subject),
      counts.map(({ amount }) => amount),
      counts.map(({ counter }) => new Date(counter.until).toISOString()),
    );
    const shared = new Map(rows.map((row) => [row.subject, row]));
    for (const { subject, counter } of counts) {
      const row = shared.get(subject);
      if (!row) continue;
      counter.shared = row.count;
      counter.until = row.until_time.getTime();
    }
  }

  close(): void {
    this.#syncing.stop();
  }
}
