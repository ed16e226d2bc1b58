import { Worker } from "node:worker_threads";
import type { FastifyBaseLogger } from "fastify";
import type { Part, ReadingOptions, ReadPart } from "./batch.ts";

/** Of the thread, MB: what a hostile body may cost at most is the thread. */
const HEAP_MOST = 96;
type Waiting = { resolve(read: ReadPart): void; reject(error: Error): void };

export type Reader = { read(part: Part): Promise<ReadPart>; close(): Promise<void> };

/**
 * Reads bodies in a thread of their own, made when the first body comes. A thread that breaks
 * leaves its part unread, and the next part has a new one.
 */
export function createReader(options: ReadingOptions, log: FastifyBaseLogger): Reader {
  let worker: Worker | null = null;
  /** Answers come in the order of the questions. */
  let waiting: Waiting[] = [];
  const start = (): Worker => {
    const made = new Worker(new URL("./reader-thread.ts", import.meta.url), {
      workerData: options,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MOST, maxYoungGenerationSizeMb: 8 },
    });
    const isOver = (error: Error): void => {
      if (worker !== made) return;
      worker = null;
      const lost = waiting;
      waiting = [];
      for (const { reject } of lost) reject(error);
    };
    made.on("message", (read: ReadPart) => waiting.shift()?.resolve(read));
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
        worker ??= start();
        waiting.push({ resolve, reject });
        worker.postMessage(part);
      }),
    async close() {
      await worker?.terminate();
    },
  };
}
