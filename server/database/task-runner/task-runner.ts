import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { InstallationTask } from "#contract/console/watch/health.ts";
import type { InstallationTasks, TaskRun } from "../../core/run-periodically.ts";
import type { Database } from "../connection/database.ts";
import { taskRunnerStore, type FinishedRun } from "./store.ts";
import { TaskSchedule } from "./task-schedule.ts";

/** Time of a lease, s: a killed runner is replaced within 15 s. */
const LEASE_SECONDS = 10;
/** Interval of renewals, ms. */
const RENEWAL_INTERVAL = 3_000;
/** Interval after a failed request, ms. */
const RETRY_INTERVAL = 1_000;
/**
 * Time after the beginning of the last renewal for which tasks are started, ms. It began before the lease did, and clocks
 * run equally fast, so that a process that hangs starts none after another may have taken the role.
 */
const USE_TIME = 8_000;
/** Spread of the requests for a role whose lease ends, ms. */
const SPREAD = 500;

const toFinished = ([name, { at, hasFailed, seconds }]: readonly [string, TaskRun]): FinishedRun => ({
  name,
  age: Math.max(0, Date.now() - at) / 1_000,
  has_failed: hasFailed,
  seconds,
});
const toTaskRun = ({ age, has_failed, seconds }: FinishedRun): TaskRun => ({
  at: Date.now() - age * 1_000,
  hasFailed: has_failed,
  seconds,
});

/**
 * Runs the periodic tasks of the installation while this process has the role of the runner, which one process leases from
 * the database (requirement HA06). A session lock would not work through a connection pooler in transaction mode.
 */
export class TaskRunner {
  readonly #schedule: TaskSchedule;
  readonly #store: ReturnType<typeof taskRunnerStore>;
  readonly #log: FastifyBaseLogger;
  readonly #holder = randomUUID();
  /** No other process can use the database; the first request then takes the role of one that was killed. */
  #isAlone: boolean;
  /** Beginning of the last renewal by both clocks; null: without the role. */
  #renewed: { readonly wall: number; readonly monotonic: number } | null = null;
  #timer: NodeJS.Timeout | undefined;
  #requesting: Promise<void> | null = null;
  #isStopped = false;

  constructor(db: Database, log: FastifyBaseLogger, { isAlone }: { readonly isAlone: boolean }) {
    this.#store = taskRunnerStore(db);
    this.#log = log;
    this.#isAlone = isAlone;
    this.#schedule = new TaskSchedule(() => this.isHeld, log);
  }

  get tasks(): InstallationTasks {
    return this.#schedule;
  }
  /** Last runs of the tasks, while this process has the role. */
  get runs(): ReadonlyMap<InstallationTask, TaskRun> {
    return this.#schedule.runs;
  }
  /**
   * Whether this process may start tasks now. Reads both clocks: the wall clock can be set back, the monotonic one may stop
   * while a virtual machine is paused.
   */
  get isHeld(): boolean {
    const renewed = this.#renewed;
    return (
      renewed !== null &&
      Math.abs(Date.now() - renewed.wall) < USE_TIME &&
      performance.now() - renewed.monotonic < USE_TIME
    );
  }

  /** Requests the role now and, while it is not held, whenever its lease has ended. Resolves after the first request. */
  request(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    return (this.#requesting ??= this.#requestOnce().finally(() => {
      this.#requesting = null;
    }));
  }
  /** Requests a role that was given up. */
  onReleased(): void {
    if (this.#renewed === null) void this.request();
  }
  /** Stops the tasks and gives the role up at once. Without the database its lease ends by itself. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#requesting;
    const runs = [...this.#schedule.unsaved].map(toFinished);
    this.#schedule.stop();
    if (this.#renewed === null) return;
    this.#renewed = null;
    await this.#store.release(this.#holder, runs).catch(() => undefined);
  }

  async #requestOnce(): Promise<void> {
    clearTimeout(this.#timer);
    let delay = RETRY_INTERVAL;
    try {
      const left = await this.#leaseRole();
      delay = left === null ? RENEWAL_INTERVAL : left * 1_000 + Math.random() * SPREAD;
    } catch (error) {
      this.#log.warn({ err: error }, "role of the task runner not requested, retrying");
    }
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.request(), Math.max(0, delay));
    this.#timer.unref();
  }
  /** @returns null: the role is held; else the time until its lease ends, s */
  async #leaseRole(): Promise<number | null> {
    const began = { wall: Date.now(), monotonic: performance.now() };
    const unsaved = new Map(this.#schedule.unsaved);
    const runs = [...unsaved].map(toFinished);
    const outcome = await this.#store.lease(this.#holder, LEASE_SECONDS, { isAlone: this.#isAlone, runs });
    this.#isAlone = false;
    if (!outcome.is_held) {
      if (this.#renewed !== null) this.#lose();
      return outcome.left;
    }
    this.#schedule.markSaved(unsaved);
    if (this.#renewed !== null) {
      this.#renewed = began;
      return null;
    }
    // If this fails the next request repeats it: the lease is this process's own.
    const known = await this.#store.listRuns();
    this.#renewed = began;
    this.#log.info("this process runs the periodic tasks");
    this.#schedule.start(new Map(known.map((run) => [run.name, toTaskRun(run)])));
    return null;
  }
  #lose(): void {
    this.#renewed = null;
    this.#schedule.stop();
    this.#log.warn("another process runs the periodic tasks, since this one did not renew its lease");
  }
}
