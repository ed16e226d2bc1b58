import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { RETIRE_MESSAGE, PROCESS_ROLE_VARIABLE, HEARTBEAT_INTERVAL } from "../config.ts";

// Lets the processes accept from one shared listening socket. With Node's round robin, connections that the primary has
// sent to a process are lost when that process is killed; a shared socket keeps them for the next process that accepts.
cluster.schedulingPolicy = cluster.SCHED_NONE;

/** A process that lived shorter than this has not really started, ms. */
const MIN_LIFETIME = 5_000;
/** From one attempt to the next where they do not start, ms: doubled up to the most. */
const INITIAL_BACKOFF = 250;
const MAX_BACKOFF = 30_000;
/** How long one may take to answer what it has begun before it is ended hard, ms. */
const KILL_TIMEOUT = 30_000;
/** One that takes requests and has said nothing for so many looks stands still for good: a minute. */
const MAX_MISSED_HEARTBEATS = 12;

/** Whether it takes requests: it says so, or ends before. */
const isReady = (worker: Worker): Promise<boolean> =>
  Promise.race([once(worker, "message").then(() => true), once(worker, "exit").then(() => false)]);

const stop = (worker: Worker): void => void worker.process.kill("SIGTERM");
const retire = (worker: Worker): void => void worker.send(RETIRE_MESSAGE);
/** Lets it answer what it has begun, and waits for its end. */
async function endWorker(worker: Worker, how: (worker: Worker) => void): Promise<void> {
  if (worker.isDead()) return;
  const ended = once(worker, "exit");
  how(worker);
  const late = new AbortController();
  void setTimeout(KILL_TIMEOUT, undefined, { signal: late.signal }).then(
    () => worker.process.kill("SIGKILL"),
    () => {},
  );
  await ended;
  late.abort();
}

/**
 * Several server processes on one port, started, replaced and ended by one that takes no requests
 * itself. They share the database and nothing else.
 */
export class ClusterSupervisor {
  readonly #count: number;
  #workers: Worker[] = [];
  #isStopping = false;
  #wait = INITIAL_BACKOFF;
  /** One replacing of all at a time. */
  #renewing: Promise<void> | null = null;
  /**
   * How often each was looked at since it last said something; of those that take requests. Looks, not time:
   * a machine that stood still itself has not looked either.
   */
  readonly #silences = new Map<Worker, number>();
  readonly #looking: NodeJS.Timeout;
  readonly #say: (line: string) => void;
  /** @param say takes a line for whoever runs the product */
  constructor(count: number, say: (line: string) => void) {
    this.#count = count;
    this.#say = say;
    this.#looking = setInterval(() => this.#look(), HEARTBEAT_INTERVAL).unref();
  }

  /** The first one migrates and fills the database; the others follow it. @returns whether the first one started */
  async start(): Promise<boolean> {
    const first = this.#fork("first");
    if (!(await isReady(first))) return false;
    this.#keep(first);
    const others = Array.from({ length: this.#count - 1 }, () => this.#fork("further"));
    for (const one of others) this.#keep(one);
    await Promise.all(others.map(isReady));
    if (!this.#isStopping) this.#say(`${this.#count} processes take requests; SIGHUP replaces them.`);
    return true;
  }

  /** A new process for each, one after another; the old one goes when the new one takes requests. */
  replaceAll(): Promise<void> {
    this.#renewing ??= this.#replaceAll().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#looking);
    const all = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(all.map((worker) => endWorker(worker, stop)));
  }

  #fork(role: "first" | "further"): Worker {
    const worker = cluster.fork({ [PROCESS_ROLE_VARIABLE]: role });
    worker.on("message", () => this.#silences.set(worker, 0));
    worker.once("exit", () => this.#silences.delete(worker));
    return worker;
  }

  /** Ends those hard that stand still, so that others take their place: nothing else would notice. */
  #look(): void {
    for (const [worker, looks] of this.#silences) {
      this.#silences.set(worker, looks + 1);
      if (looks + 1 !== MAX_MISSED_HEARTBEATS) continue;
      this.#say("A server process has stood still for a minute; it is ended.");
      worker.process.kill("SIGKILL");
    }
  }

  /** From now on another one takes its place where it ends by itself. */
  #keep(worker: Worker): void {
    const since = performance.now();
    this.#workers = [...this.#workers, worker];
    const replace = async (): Promise<void> => {
      if (!this.#workers.includes(worker)) return;
      this.#workers = this.#workers.filter((one) => one !== worker);
      if (this.#isStopping) return;
      this.#wait =
        performance.now() - since < MIN_LIFETIME ? Math.min(this.#wait * 2, MAX_BACKOFF) : INITIAL_BACKOFF;
      this.#say(
        `A server process ended by itself (${worker.process.signalCode ?? worker.process.exitCode}); another one takes its place.`,
      );
      await setTimeout(this.#wait);
      if (!this.#isStopping) this.#keep(this.#fork("further"));
    };
    worker.once("exit", () => void replace());
  }

  async #replaceAll(): Promise<void> {
    for (const old of this.#workers) {
      // One that has ended by itself meanwhile has a new one in its place.
      if (!this.#workers.includes(old)) continue;
      const next = this.#fork("further");
      if (!(await isReady(next))) {
        this.#say("A new server process did not start: the others stay as they are.");
        return;
      }
      if (this.#isStopping) return;
      if (!this.#workers.includes(old)) {
        await endWorker(next, retire);
        continue;
      }
      this.#keep(next);
      this.#workers = this.#workers.filter((one) => one !== old);
      await endWorker(old, retire);
    }
    this.#say(`${this.#count} new processes take requests.`);
  }
}
