import { setTimeout } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { newId } from "../../core/ids.ts";
import type { RowChunk } from "./spool-part-reader.ts";
import type { TrackingMetrics } from "../metrics.ts";
import type { Partitions } from "../storage/partition-store.ts";
import type { TrackingStore } from "../storage/store.ts";

/** Waits between tries while the database does not answer, ms. */
const PAUSES = [100, 300, 1_000, 3_000];
/** How long the writer goes on trying after the server was told to end, ms. */
const LAST_TRIES = 5_000;

/** Rows that the database will never take, whoever sends them: class 22, bad data. */
const isBadData = (error: unknown): boolean => (error as { code?: string }).code?.startsWith("22") ?? false;
/** No partition for a row: dropped by another process. */
const isMissingDay = (error: unknown): boolean => (error as { code?: string }).code === "23514";

type Parts = {
  readonly store: TrackingStore;
  readonly partitions: Partitions;
  readonly metrics: TrackingMetrics;
  readonly log: FastifyBaseLogger;
  readonly now: () => number;
  readonly isHandedOn: boolean;
  /** Rows of one statement at most, as things stand. */
  readonly rowsMost: () => number;
  /** How long to leave the database to others after a statement that took so long; ms. */
  readonly rest: (took: number) => number;
  /** Called when something was put aside for handing on. */
  readonly onWritten: () => void;
};

type Waiting = { readonly chunk: RowChunk; readonly tell: (isStored: boolean) => void };

/** Several chunks as one: their arrays, one behind the other, without reading them. */
function joined(chunks: readonly RowChunk[]): RowChunk {
  const [first] = chunks;
  if (first && chunks.length === 1) return first;
  return {
    text: `[${chunks.map(({ text }) => text.slice(1, -1)).join()}]`,
    count: chunks.reduce((sum, { count }) => sum + count, 0),
    days: [...new Set(chunks.flatMap(({ days }) => days))],
  };
}

/**
 * Writes chunks in the order they come, one statement at a time, as long as it takes. A statement
 * costs far more than a row of it, so whatever waits together is written together.
 */
export class EventWriter {
  readonly #waiting: Waiting[] = [];
  #isWriting = false;
  #endsAt = Infinity;
  readonly #parts: Parts;
  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @returns whether its rows are in the database, but those that it will never take */
  write(chunk: RowChunk): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting.push({ chunk, tell: resolve });
      if (!this.#isWriting) void this.#writeAll();
    });
  }
  /** From now on it tries for some seconds more at most. */
  end(): void {
    this.#endsAt = performance.now() + LAST_TRIES;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    for (let taken = this.#takeUp(); taken.length > 0; taken = this.#takeUp()) {
      const started = performance.now();
      const isStored = await this.#write(joined(taken.map(({ chunk }) => chunk)));
      for (const { tell } of taken) tell(isStored);
      const pause = this.#endsAt === Infinity ? this.#parts.rest(performance.now() - started) : 0;
      if (pause > 0) await setTimeout(pause);
    }
    this.#isWriting = false;
  }
  /** The first that wait, as many as one statement may hold; one at least. */
  #takeUp(): Waiting[] {
    const most = this.#parts.rowsMost();
    let rows = 0;
    const end = this.#waiting.findIndex(({ chunk }, at) => (rows += chunk.count) > most && at > 0);
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }

  async #write(chunk: RowChunk): Promise<boolean> {
    const { partitions, log } = this.#parts;
    for (let tries = 0; ; tries++) {
      try {
        await partitions.ensure(chunk.days);
        await this.#insert(chunk);
        return true;
      } catch (error) {
        if (isBadData(error)) return this.#writeHalves(chunk);
        if (isMissingDay(error)) partitions.forget();
        const pause = PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 0;
        if (performance.now() + pause > this.#endsAt) return false;
        if (tries === 0) log.warn({ err: error }, "events cannot be written; they wait");
        await setTimeout(pause);
      }
    }
  }

  async #insert({ text, count }: RowChunk): Promise<void> {
    const { store, metrics, isHandedOn, now, onWritten } = this.#parts;
    const stored = await store.insert(text, isHandedOn ? newId() : null, new Date(now()));
    metrics.count("stored", stored);
    if (stored < count) metrics.count("duplicate", count - stored);
    if (isHandedOn && stored > 0) onWritten();
  }

  /** One row spoils a statement: it is found by halving, and left out. */
  async #writeHalves({ text, count, days }: RowChunk): Promise<boolean> {
    if (count <= 1) {
      this.#parts.metrics.count("invalid");
      return true;
    }
    const rows = JSON.parse(text) as unknown[];
    const middle = Math.ceil(count / 2);
    const halves = [rows.slice(0, middle), rows.slice(middle)];
    let isStored = true;
    for (const half of halves)
      isStored = (await this.#write({ text: JSON.stringify(half), count: half.length, days })) && isStored;
    return isStored;
  }
}
