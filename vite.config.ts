import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, minifySync, type Plugin } from "vite";
import { buildTarget } from "./scripts/release/build-target.mjs";
import { cssModules } from "./scripts/css-modules/vite-plugin.ts";
import { browserTarget } from "./scripts/release/oldest-browsers.mjs";

// Used by `react-router build` and by the development server inside Fastify. Vitest has its own
// configuration, so that React Router's plugin is not loaded there.

const BASE = "/marketing/area/activity/";

/**
 * Of packages, what every page needs: it stays in the cache when only our own code changes. Two
 * files, since each is started in a task of its own (web/app/boot.js).
 */
const vendor = {
  react: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
  router: /node_modules[\\/]react-router[\\/]/,
};

type Graph = { getModuleInfo(id: string): { importers: readonly string[] } | null };
/** Whether a file imports a module, by way of others too; what `import()` loads later does not count. */
function isNeededBy(file: string, id: string, graph: Graph): boolean {
  const seen = new Set<string>();
  const climb = (at: string): boolean => {
    if (seen.has(at)) return false;
    seen.add(at);
    if (at.split("?")[0]?.endsWith(file)) return true;
    return (graph.getModuleInfo(at)?.importers ?? []).some(climb);
  };
  return climb(id);
}
/**
 * Our own code of the first screens in four files instead of fifty, which is 11 KB less: what every
 * page needs, what index and list share, what they share with a detail page, and what that needs
 * beside. Nobody keeps a list: whatever these import is in there,
 * and counts against the first script's budget (e2e/first-screen/first-script.test.ts).
 */
function ownChunk(id: string, graph: Graph): string | null {
  if (!/[\\/](web|contract)[\\/]/.test(id) || /web[\\/](root|entry\.client)\.tsx/.test(id)) return null;
  const isNeeded = (file: string) => isNeededBy(file, id, graph);
  if (isNeeded("web/root.tsx") || isNeeded("web/entry.client.tsx")) return "base";
  const isOnIndex = isNeeded("web/app/pages/index-page.tsx");
  const isOnList = isNeeded("web/activity/list/list-page.tsx");
  if (isNeeded("web/activity/detail/detail-page.tsx")) return isOnIndex || isOnList ? "activities" : "detail";
  return isOnIndex && isOnList ? "lists" : null;
}

const clubPage = "web/club/club-page.tsx";
const otherPages = [...readFileSync("web/routes.ts", "utf8").matchAll(/"((?:[\w-]+\/)+[\w-]+\.tsx)"/g)]
  .map(([, file]) => `web/${file}`)
  .filter((file) => file !== clubPage);
/** What the club's page shares with another: apart, or the club's file would take it in, which that page would load. */
const apartFromClub = (id: string, graph: Graph): string | null =>
  isNeededBy(clubPage, id, graph) && otherPages.some((page) => isNeededBy(page, id, graph))
    ? basename(id).replace(/\W.*/, "")
    : null;
/** The club's own code in one file instead of twenty-five, which is 9 KB less. */
const clubChunk = (id: string, graph: Graph): string | null =>
  /[\\/](web|contract)[\\/]/.test(id) && !id.includes(clubPage) && isNeededBy(clubPage, id, graph)
    ? "club"
    : null;

/** In the place of Vite's own, which also knows nonces, other origins and an event for failures. */
const loadingFiles = `
const arriving = new Map();
const fetchFile = (file) => {
  const href = "${BASE}" + file;
  if (arriving.has(href)) return arriving.get(href);
  if (document.querySelector('link[href="' + href + '"]')) return;
  const isStyle = file.endsWith(".css");
  const link = document.createElement("link");
  link.rel = isStyle ? "stylesheet" : "modulepreload";
  link.href = href;
  document.head.append(link);
  if (!isStyle) return;
  const style = new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      arriving.delete(href);
      // As browsers say it of a script.
      reject(new TypeError("Failed to fetch dynamically imported module: " + href));
    };
  });
  arriving.set(href, style);
  return style;
};
export const __vitePreload = async (load, files = []) => {
  await Promise.all(files.map(fetchFile));
  return load();
};`;
/** Of React Router, what observes it: nobody here does. */
const observing = `
const none = () => {};
export {
  none as consumeInstrumentationClientResultMetaReceiver,
  none as getRouteInstrumentationUpdates,
  none as instrumentClientSideRouter,
  none as instrumentHandler,
  none as instrumentationResultMetaContext,
};`;
const leaner = new Map([
  ["vite/preload-helper.js", loadingFiles],
  ["react-router/dist/production/lib/router/instrumentation.js", observing],
]);
/**
 * Parts of packages that the client has no use for, 1.5 KB compressed of the first script. Fails
 * where a package has moved them, so that an upgrade is looked at.
 */
