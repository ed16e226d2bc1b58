import type { SourceFile } from "../project.ts";
import { literal, identifierName, walkTree, type Node } from "../parse.ts";
import { FOR_TESTS } from "../imports/zones.ts";

/** A text that people read, and where it begins in its file. */
export type Prose = { readonly text: string; readonly start: number };

const TITLED = new Set(["test", "it", "describe"]);
/** The identifier that a call begins with: `test` of `test.each(rows)("…")`. */
function rootOf(node: unknown): string {
  const { type, callee, object, tag } = (node ?? {}) as Partial<Record<string, unknown>>;
  if (type === "CallExpression") return rootOf(callee);
  if (type === "MemberExpression") return rootOf(object);
  if (type === "TaggedTemplateExpression") return rootOf(tag);
  return identifierName(node);
}

/** The fixed parts of a title: a template's values are unknown here. */
function titleOf(node: Node): Prose[] {
  const text = literal(node);
  if (text !== null) return [{ text, start: node.start }];
  const { quasis = [] } = node as { quasis?: { value: { raw: string }; start: number }[] };
  return quasis.map(({ value, start }) => ({ text: value.raw, start }));
}

/** Replaces the margin of comment lines by blanks of the same length, so that offsets stay. */
const withoutMargins = (text: string): string =>
  text.replace(/\n[ \t]*(?:\*|\/\/|--|#)?/g, (margin) => "\n".padEnd(margin.length));

/** Rows of tables from which titles are made begin with ids: only those are read, the rest is data. */
const LEADING_IDS = /^(?:(?:[A-Z]|MA|CO|HA)\d{2}(?:[–-](?:[A-Z]|MA|CO|HA)\d{2})?(?:,? |$))+/;
const isTested = ({ path }: SourceFile): boolean => FOR_TESTS.test(path) || path.startsWith("e2e/");

function proseOfCode(file: SourceFile): Prose[] {
  const found: Prose[] = file.parsed.comments.map(({ value, start }) => ({
    text: withoutMargins(value),
    start: start + 2,
  }));
  const titles = new Set<unknown>();
  walkTree(file.parsed.program, (node) => {
    const text = literal(node);
    if (node.type === "CallExpression" && TITLED.has(rootOf(node))) {
      const [first] = node["arguments"] as Node[];
      if (!first) return;
      titles.add(first);
      found.push(...titleOf(first));
    } else if (text !== null && isTested(file) && !titles.has(node)) {
      const [ids = ""] = LEADING_IDS.exec(text) ?? [];
      found.push({ text: ids, start: node.start });
    }
  });
  return found;
}

/** Comments of files that the parser does not read, by the end of their names. */
const COMMENTS: readonly { readonly files: RegExp; readonly comment: RegExp }[] = [
  { files: /\.css$/, comment: /\/\*[\s\S]*?\*\//g },
  { files: /\.html$/, comment: /<!--[\s\S]*?-->/g },
  { files: /\.sql$/, comment: /--.*(?:\n[ \t]*--.*)*/g },
  { files: /\.(yml|yaml|example)$|^\.ci\/run$/, comment: /(?<=^|\s)#.*(?:\n[ \t]*#.*)*/g },
];

/** Everything in a file that names things to people: comments, test titles, documents. */
export function proseOf(file: SourceFile): Prose[] {
  if (file.path.endsWith(".md")) return [{ text: file.text, start: 0 }];
  if (file.isCode) return proseOfCode(file);
  const kind = COMMENTS.find(({ files }) => files.test(file.path));
  if (kind === undefined) return [];
  return [...file.text.matchAll(kind.comment)].map(({ 0: text, index }) => ({
    text: withoutMargins(text),
    start: index,
  }));
}
