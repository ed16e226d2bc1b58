import { parseSync, type ESTree } from "vite";

/** A reference to another module. */
export type Import = {
  /** Specifier as written; null if computed. */
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

/** Visits all nodes, parents first, with their ancestors (nearest last). */
export function walkTree(
  node: Node,
  visit: (node: Node, parents: readonly Node[]) => void,
  parents: readonly Node[] = [],
): void {
  visit(node, parents);
  const inner = [...parents, node];
  for (const value of Object.values(node)) {
    if (isNode(value)) walkTree(value, visit, inner);
    else if (Array.isArray(value)) for (const each of value) if (isNode(each)) walkTree(each, visit, inner);
  }
}
/** Name of an identifier, empty for other nodes. */
export const identifierName = (node: unknown): string =>
  isNode(node) && typeof node["name"] === "string" ? node["name"] : "";
/** Text of a literal, null for other nodes. */
export const literal = (node: unknown): string | null => {
  if (!isNode(node)) return null;
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  const { quasis } = node as { quasis?: { value: { cooked: string } }[] };
  if (node.type === "TemplateLiteral" && quasis?.length === 1) return quasis[0]?.value.cooked ?? null;
  return null;
};

/** Whether an import or export has only types. */
function isTypeOnly(node: Node): boolean {
  if (node["importKind"] === "type" || node["exportKind"] === "type") return true;
  const specifiers = node["specifiers"];
  return (
    Array.isArray(specifiers) &&
    specifiers.length > 0 &&
    (specifiers as Node[]).every((each) => each["importKind"] === "type" || each["exportKind"] === "type")
  );
}
/** Import made by a node, null for other nodes. */
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
      // new URL("./…", import.meta.url) names a worker or a data file.
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

/** Parses a file with Vite's parser. @throws Error on a syntax error */
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
