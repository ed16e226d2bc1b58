import type { ProjectCheck, Finding, Project } from "../project.ts";
import { filesImportedBy } from "./resolve.ts";

/** Shortest cycle through a file; null if there is none. */
function cycleFrom(start: string, edges: ReadonlyMap<string, readonly string[]>): string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (let path = queue.shift(); path !== undefined; path = queue.shift())
    for (const next of edges.get(path) ?? []) {
      if (next === start) {
        const cycle = [start];
        for (let at = path; at !== start; at = cameFrom.get(at) ?? start) cycle.splice(1, 0, at);
        return [...cycle, start];
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, path);
      queue.push(next);
    }
  return null;
}

/** Each cycle once, starting with its alphabetically first file. */
function cyclesOf(project: Project): string[][] {
  const edges = new Map(project.code.map((file) => [file.path, filesImportedBy(project, file)]));
  const found = new Map<string, string[]>();
  for (const { path } of project.code) {
    const cycle = cycleFrom(path, edges);
    if (!cycle) continue;
    const key = [...new Set(cycle)].sort().join(" ");
    if (!found.has(key)) found.set(key, cycle);
  }
  return [...found.values()];
}

export const cycles: ProjectCheck = {
  name: "cycles",
  holds: "no file imports itself by way of others, not even for types",
  run: (project) =>
    cyclesOf(project).map((cycle): Finding => ({
      path: cycle[0] ?? "",
      line: 1,
      message: `imports in a circle: ${cycle.join(" → ")}`,
    })),
};
