import { Worker } from "node:worker_threads";
import type { FastifyBaseLogger } from "fastify";
import type { SpoolPart, ReadingOptions, SpoolPartResult } from "./spool-part-reader.ts";
import type { ReaderMessage } from "./reader-thread.ts";

/** Heap of the thread, MB: a hostile body can crash no more than the thread. */
const MAX_HEAP = 96;
type PendingRead = { resolve(read: SpoolPartResult): void; reject(error: Error): void };

/** Failure that does not depend on the content: the system does not give the file, or no thread. */
export class TemporaryReadFailure extends Error {
  /** Code of the system call, for example EIO; null for a thread. */
  readonly code: string | null;
  constructor(code: string | null, cause: unknown) {
    super(`events temporarily unreadable: ${String(cause)}`, { cause });
    this.code = code;
  }
}

export type SpoolReader = { read(part: SpoolPart): Promise<SpoolPartResult>; close(): Promise<void> };

/**
 * Creates a reader that parses bodies in a thread, which starts with the first part. If the thread crashes,
 * its part fails and the next part gets a new thread.
 * @returns a reader that rejects with `TemporaryReadFailure` if a later attempt may succeed
 */
export function createSpoolReader(
  options: ReadingOptions,
  log: FastifyBaseLogger,
  thread = new URL("./reader-thread.ts", import.meta.url),
): SpoolReader {
  let worker: Worker | null = null;
  /** Results arrive in the order of the requests. */
  let pending: PendingRead[] = [];
  const start = (): Worker => {
    const started = new Worker(thread, {
      workerData: options,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP, maxYoungGenerationSizeMb: 8 },
    });
    let isReady = false;
    const rejectAll = (error: Error): void => {
      if (worker !== started) return;
      worker = null;
      const rejected = pending;
      pending = [];
      for (const { reject } of rejected) reject(isReady ? error : new TemporaryReadFailure(null, error));
    };
    started.on("message", (message: ReaderMessage) => {
      if (message === "ready") isReady = true;
      else if ("code" in message)
        pending.shift()?.reject(new TemporaryReadFailure(message.code, message.text));
      else pending.shift()?.resolve(message);
    });
    started.on("error", (error) => {
      log.error({ err: error }, "event reader thread failed");
      rejectAll(error instanceof Error ? error : new Error(String(error)));
    });
    started.on("exit", () => rejectAll(new Error("event reader thread exited")));
    started.unref();
    return started;
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
        pending.push({ resolve, reject });
        worker.postMessage(part);
      }),
    async close() {
      await worker?.terminate();
    },
  };
}
