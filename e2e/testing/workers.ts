import { execFileSync } from "node:child_process";

/** Process ids of the workers of a product with several processes. @param pid of their supervisor */
export function workersOf(pid: number): number[] {
  try {
    return execFileSync("pgrep", ["-P", String(pid)], { encoding: "utf8" })
      .trim()
      .split("\n")
      .map(Number);
  } catch {
    return [];
  }
}
