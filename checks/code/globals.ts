import type { ProjectCheck, Finding, SourceFile } from "../project.ts";
import { identifierName, walkTree, type Node } from "../parse.ts";
import { FOR_TESTS } from "../imports/zones.ts";

/** Globals that exist only in browsers; timers, observers and animation frames are not checked. */
const BROWSER = new Set([
  "window",
  "document",
  "navigator",
  "location",
  "history",
  "localStorage",
  "sessionStorage",
  "indexedDB",
  "caches",
  "cookieStore",
  "fetch",
  "XMLHttpRequest",
]);
/** Files outside web/platform that run before or at React's start, each with its reason. */
const BROWSER_ALLOWED: Readonly<Record<string, string>> = {
  "web/entry.client.tsx": "hydrates the document",
  "web/app/app-frame.js": "inline, before the first paint",
  "web/app/boot.js": "inline, before any module",
  "web/app/first-taps.js": "inline, before any module",
  "web/app/known-person.js": "inline, before the first paint",
  "web/app/back-first.js": "inline, before the router listens",
  "web/app/landing.js": "inline, before anything is fetched",
  "web/app/mend-nodes.js": "inline, before React changes the document",
  "web/app/page-errors.js": "inline, before any script that may fail",
  "web/pass/main.tsx": "mounts the identity provider's pages",
  "web/console/main.tsx": "mounts the operator console",
};
/**
 * Files that may read Node's `process` (main.ts writes to the terminal); others receive settings as
 * arguments.
 */
const PROCESS_ALLOWED =
  /^(server\/config\.ts|server\/main\.ts|server\/testing\/.*|(scripts|checks|bench|e2e)\/.*|[^/]+\.config\.ts)$/;

/** Names declared by the file: imports, variables, parameters, types. */
export function declaredNames(file: Pick<SourceFile, "parsed">): Set<string> {
  const names = new Set<string>();
  const bind = (pattern: unknown): void => {
    if (typeof pattern !== "object" || pattern === null) return;
    const node = pattern as Node;
    if (node.type === "Identifier") names.add(identifierName(node));
    if (node.type === "AssignmentPattern") bind(node["left"]);
    if (node.type === "RestElement") bind(node["argument"]);
    if (node.type === "ArrayPattern") for (const each of node["elements"] as unknown[]) bind(each);
    if (node.type === "ObjectPattern")
      for (const each of node["properties"] as Node[]) bind(each.type === "Property" ? each["value"] : each);
  };
  walkTree(file.parsed.program, (node) => {
    if (/^Import(Default|Namespace)?Specifier$/.test(node.type)) bind(node["local"]);
    if (node.type === "VariableDeclarator") bind(node["id"]);
    if (node.type === "CatchClause") bind(node["param"]);
    if (node.type === "ClassDeclaration") bind(node["id"]);
    if (/Function|TSDeclareFunction|TSFunctionType|TSMethodSignature/.test(node.type)) {
      bind(node["id"]);
      for (const each of (node["params"] as unknown[] | undefined) ?? []) bind(each);
    }
  });
  return names;
}
/** Whether an identifier names a value rather than a property, a key or a type's member. */
export function isValue(node: Node, parent: Node | undefined): boolean {
  if (!parent) return false;
  const isComputed = parent["computed"] === true;
  if (parent.type === "MemberExpression") return parent["object"] === node || isComputed;
  if (/^(Property|PropertyDefinition|MethodDefinition|AccessorProperty)$/.test(parent.type))
    return parent["value"] === node || isComputed;
  if (
    /^TS(PropertySignature|MethodSignature|TypeReference|QualifiedName|EnumMember|TypeQuery)$/.test(
      parent.type,
    )
  )
    return false;
  return !/^(Import|Export).*Specifier$|^LabeledStatement$|^JSXAttribute$|^MetaProperty$/.test(parent.type);
}
/** Lines that read one of the names as a global. */
function usesOf(file: SourceFile, wanted: ReadonlySet<string>): { name: string; line: number }[] {
  const own = declaredNames(file);
  const found: { name: string; line: number }[] = [];
  walkTree(file.parsed.program, (node, parents) => {
    if (node.type !== "Identifier") return;
    const name = identifierName(node);
    const parent = parents.at(-1);
    const line = file.parsed.lineAt(node.start);
    if (wanted.has(name) && !own.has(name) && isValue(node, parent)) found.push({ name, line });
    // globalThis.document is another name of the same global.
    if (name !== "globalThis" || parent?.type !== "MemberExpression") return;
    const property = identifierName(parent["property"]);
    if (parent["object"] === node && wanted.has(property)) found.push({ name: property, line });
  });
  return found;
}

const PROCESS = new Set(["process"]);

export const globals: ProjectCheck = {
  name: "globals",
  holds: "browser globals and storage only in web/platform, process only in server/config.ts",
  run: (project) =>
    project.code.flatMap((file): Finding[] => {
      if (FOR_TESTS.test(file.path)) return [];
      const isWeb = file.path.startsWith("web/");
      const isPlatform = file.path.startsWith("web/platform/") || file.path.startsWith("web/public/");
      const inBrowser = isWeb && !isPlatform && !(file.path in BROWSER_ALLOWED) ? usesOf(file, BROWSER) : [];
      const inProcess = PROCESS_ALLOWED.test(file.path) ? [] : usesOf(file, PROCESS);
      return [
        ...inBrowser.map(({ name, line }) => ({
          path: file.path,
          line,
          message: `reads "${name}": browser globals belong in web/platform`,
        })),
        ...inProcess.map(({ line }) => ({
          path: file.path,
          line,
          message: 'reads "process": settings belong in server/config.ts',
        })),
      ];
    }),
};
