import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import {
  HEARTBEAT_INTERVAL,
  PROCESS_ROLE_VARIABLE,
  PROCESS_SLOT_VARIABLE,
  READY_MESSAGE,
  RETIRE_MESSAGE,
} from "../config.ts";
import { MetricsRelay } from "./metrics-exchange.ts";

// Lets the processes accept from one shared listening socket. With Node's round robin, connections that the primary has
// sent to a process are lost when that process is killed; a shared socket keeps them for the next process that accepts.
cluster.schedulingPolicy = cluster.SCHED_NONE;

/** A worker process that exits earlier counts as failed to start, ms. */
const MIN_LIFETIME = 5_000;
/** Delay before a replacement starts, ms; doubled after each failed start up to the maximum. */
const INITIAL_BACKOFF = 250;
const MAX_BACKOFF = 30_000;
/** Time to finish open requests before a worker process is killed, ms. */
const KILL_TIMEOUT = 30_000;
/** Number of checks without a heartbeat after which a worker process is killed: one minute. */
const MAX_MISSED_HEARTBEATS = 12;

/** Resolves to true when the worker process serves requests, to false if it exits before. */
function isReady(worker: Worker): Promise<boolean> {
  const ready = new Promise<boolean>((resolve) => {
    worker.on("message", (message: unknown) => {
      if (message === READY_MESSAGE) resolve(true);
    });
  });
  return Promise.race([ready, once(worker, "exit").then(() => false)]);
}
/** The smallest place, from 1 on, that no worker process has. */
function freeSlot(taken: ReadonlySet<number>): number {
  let slot = 1;
  while (taken.has(slot)) slot++;
  return slot;
}

const stop = (worker: Worker): void => void worker.process.kill("SIGTERM");
const retire = (worker: Worker): void => void worker.send(RETIRE_MESSAGE);
/** Ends a worker process after it has finished its open requests; kills it if it takes too long. */
async function endWorker(worker: Worker, end: (worker: Worker) => void): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, "exit");
  end(worker);
  const killTimer = new AbortController();
  void setTimeout(KILL_TIMEOUT, undefined, { signal: killTimer.signal }).then(
    () => worker.process.kill("SIGKILL"),
    () => {},
  );
  await exited;
  killTimer.abort();
}

/**
 * Starts, replaces and ends the worker processes on one port, and serves no requests itself. The processes share the
 * database and nothing else.
 */
export class ClusterSupervisor {
  readonly #count: number;
  #workers: Worker[] = [];
  #isStopping = false;
  #backoff = INITIAL_BACKOFF;
  /** The rolling restart that is running. */
  #restart: Promise<void> | null = null;
  /**
   * Number of checks since the last heartbeat, by worker process that serves requests. Counts checks instead of time,
   * because a machine that was suspended has not checked either.
   */
  readonly #missedHeartbeats = new Map<Worker, number>();
  /** Places of the worker processes, which a replacement takes over; the metrics' label `process`. */
  readonly #slots = new Map<Worker, number>();
  readonly #metrics = new MetricsRelay(() => [...this.#missedHeartbeats.keys()]);
  readonly #heartbeatTimer: NodeJS.Timeout;
  readonly #print: (line: string) => void;
  /** @param print shows a line to the operator */
  constructor(count: number, print: (line: string) => void) {
    this.#count = count;
    this.#print = print;
    this.#heartbeatTimer = setInterval(() => this.#checkHeartbeats(), HEARTBEAT_INTERVAL).unref();
  }

  /** Starts the first process, which migrates and fills the database, then the others. @returns whether the first one started */
  async start(): Promise<boolean> {
    const first = this.#fork("first");
    if (!(await isReady(first))) return false;
    this.#supervise(first);
    const others = Array.from({ length: this.#count - 1 }, () => this.#fork("further"));
    for (const worker of others) this.#supervise(worker);
    await Promise.all(others.map(isReady));
    if (!this.#isStopping)
      this.#print(`${this.#count} worker processes ready; SIGHUP restarts them one by one.`);
    return true;
  }

  /** Replaces the processes one by one; each ends when its replacement serves requests. A running restart is shared. */
  replaceAll(): Promise<void> {
    this.#restart ??= this.#replaceAll().finally(() => {
      this.#restart = null;
    });
    return this.#restart;
  }

  /** Ends all worker processes. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#heartbeatTimer);
    const all = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(all.map((worker) => endWorker(worker, stop)));
  }

  #fork(role: "first" | "further"): Worker {
    const slot = freeSlot(new Set(this.#slots.values()));
    const worker = cluster.fork({ [PROCESS_ROLE_VARIABLE]: role, [PROCESS_SLOT_VARIABLE]: String(slot) });
    this.#slots.set(worker, slot);
    worker.on("message", (message: unknown) => {
      // The first message tells that the process is ready.
      if (message === READY_MESSAGE || this.#missedHeartbeats.has(worker))
        this.#missedHeartbeats.set(worker, 0);
      this.#metrics.handle(worker, message);
    });
    worker.once("exit", () => {
      this.#missedHeartbeats.delete(worker);
      this.#slots.delete(worker);
    });
    return worker;
  }

  /** Kills worker processes that hang, so that they are replaced; nothing else would notice them. */
  #checkHeartbeats(): void {
    for (const [worker, missed] of this.#missedHeartbeats) {
      this.#missedHeartbeats.set(worker, missed + 1);
      if (missed + 1 !== MAX_MISSED_HEARTBEATS) continue;
      this.#print("Worker process unresponsive for one minute, killed.");
      worker.process.kill("SIGKILL");
    }
  }

  /** Replaces the worker process when it exits by itself. */
  #supervise(worker: Worker): void {
    const startedAt = performance.now();
    this.#workers = [...this.#workers, worker];
    const replace = async (): Promise<void> => {
      if (!this.#workers.includes(worker)) return;
      this.#workers = this.#workers.filter((other) => other !== worker);
      if (this.#isStopping) return;
      const hasFailed = performance.now() - startedAt < MIN_LIFETIME;
      this.#backoff = hasFailed ? Math.min(this.#backoff * 2, MAX_BACKOFF) : INITIAL_BACKOFF;
      const reason = worker.process.signalCode ?? worker.process.exitCode;
      this.#print(`Worker process exited (${reason}), starting a replacement.`);
      await setTimeout(this.#backoff);
      if (!this.#isStopping) this.#supervise(this.#fork("further"));
    };
    worker.once("exit", () => void replace());
  }

  async #replaceAll(): Promise<void> {
    for (const old of this.#workers) {
      // A process that has exited meanwhile is replaced already.
      if (!this.#workers.includes(old)) continue;
      const replacement = this.#fork("further");
      if (!(await isReady(replacement))) {
        this.#print(
          "Rolling restart stopped: the new worker process did not start; the running ones continue.",
        );
        return;
      }
      if (this.#isStopping) return;
      if (!this.#workers.includes(old)) {
        await endWorker(replacement, retire);
        continue;
      }
      this.#supervise(replacement);
      this.#workers = this.#workers.filter((other) => other !== old);
      await endWorker(old, retire);
    }
    this.#print(`Rolling restart complete: ${this.#count} new worker processes ready.`);
  }
}
