import { Counter, Gauge } from "prom-client";
import { periodicTasks, type PeriodicTask } from "#contract/console/watch/health.ts";
import { productVersion } from "../../core/product-version.ts";
import type { AppContext } from "../../core/app-context.ts";
import { processTaskRuns, taskFailures, taskSeconds, type TaskRun } from "../../core/run-periodically.ts";
import { batchCounts, countWaitingInputs } from "../../database/batching/batch-writer.ts";
import type { DatabaseStatistics } from "../../database/connection/statistics.ts";
import { fallbackReasons, type Replica } from "../../database/replica/replica.ts";
import type { TaskRunner } from "../../database/task-runner/task-runner.ts";
import { logCounts } from "./log-cap.ts";

type Metrics = AppContext["metrics"];
/** State of this process as the runner of the installation's tasks. */
export type RunnerState = Pick<TaskRunner, "isHeld" | "runs">;

/** A counter whose value is kept elsewhere. */
function countFrom(metrics: Metrics, name: string, help: string, read: () => number): void {
  new Counter({
    name,
    help,
    registers: [metrics],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

/** The database of the server, as far as its metrics need it. */
export type DatabaseFigures = {
  readonly statistics: DatabaseStatistics;
  readonly replica: Pick<Replica, "statistics" | "isUsable" | "fallbacks"> | null;
};

function registerPools(metrics: Metrics, { statistics, replica }: DatabaseFigures): void {
  const pools = [
    { database: "primary", pool: statistics },
    ...(replica ? [{ database: "replica", pool: replica.statistics }] : []),
  ];
  new Gauge({
    name: "database_pool_connections",
    help: "Connections of a pool by database and state, at most 10 in all",
    labelNames: ["database", "state"],
    registers: [metrics],
    collect() {
      for (const { database, pool } of pools) {
        const { open, idle } = pool.connections();
        this.set({ database, state: "busy" }, open - idle);
        this.set({ database, state: "idle" }, idle);
      }
    },
  });
  new Gauge({
    name: "database_pool_waiting",
    help: "Callers that wait for a connection by database, at most 2000",
    labelNames: ["database"],
    registers: [metrics],
    collect() {
      for (const { database, pool } of pools) this.set({ database }, pool.waiting());
    },
  });
  metrics.registerMetric(statistics.statementSeconds);
}

function registerReplica(metrics: Metrics, replica: DatabaseFigures["replica"]): void {
  new Gauge({
    name: "database_replica_usable",
    help: "1 while visitors' reads go to a replica; 0: to the primary, as without DATABASE_READ_URL",
    registers: [metrics],
    collect() {
      this.set(replica?.isUsable === true ? 1 : 0);
    },
  });
  new Counter({
    name: "database_replica_fallbacks_total",
    help: "Statements that went to the primary because of the replica, by reason",
    labelNames: ["reason"],
    registers: [metrics],
    collect() {
      this.reset();
      for (const reason of fallbackReasons) this.inc({ reason }, replica?.fallbacks[reason] ?? 0);
    },
  });
}

function registerLog(metrics: Metrics): void {
  new Counter({
    name: "log_lines_total",
    help: "Log lines by level, also those that were only counted",
    labelNames: ["level"],
    registers: [metrics],
    collect() {
      this.reset();
      this.inc({ level: "warn" }, logCounts.warn);
      this.inc({ level: "error" }, logCounts.error);
    },
  });
  const help = "Log lines that were only counted, because their cause was logged already";
  countFrom(metrics, "log_lines_dropped_total", help, () => logCounts.dropped);
}

/** Registers a gauge by task of the runs that count now; those of an earlier time as the runner are left out. */
function gaugeOfTasks(
  metrics: Metrics,
  runner: RunnerState,
  { name, help }: { readonly name: string; readonly help: string },
  read: (task: PeriodicTask, run: TaskRun) => number,
): void {
  new Gauge({
    name,
    help,
    labelNames: ["task"],
    registers: [metrics],
    collect() {
      this.reset();
      for (const [task, run] of [...processTaskRuns(), ...runner.runs]) this.set({ task }, read(task, run));
    },
  });
}
function registerTasks(metrics: Metrics, runner: RunnerState): void {
  gaugeOfTasks(
    metrics,
    runner,
    {
      name: "periodic_task_last_run_timestamp_seconds",
      help: "Time of the last run of a periodic task, since the epoch: a process's own, or the installation's if it runs them",
    },
    (_task, { at }) => at / 1000,
  );
  gaugeOfTasks(
    metrics,
    runner,
    { name: "periodic_task_failing", help: "1 if this run failed" },
    (_task, { hasFailed }) => (hasFailed ? 1 : 0),
  );
  gaugeOfTasks(
    metrics,
    runner,
    { name: "periodic_task_limit_seconds", help: "Longest time between two runs of a task that is not late" },
    (task) => periodicTasks[task],
  );
  new Gauge({
    name: "periodic_task_runner",
    help: "1 if this process runs the periodic tasks of the installation",
    registers: [metrics],
    collect() {
      this.set(runner.isHeld ? 1 : 0);
    },
  });
  metrics.registerMetric(taskSeconds);
  metrics.registerMetric(taskFailures);
}

/**
 * Registers the metrics of what all features share: pool, statements, batches, periodic tasks and version (requirement
 * HA21).
 */
export function registerProductMetrics(
  { metrics, config }: Pick<AppContext, "metrics" | "config">,
  { database, taskRunner }: { readonly database: DatabaseFigures; readonly taskRunner: RunnerState },
): void {
  registerPools(metrics, database);
  registerReplica(metrics, database.replica);
  registerTasks(metrics, taskRunner);
  registerLog(metrics);
  new Gauge({
    name: "database_batch_inputs_waiting",
    help: "Inputs that wait for the next batch of their key",
    registers: [metrics],
    collect() {
      this.set(countWaitingInputs());
    },
  });
  countFrom(metrics, "database_batches_total", "Batches that were written", () => batchCounts.batches);
  countFrom(metrics, "database_batch_inputs_total", "Inputs of these batches", () => batchCounts.inputs);
  new Gauge({
    name: "marque_build_info",
    help: "1, with the version of the product and what the process serves",
    labelNames: ["version", "serves"],
    registers: [metrics],
    collect() {
      this.set({ version: productVersion(), serves: config.serve }, 1);
    },
  });
}
