import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { readPart, type Part, type ReadingOptions } from "./batch.ts";

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
parentPort?.on("message", (part: Part) => parentPort?.postMessage(readPart(part, options)));
