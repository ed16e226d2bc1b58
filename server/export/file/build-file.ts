import { Worker } from "node:worker_threads";
import type { AboutLines, FileCell, FileRequest } from "./file-builder.ts";
import type { ThreadResult, ThreadTask } from "./file-thread.ts";

/** Memory of a thread, MB: a workbook of 100,000 rows needs about 600. */
const MAX_HEAP = 1_536;

/** A file that a thread builds. */
export type FileInProgress = {
  add(rows: readonly (readonly FileCell[])[]): void;
  /** @param checksumLabel label of the last line of the first sheet @throws if the thread failed */
  finish(about: AboutLines, checksumLabel: string): Promise<ThreadResult>;
  /** Ends the thread, also while it works. */
  close(): Promise<void>;
};

/** Begins a file in a thread of its own, so that the main thread answers requests meanwhile (requirement CO96). */
export function beginFile(request: FileRequest): FileInProgress {
  const worker = new Worker(new URL("./file-thread.ts", import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP },
  });
  const { promise, resolve, reject } = Promise.withResolvers<ThreadResult>();
  // A failure is thrown by `finish`.
  promise.catch(() => {});
  worker.on("message", resolve);
  worker.on("error", reject);
  worker.on("exit", () => reject(new Error("file thread exited")));
  worker.unref();
  const tell = (task: ThreadTask): void => worker.postMessage(task);
  return {
    add: (rows) => tell({ kind: "rows", rows }),
    finish: (about, checksumLabel) => {
      tell({ kind: "end", about, checksumLabel });
      return promise;
    },
    close: async () => void (await worker.terminate()),
  };
}
