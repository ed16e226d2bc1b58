import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import { isProcessRunning, currentProcessId, SettingError } from "../../config.ts";

/** Identifies the process that holds the lock: its id and its start time, since the system reuses ids. */
const lockOwner = (id: number): string => `${id} ${processStartTime(id) ?? ""}`;
/** Boot id of the machine and start time in ticks since boot; null if the system does not provide them. */
function processStartTime(id: number): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    // The second field, in brackets, is the command's name and may contain anything; the 22nd is the start
    // time.
    const [, fields = ""] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${id}/stat`, "utf8")) ?? [];
    return `${boot} ${fields.split(" ")[19] ?? ""}`;
  } catch {
    return null;
  }
}
/** @returns the running process that holds the lock; null if there is none */
function lockHolder(mark: string): number | null {
  const id = Number(mark.split(" ", 1)[0]);
  const isHeld = id > 0 && id !== currentProcessId() && isProcessRunning(id) && lockOwner(id) === mark;
  return isHeld ? id : null;
}
const readLockFile = (file: string): string | null => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
};
/** @returns false if another process has written the file meanwhile */
function writeLockFile(file: string, mark: string): boolean {
  try {
    writeFileSync(file, mark, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "EEXIST") return false;
    throw error;
  }
}
const MAX_ATTEMPTS = 5;
/** Number of times that this process has opened each folder. */
const lockCounts = new Map<string, number>();

/**
 * Locks the embedded database's folder for this process until it unlocks it or ends: a second process would
 * overwrite what the first has in memory and destroy the database. The lock checks that its process is alive
 * instead of using a timeout as lock-file packages do, since a killed process must be replaced at once, and
 * one that is busy for seconds still lives.
 * @returns unlocks the folder, to be called once the database is closed
 * @throws SettingError if another process holds the lock
 */
export function lockDataDir(folder: string): () => void {
  acquireLock(folder);
  lockCounts.set(folder, (lockCounts.get(folder) ?? 0) + 1);
  return () => {
    const left = (lockCounts.get(folder) ?? 1) - 1;
    lockCounts.set(folder, left);
    if (left === 0) rmSync(`${folder}.lock`, { force: true });
  };
}

function acquireLock(folder: string): void {
  const file = `${folder}.lock`;
  mkdirSync(dirname(file), { recursive: true });
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    if (writeLockFile(file, lockOwner(currentProcessId()))) return;
    const mark = readLockFile(file);
    const holder = mark === null ? null : lockHolder(mark);
    if (holder !== null)
      throw new SettingError(
        `DATA_DIR ${dirname(file)} is in use by process ${holder}: stop it first, or set DATA_DIR to another folder`,
      );
    // Renames the stale file first: if two processes start at once, neither removes the other's new lock.
    const aside = `${file}.${randomUUID()}`;
    try {
      renameSync(file, aside);
    } catch {
      continue;
    }
    const taken = readLockFile(aside);
    if (taken !== mark && taken !== null) writeLockFile(file, taken);
    rmSync(aside, { force: true });
  }
  throw new SettingError(
    `DATA_DIR ${dirname(file)} is being locked by other processes that start at the same time`,
  );
}
