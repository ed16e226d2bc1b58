// CPU seconds used by processes (Linux); on a loaded machine more reliable than rates.
import { readdirSync, readFileSync } from "node:fs";

const TICKS = 100;

/**
 * Fields of /proc/<pid>/stat from the third on: the process name before may contain spaces. Empty for an
 * ended process.
 */
function statOf(pid: number | string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}
const secondsIn = (stat: readonly string[]): number =>
  (Number(stat[11] ?? 0) + Number(stat[12] ?? 0)) / TICKS;

/** CPU seconds of a process. */
export const cpuSecondsOf = (pid: number): number => secondsIn(statOf(pid));
const secondsOfEndedIn = (stat: readonly string[]): number =>
  (Number(stat[13] ?? 0) + Number(stat[14] ?? 0)) / TICKS;
/**
 * CPU seconds of all children of a process, including ended ones: for PostgreSQL its connections and writers.
 */
export const cpuSecondsOfChildren = (parent: number): number =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((stat) => Number(stat[1]) === parent)
    .reduce((sum, stat) => sum + secondsIn(stat), secondsOfEndedIn(statOf(parent)));
/** Parent of a process. */
export const parentOf = (pid: number): number => Number(statOf(pid)[1]);
/** CPU seconds of this process's ended children. */
export const cpuSecondsOfEnded = (): number => secondsOfEndedIn(statOf(process.pid));
