import { parseSync, type ESTree } from "vite";

/** One reference to another module. */
export type Import = {
  /** As written; null where it is computed. */
  readonly specifier: string | null;
  readonly isTypeOnly: boolean;
  readonly isDynamic: boolean;
  readonly line: number;
};
/** A node of the syntax tree (ESTree with TypeScript and JSX). */
export type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>;
export type Parsed = {
  readonly program: Node;
  readonly comments: readonly { readonly value: string; readonly start: number }[];
  readonly imports: readonly Import[];
  lineAt(offset: number): number;
};

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";

/** Visits every node below, parents first, with the way down to it (its parents, nearest last). */
export function walkTree(
  node: Node,
  see: (node: Node, parents: readonly Node[]) => void,
  parents: readonly Node[] = [],
): void {
  see(node, parents);
  const inner = [...parents, node];
  for (const value of Object.values(node)) {
    if (isNode(value)) walkTree(value, see, inner);
    else if (Array.isArray(value)) for (const each of value) if (isNode(each)) walkTree(each, see, inner);
  }
}
/** The name of an identifier, empty for anything else. */
export const identifierName = (node: unknown): string =>
  isNode(node) && typeof node["name"] === "string" ? node["name"] : "";
/** The text of a literal, null for anything else. */
export const literal = (node: unknown): string | null => {
  if (!isNode(node)) return null;
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  const { quasis } = node as { quasis?: { value: { cooked: string } }[] };
  if (node.type === "TemplateLiteral" && quasis?.length === 1) return quasis[0]?.value.cooked ?? null;
  return null;
};

/** Whether all that an import or export names is types. */
function isTypeOnly(node: Node): boolean {
  if (node["importKind"] === "type" || node["exportKind"] === "type") return true;
  const specifiers = node["specifiers"];
  return (
    Array.isArray(specifiers) &&
    specifiers.length > 0 &&
    (specifiers as Node[]).every((each) => each["importKind"] === "type" || each["exportKind"] === "type")
  );
}
/** What a node brings in from another module, if it is one of those that do. */
function importOf(node: Node): Omit<Import, "line"> | null {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportAllDeclaration":
    case "ExportNamedDeclaration":
      return node["source"]
        ? { specifier: literal(node["source"]), isTypeOnly: isTypeOnly(node), isDynamic: false }
        : null;
    case "ImportExpression":
      return { specifier: literal(node["source"]), isTypeOnly: false, isDynamic: true };
    case "TSImportType":
      return { specifier: literal(node["source"]), isTypeOnly: true, isDynamic: false };
    case "NewExpression": {
      // new URL("./worker.ts", import.meta.url): how a worker or a data file is named.
      const [first, second] = node["arguments"] as Node[];
      const isUrl = identifierName(node["callee"]) === "URL" && second?.type === "MemberExpression";
      const address = isUrl ? literal(first) : null;
      if (address === null || address.startsWith("/") || address.includes(":")) return null;
      const specifier = address.startsWith(".") ? address : `./${address}`;
      return { specifier, isTypeOnly: false, isDynamic: true };
    }
    default:
      return null;
  }
}

/** Parses one file with the parser that Vite builds with. @throws Error where the syntax is broken */
export function parse(path: string, text: string): Parsed {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const lineAt = (offset: number): number => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? Infinity) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
  const imports: Import[] = [];
  const tree = program as ESTree.Program as unknown as Node;
  walkTree(tree, (node) => {
    const found = importOf(node);
    if (found) imports.push({ ...found, line: lineAt(node.start) });
  });
  return { program: tree, comments, imports, lineAt };
}
