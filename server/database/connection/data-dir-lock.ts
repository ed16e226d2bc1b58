import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import { isProcessRunning, currentProcessId, SettingError } from "../../config.ts";

/** Who holds a folder: its process id, and when the system started it, since ids are given out again. */
const lockOwner = (id: number): string => `${id} ${processStartTime(id) ?? ""}`;
/** Ticks after a start of the machine, and which start; null where the system does not tell. */
function processStartTime(id: number): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    // The second field, in brackets, is the command's name, which may hold anything; the 22nd is the start.
    const [, fields = ""] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${id}/stat`, "utf8")) ?? [];
    return `${boot} ${fields.split(" ")[19] ?? ""}`;
  } catch {
    return null;
  }
}
/** @returns the process that holds it; null: nobody does any longer */
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
/** @returns false: somebody else has written theirs meanwhile */
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
/** How often this process has each folder open. */
const lockCounts = new Map<string, number>();

/**
 * Holds the embedded database's folder for this process until it lets go of it or ends: a second one that opens it
 * writes over what the first has in memory, and the database is lost. By the process and not by a time (as lock files of
 * packages have it), since whoever was killed must be followed at once, and whoever is busy for seconds lives.
 * @returns lets go of it, once the database is closed
 * @throws SettingError where another process holds it
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
        `DATA_DIR ${dirname(file)} is used by process ${holder}: end it first, or set DATA_DIR to another folder`,
      );
    // By another name first: of two who come at once, one takes the old mark away, and not the other's new one.
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
  throw new SettingError(`DATA_DIR ${dirname(file)} is taken by others who start at the same time`);
}
