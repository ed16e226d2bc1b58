import type { Finding, ProjectCheck, SourceFile } from "../project.ts";
import { identifierName, type Node } from "../parse.ts";
import { FOR_TESTS } from "../imports/zones.ts";

/** Names that may be exported by two or more files, in the whole project. */
const MAX_SHARED = 39;
/** Names that React Router reads from the modules of routes. */
const ROUTE_EXPORTS = new Set([
  "meta",
  "loader",
  "clientLoader",
  "action",
  "headers",
  "links",
  "shouldRevalidate",
]);

/** Names that a file declares and exports; re-exports do not count. */
function exportsOf(file: SourceFile): string[] {
  const body = file.parsed.program["body"] as Node[];
  return body.flatMap((node) => {
    if (node.type !== "ExportNamedDeclaration" || node["source"]) return [];
    const declaration = node["declaration"] as Node | null;
    if (!declaration) return [];
    const declarators = (declaration["declarations"] as Node[] | undefined) ?? [declaration];
    return declarators.map((one) => identifierName(one["id"])).filter((name) => name !== "");
  });
}

/** Names exported by two or more product files, with their files. */
function sharedNames(files: readonly SourceFile[]): Map<string, string[]> {
  const byName = new Map<string, string[]>();
  for (const file of files)
    if (!FOR_TESTS.test(file.path) && !file.path.startsWith("e2e/"))
      for (const name of new Set(exportsOf(file)))
        if (!ROUTE_EXPORTS.has(name)) byName.set(name, [...(byName.get(name) ?? []), file.path]);
  return new Map([...byName].filter(([, paths]) => paths.length > 1));
}

export const exportedNames: ProjectCheck = {
  name: "exported names",
  holds: `at most ${MAX_SHARED} names are exported by two or more files`,
  run(project) {
    const shared = sharedNames(project.code);
    if (shared.size <= MAX_SHARED) return [];
    return [...shared].map(([name, paths]): Finding => ({
      path: paths[0] ?? "",
      line: 1,
      message: `exports ${name}, as do ${paths.slice(1).join(", ")}`,
    }));
  },
};
