import { literal, identifierName, walkTree, type Node } from "../parse.ts";
import type { Finding, ProjectCheck, SourceFile } from "../project.ts";
import { FOR_TESTS } from "../imports/zones.ts";

/** Phrases that readers cannot look up, with the standard term for each. */
const PHRASES: readonly (readonly [phrase: RegExp, term: string])[] = [
  [/\b(who|whom)ever\b/i, "the person, process or caller by name"],
  [/\banew\b/i, "again, or re-…"],
  [/\bheld against\b/i, "validated against, compared with"],
  [/\bgives? way\b/i, "backs off, has lower priority"],
  [/\bfor ever\b/i, "permanently; is not cached"],
  [/\bnobody's\b/i, "of no user, is not cached"],
  [/\bstands? still\b/i, "hangs"],
  [/\b(is|are|was|were|be) told\b/i, "is notified, is logged"],
  [/\blets? go( of)?\b/i, "disconnects, releases"],
  [/\bwish(es)? for\b/i, "attempts, requests"],
  [/\bmade anew\b/i, "rebuilt, recreated"],
];
/** Documents for the product's operators and engineers. */
const DOCUMENTS = /^(docs\/.*|[A-Z]+(\.zh-CN)?)\.md$|^\.env\.example$/;
/** Documents that quote the phrases to say that they are not used. */
const QUOTING = new Set(["docs/glossary.md"]);

const LOG_METHODS = new Set(["trace", "debug", "info", "warn", "error", "fatal"]);

/** The texts that an operator reads: messages of log lines and of errors. */
function operatorTexts(file: SourceFile): { text: string; line: number }[] {
  const found: { text: string; line: number }[] = [];
  walkTree(file.parsed.program, (node) => {
    const callee = node["callee"] as Node | undefined;
    const isLog =
      node.type === "CallExpression" &&
      callee?.type === "MemberExpression" &&
      LOG_METHODS.has(identifierName(callee["property"])) &&
      /log/i.test(identifierName(callee["object"]) || identifierName((callee["object"] as Node)["property"]));
    const isError = node.type === "NewExpression" && identifierName(callee).endsWith("Error");
    if (!isLog && !isError) return;
    for (const argument of node["arguments"] as Node[]) {
      const quasis = (argument["quasis"] as { value: { raw: string } }[] | undefined) ?? [];
      const text = literal(argument) ?? quasis.map(({ value }) => value.raw).join("…");
      if (text !== "") found.push({ text, line: file.parsed.lineAt(argument.start) });
    }
  });
  return found;
}
const linesOf = ({ text }: SourceFile): { text: string; line: number }[] =>
  text.split("\n").map((line, at) => ({ text: line, line: at + 1 }));

export const phrases: ProjectCheck = {
  name: "phrases",
  holds: "log messages, errors and documents use standard terms",
  run: (project) =>
    project.files.flatMap((file): Finding[] => {
      const isDocument = DOCUMENTS.test(file.path) && !QUOTING.has(file.path);
      const isProduct = file.isCode && !FOR_TESTS.test(file.path) && !/^(e2e|bench)\//.test(file.path);
      const texts = isDocument ? linesOf(file) : isProduct ? operatorTexts(file) : [];
      return texts.flatMap(({ text, line }) =>
        PHRASES.filter(([phrase]) => phrase.test(text)).map(([phrase, term]) => ({
          path: file.path,
          line,
          message: `says "${phrase.exec(text)?.[0]}": say ${term}`,
        })),
      );
    }),
};
