import type { FastifyBaseLogger } from "fastify";
import type { InstallationTask } from "#contract/console/watch/health.ts";
import { runTask, type InstallationTasks, type TaskRun } from "../../core/run-periodically.ts";

type ScheduledTask = {
  readonly name: InstallationTask;
  readonly intervalMs: number;
  readonly run: () => Promise<unknown>;
  timer: NodeJS.Timeout | undefined;
  isRunning: boolean;
};

/** The tasks of the installation in this process: timers that run while the process has the role of the runner. */
export class TaskSchedule implements InstallationTasks {
  readonly #tasks = new Set<ScheduledTask>();
  readonly #runs = new Map<InstallationTask, TaskRun>();
  /** Runs that the database does not have yet. */
  readonly #unsaved = new Map<InstallationTask, TaskRun>();
  readonly #mayRun: () => boolean;
  readonly #log: FastifyBaseLogger;
  #isStarted = false;

  /** @param mayRun whether this process still has the role; read before each run */
  constructor(mayRun: () => boolean, log: FastifyBaseLogger) {
    this.#mayRun = mayRun;
    this.#log = log;
  }

  schedule(name: InstallationTask, intervalMs: number, run: () => Promise<unknown>): { stop(): void } {
    const task: ScheduledTask = { name, intervalMs, run, timer: undefined, isRunning: false };
    this.#tasks.add(task);
    if (this.#isStarted) this.#setTimer(task, intervalMs);
    return {
      stop: () => {
        clearTimeout(task.timer);
        this.#tasks.delete(task);
      },
    };
  }

  /** Last runs, while this process has the role. */
  get runs(): ReadonlyMap<InstallationTask, TaskRun> {
    return this.#runs;
  }
  get unsaved(): ReadonlyMap<InstallationTask, TaskRun> {
    return this.#unsaved;
  }
  /** Notes that the database has these runs. */
  markSaved(saved: ReadonlyMap<InstallationTask, TaskRun>): void {
    for (const [name, run] of saved) if (this.#unsaved.get(name) === run) this.#unsaved.delete(name);
  }

  /**
   * Starts the timers. A task continues from its last run in whichever process, so that one that runs hourly does so too when
   * the role changes every few minutes.
   * @param known last runs by name, as the database has them
   */
  start(known: ReadonlyMap<string, TaskRun>): void {
    this.#isStarted = true;
    const now = Date.now();
    for (const task of this.#tasks) {
      const last = known.get(task.name);
      if (last) this.#runs.set(task.name, last);
      // A clock that is set while the process runs delays no task by more than its interval.
      const age = last ? Math.max(0, now - last.at) : 0;
      this.#setTimer(task, Math.max(0, task.intervalMs - age));
    }
  }
  /** Stops the timers; runs that have begun end by themselves. */
  stop(): void {
    this.#isStarted = false;
    this.#runs.clear();
    this.#unsaved.clear();
    for (const { timer } of this.#tasks) clearTimeout(timer);
  }

  #setTimer(task: ScheduledTask, delay: number): void {
    clearTimeout(task.timer);
    task.timer = setTimeout(() => {
      this.#setTimer(task, task.intervalMs);
      void this.#runOnce(task);
    }, delay);
    task.timer.unref();
  }
  async #runOnce(task: ScheduledTask): Promise<void> {
    if (task.isRunning || !this.#mayRun()) return;
    task.isRunning = true;
    const run = await runTask(task.name, task.run, this.#log);
    task.isRunning = false;
    // Without the role the next runner's state counts.
    if (!this.#isStarted) return;
    this.#runs.set(task.name, run);
    this.#unsaved.set(task.name, run);
  }
}
