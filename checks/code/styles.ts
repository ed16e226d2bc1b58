import { posix } from "node:path";
import type { ProjectCheck, Finding, Project, SourceFile } from "../project.ts";

// As scripts/css-modules/scoping.ts reads them for the build.
const IMPORT = /@value\s+\(?([^;()]+?)\)?\s+from\s+"([^"]+)";/g;
/** Names that a sheet refers to: [alias, name, sheet]. */
const importsOf = (css: string): [string, string, string][] =>
  [...css.matchAll(IMPORT)].flatMap(([, names = "", from = ""]) =>
    names.split(",").map((each): [string, string, string] => {
      const [name = "", alias = name] = each.trim().split(/\s+as\s+/);
      return [alias, name, from];
    }),
  );
/** Classes and keyframes that a sheet defines. */
function localNames(css: string): string[] {
  const imported = new Set(importsOf(css).map(([alias]) => alias));
  const own = css.replace(IMPORT, "").replace(/\/\*[^]*?\*\/|"[^"]*"|url\([^)]*\)/g, "");
  const names = [...own.matchAll(/(?:\.|@keyframes\s+)([A-Za-z_][\w-]*)/g)].map(([, name = ""]) => name);
  return [...new Set(names)].filter((name) => !imported.has(name));
}

const isModule = ({ path }: SourceFile): boolean => path.startsWith("web/") && path.endsWith(".module.css");
const besides = (path: string, other: string): string => posix.join(posix.dirname(path), other);
const lineOf = (text: string, at: number): number => text.slice(0, at).split("\n").length;

/** A class that a file takes from a sheet. */
type Use = { readonly sheet: string; readonly name: string; readonly path: string; readonly line: number };

const NAMESPACE = /import \* as (\w+) from "([^"]+\.module\.css)";/g;
function usesInScript({ path, text }: SourceFile): Use[] {
  return [...text.matchAll(NAMESPACE)].flatMap(([, identifier = "", from = ""]) =>
    [...text.matchAll(new RegExp(`\\b${identifier}\\.(\\w+)`, "g"))].map(({ 1: name = "", index }) => ({
      sheet: besides(path, from),
      name,
      path,
      line: lineOf(text, index),
    })),
  );
}
const usesInSheet = ({ path, text }: SourceFile): Use[] =>
  importsOf(text).map(([, name, from]) => ({ sheet: besides(path, from), name, path, line: 1 }));

/** References that are never used, in a sheet. */
const unusedImports = ({ path, text }: SourceFile): Finding[] =>
  importsOf(text)
    .filter(([alias]) => !new RegExp(`\\.${alias}\\b|\\banimation[^;]*\\b${alias}\\b`).test(text))
    .map(([alias]) => ({ path, line: 1, message: `does not use ${alias}` }));

/** Class names as texts: they would not be those of the built pages. */
const literals = ({ path, text }: SourceFile): Finding[] =>
  [...text.matchAll(/\bclassName="[^"]/g)].map(({ index }) => ({
    path,
    line: lineOf(text, index),
    message: "names a class as text: belongs in a *.module.css",
  }));

/** Classes of sheets that are the same for every page. */
const globalClasses = ({ path, text }: SourceFile): Finding[] =>
  localNames(text.replace(/@keyframes\s+[\w-]+/g, "")).map((name) => ({
    path,
    line: lineOf(text, text.indexOf(`.${name}`)),
    message: `has the global class ${name}`,
  }));

function findings(project: Project): Finding[] {
  const sheets = project.files.filter(isModule);
  const scripts = project.code.filter(({ path }) => path.startsWith("web/"));
  const defined = new Map(sheets.map(({ path, text }) => [path, localNames(text)]));
  const uses = [...scripts.flatMap(usesInScript), ...sheets.flatMap(usesInSheet)];
  const missing = uses
    .filter(({ sheet, name }) => !defined.get(sheet)?.includes(name))
    .map(({ sheet, name, path, line }) => ({ path, line, message: `${sheet} has no ${name}` }));
  const used = new Set(uses.map(({ sheet, name }) => `${sheet} ${name}`));
  const unused = sheets.flatMap(({ path, text }) =>
    localNames(text.replace(/@keyframes\s+[\w-]+/g, ""))
      .filter((name) => !used.has(`${path} ${name}`))
      .map((name) => ({
        path,
        line: lineOf(text, text.indexOf(`.${name}`)),
        message: `${name} is not used`,
      })),
  );
  const global = project.files.filter(
    (file) => file.path.startsWith("web/") && file.path.endsWith(".css") && !isModule(file),
  );
  return [
    ...missing,
    ...unused,
    ...sheets.flatMap(unusedImports),
    ...global.flatMap(globalClasses),
    ...scripts.flatMap(literals),
  ];
}

export const styles: ProjectCheck = {
  name: "styles",
  holds: "every class belongs to one *.module.css, exists there, and is used",
  run: findings,
};
