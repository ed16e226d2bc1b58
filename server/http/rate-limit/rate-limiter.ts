import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { AppContext } from "../../core/app-context.ts";
import { runPeriodically } from "../../core/run-periodically.ts";

/** How long counts run, ms. */
const WINDOW = 60_000;
/** How often processes tell each other, ms. */
const SYNC_INTERVAL = 1_000;
/** Subjects that are counted at once in a process; the longest silent are forgotten first. */
const MAX_SUBJECTS = 100_000;

/** "pending": counted here and told nobody yet; "sent": on its way to the shared count. */
type Counter = { pending: number; sent: number; shared: number; until: number };

/** What is told of one subject. */
type PendingCount = { readonly subject: string; readonly counted: Counter; readonly part: number };

/**
 * Counts of a minute by subject, shared by all processes in PostgreSQL. Nobody waits for the database:
 * each process counts by itself and adds its part once a second, and then knows the others'. So a limit may
 * be passed by what all processes let through in a second; what must hold exactly (text messages,
 * sliders) has counters of its own.
 */
export class RateLimiter {
  readonly #context: Pick<AppContext, "db" | "clock">;
  readonly #counts = new LRUCache<string, Counter>({ max: MAX_SUBJECTS });
  #purged = 0;
  #forgotten = 0;
  readonly #sharing: { stop(): void };
  constructor(context: Pick<AppContext, "db" | "clock"> & { readonly log: FastifyBaseLogger }) {
    this.#context = context;
    this.#sharing = runPeriodically(SYNC_INTERVAL, () => this.sync(), context.log);
  }

  /** Counts so many more of a subject. @returns ms to wait where it had too many; 0 where it had not */
  take(subject: string, most: number, by = 1): number {
    const now = this.#context.clock.now();
    const found = this.#counts.get(subject);
    // Another process's clock may be a little ahead; a window far ahead was begun before a clock was set back.
    const isRunning = found !== undefined && found.until > now && found.until <= now + 2 * WINDOW;
    const counted = isRunning ? found : { pending: 0, sent: 0, shared: 0, until: now + WINDOW };
    if (!isRunning) this.#counts.set(subject, counted);
    if (counted.shared + counted.sent + counted.pending >= most) return counted.until - now;
    counted.pending += by;
    return 0;
  }

  /** Subjects that are remembered. */
  get subjects(): number {
    return this.#counts.size;
  }

  /** Forgets whose minute is over, once a minute: a day's visitors are not kept for the next. */
  #forget(): void {
    const now = this.#context.clock.now();
    if (Math.abs(now - this.#forgotten) < WINDOW) return;
    this.#forgotten = now;
    const over = [...this.#counts.entries()].filter(
      ([, { pending, sent, until }]) => pending + sent === 0 && until <= now,
    );
    for (const [subject] of over) this.#counts.delete(subject);
  }

  /** Adds what was counted here to the shared counts, and learns those. */
  async sync(): Promise<void> {
    this.#forget();
    // In one order for all processes, so that two statements never wait for each other.
    const told = [...this.#counts.entries()]
      .filter(([, { pending }]) => pending > 0)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([subject, counted]) => ({ subject, counted, part: counted.pending }));
    if (told.length === 0) return;
    // Taken off before it is sent: nothing goes twice, however long the database takes.
    for (const { counted, part } of told) {
      counted.pending -= part;
      counted.sent += part;
    }
    try {
      await this.#tell(told);
    } catch (error) {
      for (const { counted, part } of told) counted.pending += part;
      throw error;
    } finally {
      for (const { counted, part } of told) counted.sent -= part;
    }
  }

  async #tell(told: readonly PendingCount[]): Promise<void> {
    const { db, clock } = this.#context;
    const now = clock.now();
    const at = new Date(now);
    if (Math.abs(now - this.#purged) > WINDOW) {
      this.#purged = now;
      await sql`delete from pace_count where until_time <= ${at}`.execute(db);
    }
    const { rows } = await sql<{ subject: string; count: number; until_time: Date }>`
      insert into pace_count as kept (subject, count, until_time)
      select * from unnest(${told.map(({ subject }) => subject)}::text[], ${told.map(({ part }) => part)}::int[],
        ${told.map(({ counted }) => new Date(counted.until).toISOString())}::timestamptz[])
      on conflict (subject) do update set
        count = case when kept.until_time <= ${at} then 0 else kept.count end + excluded.count,
        until_time = case when kept.until_time <= ${at} then excluded.until_time else kept.until_time end
      returning subject, count, until_time`.execute(db);
    const shared = new Map(rows.map((row) => [row.subject, row]));
    for (const { subject, counted } of told) {
      const row = shared.get(subject);
      if (!row) continue;
      counted.shared = row.count;
      counted.until = row.until_time.getTime();
    }
  }

  close(): void {
    this.#sharing.stop();
  }
}
