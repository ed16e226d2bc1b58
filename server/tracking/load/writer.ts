import { setTimeout } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { newId } from "../../core/ids.ts";
import type { RowChunk } from "./spool-part-reader.ts";
import type { TrackingMetrics } from "../metrics.ts";
import type { Partitions } from "../storage/partition-store.ts";
import type { EventStore } from "../storage/event-store.ts";

/** Delays between tries while the database is unavailable, ms. */
const RETRY_DELAYS = [100, 300, 1_000, 3_000];
/** Time for which the writer keeps trying after the shutdown has begun, ms. */
const SHUTDOWN_TIMEOUT = 5_000;

/** Whether the database will never accept the rows: SQLSTATE class 22, data exception. */
const isBadData = (error: unknown): boolean => (error as { code?: string }).code?.startsWith("22") ?? false;
/** Whether a row has no partition, because another process has dropped it. */
const isMissingPartition = (error: unknown): boolean => (error as { code?: string }).code === "23514";

type Parts = {
  readonly store: Pick<EventStore, "insert">;
  readonly partitions: Partitions;
  readonly metrics: TrackingMetrics;
  readonly log: FastifyBaseLogger;
  readonly now: () => number;
  readonly isForwarded: boolean;
  /** Current maximum of rows in one statement. */
  readonly maxRows: () => number;
  /**
   * Pause after a statement, during which others use the database.
   * @param took duration of the statement, ms
   */
  readonly restAfter: (took: number) => number;
  /** Called when events were queued for forwarding. */
  readonly onWritten: () => void;
};

type PendingChunk = { readonly chunk: RowChunk; readonly resolve: (isStored: boolean) => void };

/** Concatenates the JSON arrays of chunks without parsing them. */
function concatenate(chunks: readonly RowChunk[]): RowChunk {
  const [first] = chunks;
  if (first && chunks.length === 1) return first;
  return {
    text: `[${chunks.map(({ text }) => text.slice(1, -1)).join()}]`,
    count: chunks.reduce((sum, { count }) => sum + count, 0),
    days: [...new Set(chunks.flatMap(({ days }) => days))],
  };
}

/**
 * Writes chunks in their order, one statement at a time, and retries until the database accepts them. A
 * statement costs far more than one of its rows, so chunks that wait are written together.
 */
export class EventWriter {
  readonly #pending: PendingChunk[] = [];
  #isWriting = false;
  #endsAt = Infinity;
  readonly #parts: Parts;
  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @returns whether its rows are in the database, except those that it will never accept */
  write(chunk: RowChunk): Promise<boolean> {
    return new Promise((resolve) => {
      this.#pending.push({ chunk, resolve });
      if (!this.#isWriting) void this.#writeAll();
    });
  }
  /** Limits further tries to some seconds. */
  end(): void {
    this.#endsAt = performance.now() + SHUTDOWN_TIMEOUT;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    for (let batch = this.#nextBatch(); batch.length > 0; batch = this.#nextBatch()) {
      const started = performance.now();
      const isStored = await this.#write(concatenate(batch.map(({ chunk }) => chunk)));
      for (const { resolve } of batch) resolve(isStored);
      const pause = this.#endsAt === Infinity ? this.#parts.restAfter(performance.now() - started) : 0;
      if (pause > 0) await setTimeout(pause);
    }
    this.#isWriting = false;
  }
  /** Takes the first chunks, as many as one statement may have, but at least one. */
  #nextBatch(): PendingChunk[] {
    const maxRows = this.#parts.maxRows();
    let rows = 0;
    const end = this.#pending.findIndex(({ chunk }, at) => (rows += chunk.count) > maxRows && at > 0);
    return this.#pending.splice(0, end === -1 ? this.#pending.length : end);
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
        if (isMissingPartition(error)) partitions.resetKnownDays();
        this.#parts.metrics.storeFailed();
        const delay = RETRY_DELAYS[Math.min(tries, RETRY_DELAYS.length - 1)] ?? 0;
        if (performance.now() + delay > this.#endsAt) return false;
        if (tries === 0) log.warn({ err: error }, "event insert failed, retrying");
        await setTimeout(delay);
      }
    }
  }

  async #insert({ text, count }: RowChunk): Promise<void> {
    const { store, metrics, isForwarded, now, onWritten } = this.#parts;
    const stored = await store.insert(text, isForwarded ? newId() : null, new Date(now()));
    metrics.count("stored", stored);
    if (stored < count) metrics.count("duplicate", count - stored);
    if (isForwarded && stored > 0) onWritten();
  }

  /** Finds the row that the database refuses by halving the chunk, and drops it. */
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
