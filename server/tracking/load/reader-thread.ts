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

/** What the thread tells: that it is there, what it has read, or that the system did not give it. */
export type ReaderMessage = "ready" | SpoolPartResult | { readonly code: string; readonly text: string };

/** Behind the thread that serves the mall wherever both want the same processor. */
const NICE = 10;

/** Linux gives each thread a priority of its own, by its number: the last part of this link. */
function yieldToOthers(): void {
  try {
    setPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1)), NICE);
  } catch {
    // Elsewhere a thread has its process's priority.
  }
}

// Reading what strangers send is done here, beside the thread that serves the mall: whatever it
// costs, nobody waits for it, and what breaks it breaks only this (requirement X15).
const options = workerData as ReadingOptions;
yieldToOthers();
function read(part: SpoolPart): ReaderMessage {
  try {
    return readSpoolPart(part, options);
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === null) throw error;
    return { code, text: String(error) };
  }
}
const say = (said: ReaderMessage): void => parentPort?.postMessage(said);
parentPort?.on("message", (part: SpoolPart) => say(read(part)));
say("ready");
