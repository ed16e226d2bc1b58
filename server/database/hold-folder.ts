import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import { isRunning, ownProcess, SettingError } from "../config.ts";

/** Who holds a folder: its process id, and when the system started it, since ids are given out again. */
const markOf = (id: number): string => `${id} ${startOf(id) ?? ""}`;
/** Ticks after a start of the machine, and which start; null where the system does not tell. */
function startOf(id: number): string | null {
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
function holderOf(mark: string): number | null {
  const id = Number(mark.split(" ", 1)[0]);
  const isHeld = id > 0 && id !== ownProcess() && isRunning(id) && markOf(id) === mark;
  return isHeld ? id : null;
}
const readMark = (file: string): string | null => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
};
/** @returns false: somebody else has written theirs meanwhile */
function write(file: string, mark: string): boolean {
  try {
    writeFileSync(file, mark, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "EEXIST") return false;
    throw error;
  }
}
const TRIES = 5;
/** How often this process has each folder open. */
const opened = new Map<string, number>();

/**
 * Holds the embedded database's folder for this process until it lets go of it or ends: a second one that opens it
 * writes over what the first has in memory, and the database is lost. By the process and not by a time (as lock files of
 * packages have it), since whoever was killed must be followed at once, and whoever is busy for seconds lives.
 * @returns lets go of it, once the database is closed
 * @throws SettingError where another process holds it
 */
export function holdFolder(folder: string): () => void {
  take(folder);
  opened.set(folder, (opened.get(folder) ?? 0) + 1);
  return () => {
    const left = (opened.get(folder) ?? 1) - 1;
    opened.set(folder, left);
    if (left === 0) rmSync(`${folder}.lock`, { force: true });
  };
}

function take(folder: string): void {
  const file = `${folder}.lock`;
  mkdirSync(dirname(file), { recursive: true });
  for (let tries = 0; tries < TRIES; tries++) {
    if (write(file, markOf(ownProcess()))) return;
    const mark = readMark(file);
    const holder = mark === null ? null : holderOf(mark);
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
    const taken = readMark(aside);
    if (taken !== mark && taken !== null) write(file, taken);
    rmSync(aside, { force: true });
  }
  throw new SettingError(`DATA_DIR ${dirname(file)} is taken by others who start at the same time`);
}