function leftOut(): Plugin {
  const found = new Set<string>();
  return {
    name: "left-out",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    load(id) {
      const [part, code] = [...leaner].find(([path]) => id.replaceAll("\\", "/").endsWith(path)) ?? [];
      if (part !== undefined) found.add(part);
      return code;
    },
    transform(code, id) {
      if (!/react-router[\\/]dist[\\/]production[\\/]/.test(id)) return undefined;
      return code
        .replace(/^\w+\.displayName = ".*";$/gm, "")
        .replace(/= (React\$1\.forwardRef\()/g, "= /* @__PURE__ */ $1");
    },
    buildEnd(error) {
      if (!error && found.size < leaner.size) this.error("a part that is to be left out was not found");
    },
  };
}

/** Scripts that stand inline in every page (web/app/inline.ts), without comments and spaces. */
const inlineScripts: Plugin = {
  name: "inline-scripts",
  apply: "build",
  enforce: "pre",
  load(id) {
    const [path = "", query] = id.split("?");
    if (query !== "raw" || !/web\/app\/[^/]+\.js$/.test(path)) return undefined;
    // What the engines that they are written for do not know must not come in by the back door.
    const { code } = minifySync(path, readFileSync(path, "utf8"), { compress: { target: "es2019" } });
    return `export default ${JSON.stringify(code.trim())}`;
  },
};

/** What the product knows of its hosts, and of logging in there. */
const ofHosts =
  /web\/platform\/((login|login-methods|session|bridge|mini-program|wechat)\/|navigation\/address\.ts|environment\/(host-detection|environment)\.ts)|contract\/(host\/(bridge|host-scripts|hosts)|core\/environments|session\/(session-paths|session)|wechat\/wechat)\.ts/;
/** Notes what of each script that is, compressed, in `host-code.json` beside the client (e2e/first-screen/first-script.test.ts). */
const weighed: Plugin = {
  name: "weigh-host-code",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  generateBundle({ dir }, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
    const sizes = chunks.map(({ fileName, modules }) => {
      const parts = Object.entries(modules).flatMap(([id, { code }]) =>
        ofHosts.test(id) && code !== null ? [minifySync("part.js", code).code] : [],
      );
      const size = parts.length === 0 ? 0 : brotliCompressSync(parts.join("\n")).length;
      return [fileName.replace("assets/", ""), size];
    });
    writeFileSync(join(dir ?? "", "..", "host-code.json"), JSON.stringify(Object.fromEntries(sizes)));
  },
};

/** The client's build notes here, beside it, which scripts each of its scripts imports; the server's build takes it up. */
const IMPORTS_FILE = "script-imports.json";
const IMPORTS_MODULE = "virtual:script-imports";
const noteImports: Plugin = {
  name: "note-script-imports",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  // By then Vite has taken out the scripts that were only there to bring a style.
  writeBundle({ dir }, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
    const imports = chunks.map(({ fileName, imports: names }) => [
      BASE + fileName,
      names.filter((name) => name in bundle).map((name) => BASE + name),
    ]);
    writeFileSync(join(dir ?? "", "..", IMPORTS_FILE), JSON.stringify(Object.fromEntries(imports)));
  },
};
/** web/entry.server.tsx orders by it what is started; where nothing was built, nothing needs an order. */
const scriptImports: Plugin = {
  name: "script-imports",
  resolveId: (id) => (id === IMPORTS_MODULE ? `\0${IMPORTS_MODULE}` : undefined),
  load(id) {
    if (id !== `\0${IMPORTS_MODULE}`) return undefined;
    const { command, build } = this.environment.config;
    const imports = command === "build" ? readFileSync(join(build.outDir, "..", IMPORTS_FILE), "utf8") : "{}";
    return `export default ${imports}`;
  },
};

/** Names of classes are noted beside the client, for end-to-end tests (e2e/class-selector.ts). */
const styles = cssModules({
  root: import.meta.dirname,
  inline: "web/app/inline.ts",
  report: "../class-names.json",
});

export default defineConfig({
  base: BASE,
  publicDir: "web/public",
  plugins: [styles, reactRouter(), leftOut(), inlineScripts, weighed, noteImports, scriptImports],
  // Of the server's build too, which holds the inline style.
  build: { cssTarget: browserTarget },
  define: { "import.meta.env.BUILD_TARGET": JSON.stringify(buildTarget(process.env)) },
  optimizeDeps: {
    // Known beforehand, so that the first page in development is not thrown away half loaded.
    include: [
      "@base-ui/react/alert-dialog",
      "@base-ui/react/dialog",
      "@base-ui/react/otp-field",
      "@base-ui/react/tabs",
      "@noble/hashes/sha2.js",
      "@noble/hashes/utils.js",
      "idb",
      "lossless-json",
      "react-hook-form",
      "uqr",
      "zod/mini",
    ],
  },
  environments: {
    client: {
      build: {
        target: browserTarget,
        rolldownOptions: {
          // Class names stand in the markup's own texts, not in constants beside them.
          optimization: { inlineConst: { mode: "all", pass: 3 } },
          output: {
            // A name stands in dozens of places of a first screen, and nothing compresses its hash:
            // 42 bits tell the versions of one script apart as well as 48.
            entryFileNames: "assets/[name]-[hash:7].js",
            chunkFileNames: "assets/[name]-[hash:7].js",
            codeSplitting: {
              groups: [
                { name: "react", test: vendor.react, priority: 5 },
                { name: "router", test: vendor.router, priority: 4 },
                { name: ownChunk, debugName: "own", priority: 3 },
                { name: apartFromClub, debugName: "apart from the club", priority: 2 },
                { name: clubChunk, debugName: "club", priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
});
