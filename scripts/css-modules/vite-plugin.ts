import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Plugin } from "vite";
import { allNames, readableNames, scopeStyles, shortNames, type NamesOf } from "./scoping.ts";

/** Address of a sheet's rules, which Vite treats as a plain style sheet. */
const RULES = /\.css\?(?:.*&)?rules\b/;
const rulesOf = (file: string): string => file.replace(/\.module\.css$/, ".css?rules");
const fileOf = (id: string): string =>
  `${id.slice(0, id.indexOf(".css?")).replace(/\.module$/, "")}.module.css`;
/** Address of a sheet's names without its rules: for sheets inlined into every page, or without rules. */
const NAMES = "\0css-names:";
const hasRules = (file: string): boolean =>
  /\{\s*[^\s}]/.test(readFileSync(file, "utf8").replace(/\/\*[^]*?\*\//g, ""));

/** Sheets that a script inlines into each page. */
const inlinedBy = (script: string): Set<string> =>
  new Set(
    [...readFileSync(script, "utf8").matchAll(/"([^"]+\.module\.css)\?inline"/g)].map(([, path = ""]) =>
      resolve(dirname(script), path),
    ),
  );

type Options = {
  /** Root of the repository. */
  root: string;
  /** The script that inlines sheets into each page, where there is one. */
  inline?: string;
  /** File with all names, for end-to-end tests, which a build of the client writes; relative to its output folder. */
  report?: string;
};

/** CSS Modules (scoping.ts): `import * as cardCss from "./card.module.css"` gives `cardCss.title`. */
export function cssModules({ root, inline, report }: Options): Plugin[] {
  let namesOf: NamesOf = readableNames(root);
  const inlined = inline === undefined ? new Set<string>() : inlinedBy(join(root, inline));
  const exportsOf = (file: string): string =>
    Object.entries(namesOf(file))
      .map(([name, scoped]) => `export const ${name} = ${JSON.stringify(scoped)};\n`)
      .join("");

  const sheets: Plugin = {
    name: "css-modules",
    enforce: "pre",
    // Keeps Vite's own CSS Modules from handling these files.
    config: () => ({ css: { modules: false } }),
    configResolved({ command, isProduction }) {
      if (command === "build" && isProduction) namesOf = shortNames(root);
    },
    resolveId: {
      filter: { id: /\.module\.css$|\.css\?(?:.*&)?rules\b/ },
      async handler(source, importer) {
        if (RULES.test(source)) return source.startsWith(root) ? source : join(root, source);
        const found = await this.resolve(source, importer, { skipSelf: true });
        if (found === null) return null;
        return inlined.has(found.id) || !hasRules(found.id) ? `${NAMES}${found.id}.js` : rulesOf(found.id);
      },
    },
    load: {
      filter: { id: /^\0css-names:|\.css\?(?:.*&)?rules\b/ },
      handler(id) {
        const isNames = id.startsWith(NAMES);
        const file = isNames ? id.slice(NAMES.length, -".js".length) : fileOf(id);
        this.addWatchFile(file);
        return isNames ? exportsOf(file) : readFileSync(file, "utf8");
      },
    },
    transform: {
      filter: { id: /\.css\?(?:.*&)?rules\b|\.module\.css\?/ },
      handler: (css, id) => ({ code: scopeStyles(css, fileOf(id), namesOf), map: null }),
    },
    hotUpdate({ file, modules }) {
      if (!file.endsWith(".module.css")) return undefined;
      const { moduleGraph } = this.environment;
      const own = [`${NAMES}${file}.js`, rulesOf(file)].map((id) => moduleGraph.getModuleById(id));
      return [...modules, ...own.filter((module) => module !== undefined)];
    },
    generateBundle({ dir }) {
      if (report === undefined || this.environment.name !== "client") return;
      writeFileSync(join(dir ?? "", report), JSON.stringify(allNames(root, namesOf)));
    },
  };
  /** After Vite has made a script of a sheet: its names. */
  const names: Plugin = {
    name: "css-modules-names",
    enforce: "post",
    transform: {
      filter: { id: RULES },
      handler: (code, id) =>
        id.includes("inline") ? undefined : { code: `${code}\n${exportsOf(fileOf(id))}`, map: null },
    },
  };
  return [sheets, names];
}
