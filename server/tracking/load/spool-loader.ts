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
  /** Rows that are read ahead of the database, at most. */
  readonly rowsAhead: () => number;
  /** Whether what comes in leaves no time for this; nobody who waits for it is kept waiting by that. */
  readonly isHeld?: () => boolean;
};

/** How often it looks whether it is still held, ms. */
const LOOK = 50;

/** Why a file cannot be read now, whatever it holds; null: it is the file itself. */
const temporaryFailureOf = (error: unknown): { readonly code: string | null } | null => {
  if (error instanceof TemporaryReadFailure) return error;
  const code = systemCodeOf(error);
  return code === null ? null : { code };
};

/** Takes what lies in the spool to the database, one file after the other. */
export class SpoolLoader {
  readonly #parts: Parts;
  #running: Promise<void> | null = null;
  /** The database takes nothing any more: what is left is for the next process. */
  #isOver = false;
  /** How many wait until everything is stored. */
  #awaiting = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Something was put into the spool. */
  readonly look = (): void => {
    if (!this.#isOver) this.#running ??= this.#run().finally(() => (this.#running = null));
  };
  /** Resolves when everything that came before is in the database, or the database takes no more. */
  async settled(): Promise<void> {
    this.#awaiting++;
    await this.#parts.spool.settled();
    this.look();
    while (this.#running) await this.#running;
    this.#awaiting--;
  }

  /** Brings what waits to the database for so many ms more; the rest stays in the spool. */
  async end(ms: number): Promise<void> {
    const giving = setTimeout(() => (this.#isOver = true), ms);
    await this.settled();
    clearTimeout(giving);
    this.#isOver = true;
  }

  async #run(): Promise<void> {
    const { spool, log } = this.#parts;
    for (let file = spool.next(); file && !this.#isOver; file = spool.next()) {
      try {
        await this.#drain(file);
        file.tries = 0;
      } catch (error) {
        const reason = temporaryFailureOf(error);
        if (reason !== null) {
          await this.#leave(file, reason.code, error);
          continue;
        }
        log.error({ err: error }, "a file of events cannot be read");
        file.at = file.size;
      }
      if (!this.#isOver && !file.isOpen && file.at === file.size) await spool.remove(file);
    }
  }
  /** What was answered is not given up for what may pass: a full table of files, a disk that stutters. */
  async #leave(file: SpoolFile, code: string | null, error: unknown): Promise<void> {
    const { spool, log } = this.#parts;
    if (code !== "ENOENT") return spool.rest(file, error);
    log.warn({ err: error }, "a file of events is gone");
    await spool.forget(file);
  }

  async #drain(file: SpoolFile): Promise<void> {
    const { spool, writer, rowsAhead } = this.#parts;
    const writing = new Set<Promise<void>>();
    let rows = 0;
    if (!file.isSuspect) await spool.begin(file, "whole");
    try {
      while (file.at < file.size && !this.#isOver) {
        while (this.#awaiting === 0 && this.#parts.isHeld?.()) await wait(LOOK);
        const { chunks, next } = await (file.isSuspect ? this.#readWithCare(file) : this.#read(file));
        file.at = next;
        for (const chunk of chunks) {
          rows += chunk.count;
          const run = writer.write(chunk).then((isStored) => {
            rows -= chunk.count;
            writing.delete(run);
            if (!isStored) this.#isOver = true;
          });
          writing.add(run);
        }
        // Storing is a part of it: the embedded database may break over a row too.
        while (rows > (file.isSuspect ? 0 : rowsAhead())) await Promise.race(writing);
      }
    } finally {
      await Promise.all(writing);
      // Nothing of it is lost: what is stored already is known by its key.
      if (this.#isOver) file.at = 0;
    }
  }

  /** The next frames of a file. */
  async #read({ path, at, size }: SpoolFile): Promise<Pick<SpoolPartResult, "chunks" | "next">> {
    const { reader, metrics } = this.#parts;
    const part = { path, from: at, to: size };
    try {
      return this.#counted(await reader.read(part));
    } catch (error) {
      if (temporaryFailureOf(error) !== null) throw error;
      // The thread broke over it. Frame by frame, whatever broke it costs nobody else's.
      const to = endOfFrame(part);
      try {
        return this.#counted(await reader.read({ ...part, to }));
      } catch (again) {
        if (temporaryFailureOf(again) !== null) throw again;
        metrics.count("failed");
        return { chunks: [], next: to };
      }
    }
  }
  /** The next frame alone, marked as what is under way; or past it, where it has ended a process that way. */
  async #readWithCare(file: SpoolFile): Promise<Pick<SpoolPartResult, "chunks" | "next">> {
    const { spool, metrics } = this.#parts;
    const { path, at, size, poisonAt } = file;
    const to = endOfFrame({ path, from: at, to: size });
    if (at === poisonAt) {
      await spool.putAside(file, to);
      metrics.count("failed");
      return { chunks: [], next: to };
    }
    await spool.begin(file, at);
    return this.#read({ ...file, size: to });
  }
  #counted(read: SpoolPartResult): SpoolPartResult {
    for (const [reason, times] of Object.entries(read.dropped))
      if (times > 0) this.#parts.metrics.count(reason as keyof SpoolPartResult["dropped"], times);
    return read;
  }
}
