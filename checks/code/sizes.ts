import type { ProjectCheck, Finding, Project } from "../project.ts";

/** Lines of a file, tests and style sheets too. */
const FILE_MOST = 300;
const MEDIAN_MOST = 80;
const P95_MOST = 250;
/** Folders above a file. */
const DEPTH_MOST = 3;

const linesOf = (text: string): number => text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Median, 95th percentile and largest of the code's files, tests left out. */
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
  holds: `no file over ${FILE_MOST} lines, median under ${MEDIAN_MOST}, 95 % under ${P95_MOST}, at most ${DEPTH_MOST} folders deep`,
  run(project) {
    const found: Finding[] = project.files
      .filter(({ path, isCode }) => isCode || path.endsWith(".css"))
      .flatMap(({ path, text }) => {
        const lines = linesOf(text);
        const depth = path.split("/").length - 1;
        return [
          ...(lines > FILE_MOST
            ? [{ path, line: FILE_MOST, message: `has ${lines} lines, over ${FILE_MOST}` }]
            : []),
          ...(depth > DEPTH_MOST
            ? [{ path, line: 1, message: `lies ${depth} folders deep, over ${DEPTH_MOST}` }]
            : []),
        ];
      });
    const { median, p95 } = sizesOf(project);
    if (median >= MEDIAN_MOST)
      found.push({ path: ".", line: 0, message: `half of the files have ${median} lines or more` });
    if (p95 >= P95_MOST)
      found.push({ path: ".", line: 0, message: `one file in twenty has ${p95} lines or more` });
    return found;
  },
};
