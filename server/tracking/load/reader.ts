import { Worker } from "node:worker_threads";
import type { FastifyBaseLogger } from "fastify";
import type { SpoolPart, ReadingOptions, SpoolPartResult } from "./spool-part-reader.ts";
import type { ReaderMessage } from "./reader-thread.ts";

/** Of the thread, MB: what a hostile body may cost at most is the thread. */
const HEAP_MOST = 96;
type Waiting = { resolve(read: SpoolPartResult): void; reject(error: Error): void };

/** It cannot be read now, and what it holds has no part in that: the system does not give it, or gives no thread. */
export class TemporaryReadFailure extends Error {
  /** The system's, as EIO; null for a thread. */
  readonly code: string | null;
  constructor(code: string | null, cause: unknown) {
    super(`events cannot be read now: ${String(cause)}`, { cause });
    this.code = code;
  }
}

export type SpoolReader = { read(part: SpoolPart): Promise<SpoolPartResult>; close(): Promise<void> };

/**
 * Reads bodies in a thread of their own, made when the first body comes. A thread that breaks
 * leaves its part unread, and the next part has a new one.
 * @returns what rejects with `NotNow` where that may be otherwise in a while
 */
export function createSpoolReader(
  options: ReadingOptions,
  log: FastifyBaseLogger,
  thread = new URL("./reader-thread.ts", import.meta.url),
): SpoolReader {
  let worker: Worker | null = null;
  /** Answers come in the order of the questions. */
  let waiting: Waiting[] = [];
  const start = (): Worker => {
    const made = new Worker(thread, {
      workerData: options,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MOST, maxYoungGenerationSizeMb: 8 },
    });
    let isReady = false;
    const isOver = (error: Error): void => {
      if (worker !== made) return;
      worker = null;
      const lost = waiting;
      waiting = [];
      for (const { reject } of lost) reject(isReady ? error : new TemporaryReadFailure(null, error));
    };
    made.on("message", (said: ReaderMessage) => {
      if (said === "ready") isReady = true;
      else if ("code" in said) waiting.shift()?.reject(new TemporaryReadFailure(said.code, said.text));
      else waiting.shift()?.resolve(said);
    });
    made.on("error", (error) => {
      log.error({ err: error }, "the thread that reads events broke");
      isOver(error instanceof Error ? error : new Error(String(error)));
    });
    made.on("exit", () => isOver(new Error("the thread that reads events ended")));
    made.unref();
    return made;
  };
  return {
    read: (part) =>
      new Promise((resolve, reject) => {
        try {
          worker ??= start();
        } catch (error) {
          reject(new TemporaryReadFailure(null, error));
          return;
        }
        waiting.push({ resolve, reject });
        worker.postMessage(part);
      }),
    async close() {
      await worker?.terminate();
    },
  };
}
