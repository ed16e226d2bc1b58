import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { endOfFrame, type SpoolPartResult } from "./spool-part-reader.ts";
import type { TrackingMetrics } from "../metrics.ts";
import { TemporaryReadFailure, type SpoolReader } from "./reader.ts";
import type { Spool } from "../spool/spool.ts";
import { systemCodeOf, type SpoolFile } from "../spool/spool-files.ts";
import type { EventWriter } from "./writer.ts";

type Parts = {
  readonly spool: Spool;
  readonly reader: SpoolReader;
  readonly writer: EventWriter;
  readonly metrics: TrackingMetrics;
  readonly log: FastifyBaseLogger;
  /** Maximum of rows that are read ahead of the database. */
  readonly rowsAhead: () => number;
  /** Whether loading pauses, because incoming events need the time; `settled` ignores it. */
  readonly isPaused?: () => boolean;
};

/** Interval at which the end of a pause is checked, ms. */
const PAUSE_CHECK_INTERVAL = 50;

/** Returns a failure that does not depend on the file's content; null: the content is the cause. */
const temporaryFailureOf = (error: unknown): { readonly code: string | null } | null => {
  if (error instanceof TemporaryReadFailure) return error;
  const code = systemCodeOf(error);
  return code === null ? null : { code };
};

/** Loads the spool into the database, one file after the other. */
export class SpoolLoader {
  readonly #parts: Parts;
  #running: Promise<void> | null = null;
  /** Whether the database accepts nothing any more; the next process loads the rest. */
  #isOver = false;
  /** Number of callers that wait until everything is stored. */
  #waiters = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Starts loading, unless it is running; called when the spool has something to read. */
  readonly wake = (): void => {
    if (!this.#isOver) this.#running ??= this.#run().finally(() => (this.#running = null));
  };
  /**
   * Resolves when everything that was accepted before is in the database, or the database accepts no more.
   */
  async settled(): Promise<void> {
    this.#waiters++;
    await this.#parts.spool.settled();
    this.wake();
    while (this.#running) await this.#running;
    this.#waiters--;
  }

  /** Loads what waits, for at most `ms`; the rest stays in the spool. */
  async end(ms: number): Promise<void> {
    const timer = setTimeout(() => (this.#isOver = true), ms);
    await this.settled();
    clearTimeout(timer);
    this.#isOver = true;
  }

  async #run(): Promise<void> {
    const { spool, log } = this.#parts;
    for (let file = spool.next(); file && !this.#isOver; file = spool.next()) {
      try {
        await this.#drain(file);
        file.tries = 0;
      } catch (error) {
        const failure = temporaryFailureOf(error);
        if (failure !== null) {
          await this.#skip(file, failure.code, error);
          continue;
        }
        log.error({ err: error }, "event spool file unreadable, discarded");
        file.offset = file.size;
      }
      if (!this.#isOver && !file.isOpen && file.offset === file.size) await spool.remove(file);
    }
  }
  /**
   * Keeps a file after a temporary failure, for example too many open files, since its events were
   * acknowledged.
   */
  async #skip(file: SpoolFile, code: string | null, error: unknown): Promise<void> {
    const { spool, log } = this.#parts;
    if (code !== "ENOENT") return spool.postpone(file, error);
    log.warn({ err: error }, "event spool file missing");
    await spool.drop(file);
  }

  async #drain(file: SpoolFile): Promise<void> {
    const { spool, writer, rowsAhead } = this.#parts;
    const writing = new Set<Promise<void>>();
    let rows = 0;
    if (!file.isSuspect) await spool.markInFlight(file, "whole");
    try {
      while (file.offset < file.size && !this.#isOver) {
        while (this.#waiters === 0 && this.#parts.isPaused?.()) await wait(PAUSE_CHECK_INTERVAL);
        const { chunks, next } = await (file.isSuspect ? this.#readSuspect(file) : this.#read(file));
        file.offset = next;
        for (const chunk of chunks) {
          rows += chunk.count;
          const run = writer.write(chunk).then((isStored) => {
            rows -= chunk.count;
            writing.delete(run);
            if (!isStored) this.#isOver = true;
          });
          writing.add(run);
        }
        // Waits until a suspect frame is stored, since a row may crash the embedded database too.
        while (rows > (file.isSuspect ? 0 : rowsAhead())) await Promise.race(writing);
      }
    } finally {
      await Promise.all(writing);
      // The next process reads the file again; rows that are stored already are recognised by their key.
      if (this.#isOver) file.offset = 0;
    }
  }

  /** Reads the next frames of a file. */
  async #read({ path, offset, size }: SpoolFile): Promise<Pick<SpoolPartResult, "chunks" | "next">> {
    const { reader, metrics } = this.#parts;
    const part = { path, from: offset, to: size };
    try {
      return this.#counted(await reader.read(part));
    } catch (error) {
      if (temporaryFailureOf(error) !== null) throw error;
      // The thread crashed. Reads frame by frame, so that only the frame that crashes it is lost.
      const to = endOfFrame(part);
      try {
        return this.#counted(await reader.read({ ...part, to }));
      } catch (secondError) {
        if (temporaryFailureOf(secondError) !== null) throw secondError;
        metrics.count("failed");
        return { chunks: [], next: to };
      }
    }
  }
  /**
   * Reads the next frame of a suspect file with its marker; quarantines the frame that has ended two
   * processes.
   */
  async #readSuspect(file: SpoolFile): Promise<Pick<SpoolPartResult, "chunks" | "next">> {
    const { spool, metrics } = this.#parts;
    const { path, offset, size, poisonAt } = file;
    const to = endOfFrame({ path, from: offset, to: size });
    if (offset === poisonAt) {
      await spool.quarantineFrame(file, to);
      metrics.count("failed");
      return { chunks: [], next: to };
    }
    await spool.markInFlight(file, offset);
    return this.#read({ ...file, size: to });
  }
  #counted(read: SpoolPartResult): SpoolPartResult {
    for (const [reason, times] of Object.entries(read.dropped))
      if (times > 0) this.#parts.metrics.count(reason as keyof SpoolPartResult["dropped"], times);
    return read;
  }
}
