import { projectFromTexts, type ProjectCheck } from "./project.ts";

/** What a check finds in a project made of texts by path, as "path:line message". */
export const findingsIn = (check: ProjectCheck, texts: Readonly<Record<string, string>>): string[] =>
  check.run(projectFromTexts(texts)).map(({ path, line, message }) => `${path}:${line} ${message}`);
