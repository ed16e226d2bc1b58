import {
  periodicTaskNames,
  periodicTasks,
  queueLimits,
  showHealth,
  type Health,
  type PeriodicTask,
  type WatchedProcess,
  type WatchedTask,
} from "#contract/console/watch/health.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { pingDatabase } from "../../database/connection/ping-database.ts";
import { taskRunnerStore, type FinishedRun } from "../../database/task-runner/store.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { lastSealedDay, readDatabaseState, readKeys } from "./database-store.ts";
import { listRevealLimits } from "./reveal-store.ts";
import { heartbeatStore, type ProcessRow } from "./heartbeat-store.ts";
import { readQueues, type QueueState } from "./queue-store.ts";

const secondsSince = (time: Date, now: number): number =>
  Math.max(0, Math.floor((now - time.getTime()) / 1000));

const presentProcess = (row: ProcessRow): WatchedProcess => ({
  processId: row.process_id,
  host: row.host,
  pid: row.pid,
  number: row.number,
  role: row.role,
  version: row.version,
  startedTime: toShanghaiIso(row.started_time),
  age: Math.max(0, row.age),
  isStale: row.is_stale,
  loopDelay: Math.round(row.loop_delay * 10) / 10,
  memoryBytes: Number(row.memory_bytes),
});
function presentQueue({ name, table, count, oldest }: QueueState, now: number): Health["queues"][number] {
  const age = oldest === null ? null : secondsSince(oldest, now);
  const limit = queueLimits[name];
  return { name, table, count, age, limit, isOver: age !== null && age > limit };
}
/** Last run of each task: of the installation's own ones, and of those that each process runs, in any that still works. */
function presentTasks(stored: readonly FinishedRun[], rows: readonly ProcessRow[]): WatchedTask[] {
  const now = Date.now();
  const runsOf = (name: PeriodicTask): { age: number; has_failed: boolean }[] => [
    ...stored.filter((run) => run.name === name),
    ...rows.flatMap(({ tasks: { [name]: run }, is_stale }) =>
      run === undefined || is_stale ? [] : [{ age: (now - run.at) / 1_000, has_failed: run.hasFailed }],
    ),
  ];
  return periodicTaskNames.map((name) => {
    const last = runsOf(name).toSorted((one, other) => one.age - other.age)[0];
    return {
      name,
      age: last === undefined ? null : Math.max(0, Math.floor(last.age)),
      limit: periodicTasks[name],
      isFailing: last?.has_failed ?? false,
    };
  });
}
/** Free space of each machine, by its process that was seen last. */
function presentDisks(rows: readonly ProcessRow[]): Health["disks"] {
  const byHost = Map.groupBy(
    rows.filter(({ disk_size }) => disk_size !== null),
    ({ host }) => host,
  );
  return [...byHost].map(([host, all]) => {
    const last = all.toSorted((one, other) => one.age - other.age)[0];
    return { host, freeBytes: Number(last?.disk_free), sizeBytes: Number(last?.disk_size) };
  });
}
function presentBackup(rows: readonly ProcessRow[]): Health["backup"] {
  const times = rows.flatMap(({ backup_time }) => backup_time ?? []).map((time) => time.getTime());
  if (times.length === 0) return null;
  const last = new Date(Math.max(...times));
  return { time: toShanghaiIso(last), age: secondsSince(last, Date.now()) };
}

/** Time of one statement, ms. */
async function measureLatency(db: Database): Promise<number> {
  const began = performance.now();
  await pingDatabase(db);
  return Math.round((performance.now() - began) * 10) / 10;
}

/** Registers the call of the page 系统 (requirement CO104). */
export function registerHealthCalls(context: AppContext, calls: OperatorRouter): void {
  const { db, clock, config, databaseKind } = context;
  const certificateEnd = config.wechatPay?.certificateEnd ?? null;
  calls.on(showHealth, async () => {
    const latency = await measureLatency(db);
    const now = clock.now();
    return readForOperator(db, async (reading) => {
      const heartbeats = heartbeatStore(reading);
      const processes = await heartbeats.list();
      const database = await readDatabaseState(reading);
      const queues = await readQueues(reading, new Date(now));
      const { keys, secrets } = await readKeys(reading);
      return {
        asOf: toShanghaiIso(new Date(now)),
        processes: processes.map(presentProcess),
        database: {
          kind: databaseKind,
          version: database.version,
          latency,
          sizeBytes: Number(database.size_bytes),
          connections: database.connections,
          maxConnections: database.max_connections,
          oldestTransaction: Math.max(0, database.oldest_transaction),
        },
        queues: queues.map((queue) => presentQueue(queue, now)),
        signUps: (await heartbeats.signUps()).map(({ slot, outcomes }) => ({
          slot: toShanghaiIso(slot),
          outcomes,
        })),
        disks: presentDisks(processes),
        backup: presentBackup(processes),
        keys: keys.map(({ key_id, used_time, is_in_use }) => ({
          keyId: key_id,
          usedTime: used_time && toShanghaiIso(used_time),
          isInUse: is_in_use,
        })),
        secrets: secrets.map(({ name, time }) => ({ name, time: toShanghaiIso(time) })),
        certificates:
          certificateEnd === null ? [] : [{ name: "wechatPay", endTime: toShanghaiIso(certificateEnd) }],
        tasks: presentTasks(await taskRunnerStore(reading).listRuns(), processes),
        sealedDay: await lastSealedDay(reading),
        revealLimits: await listRevealLimits(reading, new Date(now)),
        settings: [...config.variables],
      };
    });
  });
}
