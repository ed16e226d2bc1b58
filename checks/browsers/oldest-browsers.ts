import { declaredNames, isValue } from "../code/globals.ts";
import { browserSupportFor, type BrowserVersions, type BrowserSupport } from "./browser-support.ts";
import { literal, identifierName, walkTree, type Node } from "../parse.ts";
import { projectFromTexts, type Finding, type SourceFile } from "../project.ts";

/** Names that are false positives or guarded in another way, each with its reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  startViewTransition: "React tries it and has a fallback",
  toArray: "React.Children has its own method",
  URLPattern: "web/public/sw.js names it only where the browser lets a worker route",
};

/** Last part of a name, as used in `typeof`, `in` and tests. */
const lastName = (node: Node): string =>
  node.type === "MemberExpression" ? identifierName(node["property"]) : identifierName(node);

/** Whether a value is only tested: `if (x)`, `x && …`, `!x`, `x === undefined`. */
function isFeatureTest(node: Node, parent: Node | undefined): boolean {
  switch (parent?.type) {
    case "IfStatement":
    case "ConditionalExpression":
      return parent["test"] === node;
    case "LogicalExpression":
      return true;
    case "UnaryExpression":
      return parent["operator"] === "!" || parent["operator"] === "typeof";
    case "BinaryExpression":
      return /^[!=]==?$/.test(String(parent["operator"]));
    default:
      return false;
  }
}

/** Names that a file tests before use. */
function guardsOf(program: Node): Set<string> {
  const guards = new Set<string>();
  walkTree(program, (node, parents) => {
    if (node.type === "BinaryExpression" && node["operator"] === "in")
      guards.add(literal(node["left"]) ?? "");
    if (/^(Identifier|MemberExpression)$/.test(node.type) && isFeatureTest(node, parents.at(-1)))
      guards.add(lastName(node));
  });
  return guards;
}

/** Name of a browser feature that a node uses and that is missing; null: none. */
function missingIn(node: Node, parent: Node | undefined, own: ReadonlySet<string>, known: BrowserSupport) {
  if (node.type === "Identifier") {
    const name = identifierName(node);
    const isMissing = !own.has(name) && isValue(node, parent) && known.globals.get(name) === false;
    return isMissing ? name : null;
  }
  if (node.type === "MemberExpression" && node["computed"] !== true) {
    const owner = node["object"] as Node;
    const name = identifierName(node["property"]);
    const whole = `${lastName(owner)}.${name}`;
    const asStatic = own.has(identifierName(owner)) ? undefined : known.statics.get(whole);
    if (asStatic !== undefined) return asStatic ? null : whole;
    // Reading a missing member returns undefined; only calling it throws.
    const isCall = /^(Call|New)Expression$/.test(parent?.type ?? "") && parent?.["callee"] === node;
    if (!isCall || parent?.["optional"] === true) return null;
    const isGlobal = /^(window|self|globalThis)$/.test(identifierName(owner));
    const isKnown = isGlobal ? known.globals.get(name) : (known.single.get(whole) ?? known.methods.get(name));
    return isKnown === false ? name : null;
  }
  const regex = node["regex"] as { pattern: string; flags: string } | undefined;
  return regex && !known.isPattern(regex.pattern, regex.flags) ? `/${regex.pattern}/${regex.flags}` : null;
}

function findIn({ path, parsed }: SourceFile, known: BrowserSupport): Finding[] {
  const own = declaredNames({ parsed });
  const guards = guardsOf(parsed.program);
  const findings: Finding[] = [];
  walkTree(parsed.program, (node, parents) => {
    const missing = missingIn(node, parents.at(-1), own, known);
    if (missing === null) return;
    const name = missing.startsWith("/") ? missing : (missing.split(".").at(-1) ?? "");
    if (guards.has(name) || name in ALLOWED) return;
    findings.push({ path, line: parsed.lineAt(node.start), message: `asks for ${missing}` });
  });
  return findings;
}

/**
 * Finds browser features in built scripts that the oldest browsers lack and that are not guarded. Syntax is
 * not checked: the build has a target.
 * @param texts scripts by path
 */
export function findUnsupported(
  browsers: BrowserVersions,
  texts: Readonly<Record<string, string>>,
): Finding[] {
  const known = browserSupportFor(browsers);
  return projectFromTexts(texts).code.flatMap((file) => findIn(file, known));
}
