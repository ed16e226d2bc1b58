import { parentPort, workerData } from "node:worker_threads";
import { readBodies, type Bodies, type ReadingOptions } from "./batch.ts";

// Reading what strangers send is done here, beside the thread that serves the mall: whatever it
// costs, nobody waits for it, and what breaks it breaks only this (requirement X15).
const options = workerData as ReadingOptions;
parentPort?.on("message", (bodies: Bodies) => parentPort?.postMessage(readBodies(bodies, options)));
