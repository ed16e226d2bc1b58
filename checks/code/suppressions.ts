import { identifierName, walkTree, type Node } from "../parse.ts";
import type { ProjectCheck, Finding, SourceFile } from "../project.ts";

const SILENCED =
  /\b(eslint|oxlint|biome)-disable|@ts-(ignore|nocheck|expect-error)|oxfmt-ignore|prettier-ignore|v8 ignore|istanbul ignore/;
const RUNNERS = new Set(["test", "it", "describe", "suite"]);
/** Modifiers that skip a test, or all other tests. */
const SKIPPING = new Set(["skip", "only", "todo", "fails", "skipIf", "runIf"]);
const OLD_SKIPPING = /^x(it|test|describe)$/;

/** Root of a chain like `test.each([1]).only`. */
function rootOf(node: Node): string {
  let at: Node | undefined = node;
  while (at && at.type !== "Identifier") at = (at["object"] ?? at["callee"] ?? at["tag"]) as Node | undefined;
  return identifierName(at);
}
function unrunTests(file: SourceFile): number[] {
  const lines: number[] = [];
  walkTree(file.parsed.program, (node) => {
    const isUnrun =
      node.type === "MemberExpression" &&
      SKIPPING.has(identifierName(node["property"])) &&
      RUNNERS.has(rootOf(node));
    const isOld = node.type === "CallExpression" && OLD_SKIPPING.test(rootOf(node));
    if (isUnrun || isOld) lines.push(file.parsed.lineAt(node.start));
  });
  return lines;
}

export const suppressions: ProjectCheck = {
  name: "suppressions",
  holds: "no rule is silenced and no test left out",
  run: (project) =>
    project.code.flatMap((file): Finding[] => {
      const silenced = file.parsed.comments
        .filter(({ value }) => SILENCED.test(value))
        .map(({ start }) => ({
          path: file.path,
          line: file.parsed.lineAt(start),
          message: "silences a rule",
        }));
      const unrun = (file.isTest ? unrunTests(file) : []).map((line) => ({
        path: file.path,
        line,
        message: "leaves a test out",
      }));
      return [...silenced, ...unrun];
    }),
};
