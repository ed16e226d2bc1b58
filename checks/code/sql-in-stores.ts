import type { Finding, ProjectCheck, SourceFile } from "../project.ts";
import { identifierName, walkTree, type Node } from "../parse.ts";
import { FOR_TESTS } from "../imports/zones.ts";

const STORE = /(^|\/)([a-z0-9-]+-)?store\.ts$/;
/** Database infrastructure, which prepares and runs what stores ask for. */
const INFRASTRUCTURE = /^server\/database\//;
const BUILDERS = new Set([
  "selectFrom",
  "selectNoFrom",
  "insertInto",
  "updateTable",
  "deleteFrom",
  "mergeInto",
]);

/** Lines that import Kysely's `sql` or call one of its query builders. */
function linesWithSql(file: SourceFile): number[] {
  const lines = new Set<number>();
  walkTree(file.parsed.program, (node) => {
    const isSqlImport =
      node.type === "ImportDeclaration" &&
      (node["source"] as { value?: unknown }).value === "kysely" &&
      node["importKind"] !== "type" &&
      (node["specifiers"] as Node[]).some(
        (one) => one["importKind"] !== "type" && identifierName(one["imported"]) === "sql",
      );
    const callee = node["callee"] as Node | undefined;
    const isBuilder =
      node.type === "CallExpression" &&
      callee?.type === "MemberExpression" &&
      BUILDERS.has(identifierName(callee["property"]));
    if (isSqlImport || isBuilder) lines.add(file.parsed.lineAt(node.start));
  });
  return [...lines];
}

export const sqlInStores: ProjectCheck = {
  name: "SQL in stores",
  holds: "SQL is written only in store.ts, *-store.ts and server/database",
  run: (project) =>
    project.code
      .filter(
        ({ path }) =>
          /^(server|simulator|demo|scripts)\//.test(path) &&
          !FOR_TESTS.test(path) &&
          !STORE.test(path) &&
          !INFRASTRUCTURE.test(path),
      )
      .flatMap((file) =>
        linesWithSql(file).map((line): Finding => ({
          path: file.path,
          line,
          message: "has SQL: move it to the feature's store",
        })),
      ),
};
