import { randomUUID } from "node:crypto";
import { readFile, statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { z } from "zod";
import { currentProcessId } from "../../config.ts";
import type { AppContext } from "../../core/app-context.ts";
import { processTaskRuns, runPeriodically } from "../../core/run-periodically.ts";
import { productVersion } from "../../core/product-version.ts";
import { heartbeatStore, type Heartbeat } from "./heartbeat-store.ts";

const INTERVAL = 10_000;
/** Precision of the event loop's delay, ms. */
const RESOLUTION = 50;
const NANOSECONDS = 1e6;
/** File in DATA_DIR in which deploy/backup.sh notes its last success. */
const BACKUP_NOTE = "last-backup.json";

const backupNote = z.object({ time: z.iso.datetime() });

/** Size and free bytes of the file system with a folder; null: unknown. */
async function diskOf(folder: string): Promise<{ free: number; size: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, size: blocks * bsize };
  } catch {
    return null;
  }
}
/** Time of the last backup; null: none is noted. */
async function lastBackup(dataDir: string): Promise<Date | null> {
  try {
    const note = backupNote.safeParse(JSON.parse(await readFile(join(dataDir, BACKUP_NOTE), "utf8")));
    return note.success ? new Date(note.data.time) : null;
  } catch {
    return null;
  }
}
type Metrics = AppContext["metrics"];
/** Value of a gauge or counter; 0: there is none. */
async function metricOf(metrics: Metrics, name: string): Promise<number> {
  const found = await metrics.getSingleMetric(name)?.get();
  return found?.values[0]?.value ?? 0;
}
/** Sign-up attempts of this process by outcome, since its start. */
async function signUpCounts(metrics: Metrics): Promise<ReadonlyMap<string, number>> {
  const found = await metrics.getSingleMetric("sign_ups_total")?.get();
  return new Map((found?.values ?? []).map(({ labels, value }) => [String(labels["outcome"]), value]));
}

/** Increases since the last call. */
function increases(): (counts: ReadonlyMap<string, number>) => { outcome: string; count: number }[] {
  let before: ReadonlyMap<string, number> = new Map();
  return (counts) => {
    const added = [...counts].map(([outcome, count]) => ({
      outcome,
      count: count - (before.get(outcome) ?? 0),
    }));
    before = counts;
    return added.filter(({ count }) => count > 0);
  };
}

/** 99th percentile of the event loop's delay since the last call, ms. */
function takeDelay(delays: ReturnType<typeof monitorEventLoopDelay>): number {
  // Without a sample the histogram answers its whole range or NaN.
  const delay = delays.count === 0 ? 0 : delays.percentile(99) / NANOSECONDS - RESOLUTION;
  delays.reset();
  return Math.max(0, delay);
}

/** A process that shows that it works. */
export type RunningHeartbeat = {
  /** Writes now. */
  beat(): Promise<void>;
  /** Ends it: the process is no longer listed. */
  stop(): Promise<void>;
};
/**
 * Notes every ten seconds that this process works, for the page 系统 (requirement CO104): versions, delays, disk, tasks
 * and, summed up over all processes, the outcomes of sign-up attempts.
 */
export function startHeartbeat({ db, config, metrics, log }: AppContext): RunningHeartbeat {
  const store = heartbeatStore(db);
  const processId = randomUUID();
  const started = new Date();

  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();
  const takeIncreases = increases();
  let isStopped = false;
  const beat = async (): Promise<void> => {
    const disk = await diskOf(config.dataDir);
    const heartbeat: Heartbeat = {
      processId,
      host: hostname(),
      pid: currentProcessId(),
      role: config.serve,
      version: productVersion(),
      started,
      loopDelay: takeDelay(delays),
      memoryBytes: await metricOf(metrics, "process_resident_memory_bytes"),
      diskFree: disk?.free ?? null,
      diskSize: disk?.size ?? null,
      backupTime: await lastBackup(config.dataDir),
      tasks: Object.fromEntries(processTaskRuns()),
    };
    const signUps = takeIncreases(await signUpCounts(metrics));
    if (!isStopped) await store.write(heartbeat, signUps);
  };
  const beating = runPeriodically(INTERVAL, beat, log);
  // The first one, so that a process is listed as soon as it runs; the next one repeats a failed one.
  void beat().catch(() => undefined);
  return {
    beat,
    async stop() {
      isStopped = true;
      beating.stop();
      delays.disable();
      // Without the database the row grows old by itself.
      await store.remove(processId).catch(() => undefined);
    },
  };
}
