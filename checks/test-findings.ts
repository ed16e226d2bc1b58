import { projectFromTexts, type ProjectCheck } from "./project.ts";

/** Findings of a check in a project from texts by path, as "path:line message". */
export const findingsIn = (check: ProjectCheck, texts: Readonly<Record<string, string>>): string[] =>
  check.run(projectFromTexts(texts)).map(({ path, line, message }) => `${path}:${line} ${message}`);
