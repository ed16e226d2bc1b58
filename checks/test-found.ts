import { projectOf, type Check } from "./project.ts";

/** What a check finds in a project made of texts by path, as "path:line message". */
export const found = (check: Check, texts: Readonly<Record<string, string>>): string[] =>
  check.run(projectOf(texts)).map(({ path, line, message }) => `${path}:${line} ${message}`);
