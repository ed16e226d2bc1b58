import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import {
  readSpoolPart,
  type SpoolPart,
  type ReadingOptions,
  type SpoolPartResult,
} from "./spool-part-reader.ts";
import { systemCodeOf } from "../spool/spool-files.ts";

/** Message of the thread: that it runs, a result, or the error of a system call. */
export type ReaderMessage = "ready" | SpoolPartResult | { readonly code: string; readonly text: string };

/** Priority below the main thread, which serves requests. */
const NICE = 10;

/** Lowers the priority of this thread; on Linux it is set by the thread id, the last part of this link. */
function lowerPriority(): void {
  try {
    setPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1)), NICE);
  } catch {
    // On other systems threads have the priority of their process.
  }
}

// Parses untrusted bodies outside of the main thread, so that no request waits for it and a crash ends only
// this thread (requirement X15).
const options = workerData as ReadingOptions;
lowerPriority();
function read(part: SpoolPart): ReaderMessage {
  try {
    return readSpoolPart(part, options);
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === null) throw error;
    return { code, text: String(error) };
  }
}
const post = (message: ReaderMessage): void => parentPort?.postMessage(message);
parentPort?.on("message", (part: SpoolPart) => post(read(part)));
post("ready");
