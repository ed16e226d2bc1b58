// Processor seconds that processes have used (Linux): what a loaded machine cannot falsify as it does rates.
import { readdirSync, readFileSync } from "node:fs";

const TICKS = 100;

/** Fields of /proc/<pid>/stat from the third on: the name before may hold spaces. Empty for one that has ended. */
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

/** Seconds of a process. */
export const cpuSecondsOf = (pid: number): number => secondsIn(statOf(pid));
const secondsOfEndedIn = (stat: readonly string[]): number =>
  (Number(stat[13] ?? 0) + Number(stat[14] ?? 0)) / TICKS;
/** Seconds of all children of a process, those that have ended too: of PostgreSQL's, its connections and writers. */
export const cpuSecondsOfChildren = (parent: number): number =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((stat) => Number(stat[1]) === parent)
    .reduce((sum, stat) => sum + secondsIn(stat), secondsOfEndedIn(statOf(parent)));
/** Of a process's parent. */
export const parentOf = (pid: number): number => Number(statOf(pid)[1]);
/** Of this process's children that have ended. */
export const cpuSecondsOfEnded = (): number => secondsOfEndedIn(statOf(process.pid));
