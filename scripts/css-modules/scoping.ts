import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

// CSS Modules: each class and keyframe name of a `*.module.css` belongs to that file. Vite's own
// implementation is not used, since it copies a sheet into each sheet that refers to it, and keeps
// an empty script for each sheet that several pages share.
//
// A sheet refers to a name of another one by `@value name from "./….module.css";`, or
// `@value (name as alias, …) from …`, and then by `.name` or `animation: name`.

/** Maps the local names of one sheet to their names in the browser. */
export type ScopedNames = Readonly<Record<string, string>>;
/** Looks up the names of one sheet by its absolute path. @throws Error if there is no such sheet */
export type NamesOf = (file: string) => ScopedNames;

/** Matches comments, texts and addresses, which contain no names, or a class (group 1). */
const CLASS = /\/\*[^]*?\*\/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^)]*\)|\.(-?[A-Za-z_][\w-]*)/g;
const KEYFRAMES = /(@keyframes\s+)([\w-]+)/g;
const ANIMATION = /(\banimation(?:-name)?\s*:)([^;}]*)/g;
const IMPORT = /@value\s+\(?([^;()]+?)\)?\s+from\s+"([^"]+)";\n?/g;
const WORD = /(?<![\w-])[A-Za-z_][\w-]*/g;

const withoutImports = (css: string): string => css.replace(IMPORT, "");

/** Names that a sheet refers to, by their alias: [alias, name, sheet]. */
const importsOf = (css: string): [string, string, string][] =>
  [...css.matchAll(IMPORT)].flatMap(([, names = "", from = ""]) =>
    names.split(",").map((each): [string, string, string] => {
      const [name = "", alias = name] = each.trim().split(/\s+as\s+/);
      return [alias, name, from];
    }),
  );

/** Classes and keyframes that a sheet defines, in order. */
export function localNames(css: string): string[] {
  const imported = new Set(importsOf(css).map(([alias]) => alias));
  const own = withoutImports(css);
  const names = [...own.matchAll(CLASS), ...own.matchAll(/@keyframes\s+()([\w-]+)/g)]
    .map(([, name, keyframes]) => keyframes ?? name)
    .filter((name) => name !== undefined && !imported.has(name));
  return [...new Set(names as string[])];
}

/** Rewrites a sheet for the browser. @throws Error if it refers to a name that does not exist */
export function scopeStyles(css: string, file: string, namesOf: NamesOf): string {
  const names = new Map(Object.entries(namesOf(file)));
  for (const [alias, name, from] of importsOf(css)) {
    const scoped = namesOf(resolve(dirname(file), from))[name];
    if (scoped === undefined) throw new Error(`${file}: ${from} does not define ${name}`);
    names.set(alias, scoped);
  }
  const known = (name: string): string => names.get(name) ?? name;
  return withoutImports(css)
    .replace(CLASS, (text, name?: string) => (name === undefined ? text : `.${known(name)}`))
    .replace(KEYFRAMES, (_, at: string, name: string) => at + known(name))
    .replace(ANIMATION, (_, property: string, value: string) => property + value.replace(WORD, known));
}

const modulesOf = (root: string): string[] => globSync("web/**/*.module.css", { cwd: root }).sort();

/** Avoids names that ad blockers hide. */
const BLOCKED = /ad/i;
const FIRST = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const OTHER = `${FIRST}0123456789_`;
function* shortest(): Generator<string, never> {
  yield* FIRST;
  for (const first of FIRST)
    for (const second of OTHER) if (!BLOCKED.test(first + second)) yield first + second;
  throw new Error("more class names than two letters can tell apart");
}

/** Gives each name one or two letters, the same in every build of the same sources. */
export function shortNames(root: string): NamesOf {
  const free = shortest();
  const all = new Map(
    modulesOf(root).map((path) => {
      const names = localNames(readFileSync(join(root, path), "utf8"));
      return [join(root, path), Object.fromEntries(names.map((name) => [name, free.next().value]))];
    }),
  );
  return (file) => {
    const names = all.get(file);
    if (names === undefined) throw new Error(`${file} does not exist`);
    return names;
  };
}

/** Combines the sheet's and the local name, for development and tests. */
export function readableNames(root: string): NamesOf {
  return (file) => {
    const sheet = basename(file, ".module.css");
    const isUnique = modulesOf(root).filter((path) => basename(path, ".module.css") === sheet).length === 1;
    const prefix = isUnique ? sheet : `${basename(dirname(file))}-${sheet}`;
    return Object.fromEntries(
      localNames(readFileSync(file, "utf8")).map((name) => [name, `${prefix}-${name}`]),
    );
  };
}

/** Lists the names of every sheet by its path in the repository. */
export const allNames = (root: string, namesOf: NamesOf): Readonly<Record<string, ScopedNames>> =>
  Object.fromEntries(modulesOf(root).map((path) => [path, namesOf(join(root, path))]));
