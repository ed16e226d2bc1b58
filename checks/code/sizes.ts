import type { ProjectCheck, Finding, Project } from "../project.ts";

/** Lines of a file, including tests and style sheets. */
const MAX_FILE_LINES = 300;
const MAX_MEDIAN = 80;
const MAX_P95 = 250;
/** Folders above a file. */
const MAX_DEPTH = 3;
/** Applications of their own within a folder: their files may lie one folder deeper. */
const APPLICATIONS = /^web\/console\//;

const linesOf = (text: string): number => text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Median, 95th percentile and maximum of the code's file lengths, without tests. */
export function sizesOf(project: Project): { files: number; median: number; p95: number; most: number } {
  const sizes = project.code
    .filter(({ isTest }) => !isTest)
    .map(({ text }) => linesOf(text))
    .sort((one, other) => one - other);
  return {
    files: sizes.length,
    median: quantile(sizes, 0.5),
    p95: quantile(sizes, 0.95),
    most: sizes.at(-1) ?? 0,
  };
}

export const fileSizes: ProjectCheck = {
  name: "sizes",
  holds: `no file over ${MAX_FILE_LINES} lines, median under ${MAX_MEDIAN}, 95 % under ${MAX_P95}, at most ${MAX_DEPTH} folders deep`,
  run(project) {
    const found: Finding[] = project.files
      .filter(({ path, isCode }) => isCode || path.endsWith(".css"))
      .flatMap(({ path, text }) => {
        const lines = linesOf(text);
        const depth = path.split("/").length - (APPLICATIONS.test(path) ? 2 : 1);
        return [
          ...(lines > MAX_FILE_LINES
            ? [{ path, line: MAX_FILE_LINES, message: `has ${lines} lines, over ${MAX_FILE_LINES}` }]
            : []),
          ...(depth > MAX_DEPTH
            ? [{ path, line: 1, message: `lies ${depth} folders deep, over ${MAX_DEPTH}` }]
            : []),
        ];
      });
    const { median, p95 } = sizesOf(project);
    if (median >= MAX_MEDIAN)
      found.push({ path: ".", line: 0, message: `half of the files have ${median} lines or more` });
    if (p95 >= MAX_P95)
      found.push({ path: ".", line: 0, message: `one file in twenty has ${p95} lines or more` });
    return found;
  },
};
