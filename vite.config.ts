import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, minifySync, type Plugin } from "vite";
import { buildTarget } from "./scripts/release/build-target.mjs";
import {
  apartFromClub,
  apartFromDetail,
  clubChunk,
  detailChunk,
  sharedChunk,
} from "./scripts/release/chunk-names.ts";
import { cssModules } from "./scripts/css-modules/vite-plugin.ts";
import { browserTarget } from "./scripts/release/oldest-browsers.mjs";

// Configures `react-router build` and the development server inside Fastify. Vitest has its own
// configuration, without React Router's plugin.

const BASE = "/marketing/area/activity/";

/**
 * Splits the packages that every page needs from our own code, so that they stay cached when only our code changes.
 * Two files, because each is evaluated in a task of its own (web/app/boot.js).
 */
const vendor = {
  react: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
  router: /node_modules[\\/]react-router[\\/]/,
};

/** Scripts that every page loads before any `import()`. */
const onEveryPage = /\/(react|router|rolldown-runtime|activities|base)-[^/]+\.js$/;

/** Replaces Vite's preload helper, which also supports nonces, other origins and a failure event. */
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
      // Uses the message that browsers use for a script.
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
/** Replaces React Router's instrumentation, which is not used. */
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
 * Leaves out parts of packages that the client does not use, 1.5 KB compressed of the first script. Fails where a package has
 * moved them, so that an upgrade is examined (docs/upgrade-risks.md).
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
      const leaner = code
        .replace(/^\w+\.displayName = ".*";$/gm, "")
        .replace(/= (React\$1\.forwardRef\()/g, "= /* @__PURE__ */ $1");
      // Lines stay the same, so the source map does too.
      return { code: leaner, map: null };
    },
    buildEnd(error) {
      if (!error && found.size < leaner.size) this.error("a part that is to be left out was not found");
    },
  };
}

/** Properties of calls that only the server reads: what its security log and its access rules are derived from. */
const SERVER_ONLY = /^  (?:security: "\w+"|acts: (?:true|false)),$/gm;
/** Leaves these properties out of the browser's code. */
const browserDeclarations: Plugin = {
  name: "browser-declarations",
  apply: "build",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  transform: (code, id) =>
    // Lines stay the same, so the source map does too.
    /[\\/]contract[\\/].*\.ts$/.test(id) ? { code: code.replace(SERVER_ONLY, ""), map: null } : undefined,
};

/** Minifies the scripts that are inline in every page (web/app/inline.ts). */
const inlineScripts: Plugin = {
  name: "inline-scripts",
  apply: "build",
  enforce: "pre",
  load(id) {
    const [path = "", query] = id.split("?");
    if (query !== "raw" || !/web\/app\/[^/]+\.js$/.test(path)) return undefined;
    // Keeps the minifier from introducing syntax that the oldest supported browsers lack.
    const { code } = minifySync(path, readFileSync(path, "utf8"), { compress: { target: "es2019" } });
    return `export default ${JSON.stringify(code.trim())}`;
  },
};

/** Matches the modules about hosts and about logging in to them. */
const ofHosts =
  /web\/platform\/((login|login-methods|session|bridge|mini-program|wechat)\/|navigation\/address\.ts|environment\/(host-detection|environment|kept-configuration)\.ts)|contract\/(host\/(bridge|host-scripts|hosts)|core\/environments|session\/(session-paths|session)|wechat\/wechat)\.ts/;
/** Writes the compressed size of that code in each script to `host-code.json` beside the client (e2e/first-screen/first-script.test.ts). */
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

/** The client's build writes the imports of each script to this file; the server's build reads it. */
const IMPORTS_FILE = "script-imports.json";
const IMPORTS_MODULE = "virtual:script-imports";
const noteImports: Plugin = {
  name: "note-script-imports",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  // Runs after Vite has removed the scripts that only load a style sheet.
  writeBundle({ dir }, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
    const imports = chunks.map(({ fileName, imports: names }) => [
      BASE + fileName,
      names.filter((name) => name in bundle).map((name) => BASE + name),
    ]);
    writeFileSync(join(dir ?? "", "..", IMPORTS_FILE), JSON.stringify(Object.fromEntries(imports)));
  },
};
/** Gives web/entry.server.tsx the order in which scripts start; empty in development. */
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

/** Writes the names of classes beside the client, for end-to-end tests (e2e/testing/class-selector.ts). */
const styles = cssModules({
  root: import.meta.dirname,
  inline: "web/app/inline.ts",
  report: "../class-names.json",
});

export default defineConfig({
  base: BASE,
  publicDir: "web/public",
  plugins: [
    styles,
    reactRouter(),
    leftOut(),
    browserDeclarations,
    inlineScripts,
    weighed,
    noteImports,
    scriptImports,
  ],
  // Applies to the server's build too, which contains the inline style.
  build: { cssTarget: browserTarget },
  define: { "import.meta.env.BUILD_TARGET": JSON.stringify(buildTarget(process.env)) },
  optimizeDeps: {
    // Prevents a reload of the first page in development when a dependency is discovered late.
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
        // Moved out of the served folder by the build script (scripts/release/source-maps.ts).
        sourcemap: "hidden",
        // Every page has these scripts already, so no `import()` need name them.
        modulePreload: {
          resolveDependencies: (_file, names) => names.filter((name) => !onEveryPage.test(name)),
        },
        rolldownOptions: {
          // Folds class names into the texts of the markup.
          optimization: { inlineConst: { mode: "all", pass: 3 } },
          output: {
            // Shortens the hash to 42 bits: a name occurs dozens of times in a first screen, and hashes do not compress.
            entryFileNames: "assets/[name]-[hash:7].js",
            chunkFileNames: "assets/[name]-[hash:7].js",
            codeSplitting: {
              groups: [
                { name: "react", test: vendor.react, priority: 5 },
                { name: "router", test: vendor.router, priority: 4 },
                { name: sharedChunk, debugName: "shared", priority: 3.5 },
                { name: apartFromDetail, debugName: "apart from a detail page", priority: 3.2 },
                { name: detailChunk, debugName: "detail", priority: 3 },
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
