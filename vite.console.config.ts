import { defineConfig } from "vite";
import { cssModules } from "./scripts/css-modules/vite-plugin.ts";

/**
 * Browsers of the console: operators' desks, not shoppers' phones. Each has `light-dark`, container queries and the
 * WebAuthn calls of passkeys.
 */
const deskBrowsers = ["chrome111", "edge111", "firefox115", "safari16.4"];

// The operator console: an application of its own below /console/, of which nothing is in a shopper's page
// (requirement CO01). The build script gives the output folder.
export default defineConfig({
  plugins: [cssModules({ root: import.meta.dirname })],
  root: "web/console",
  base: "/console/",
  // The web app's own has another root and other packages.
  cacheDir: new URL("node_modules/.vite/console", import.meta.url).pathname,
  // Only build/console/assets is served: the fonts of the design tokens are bundled, not copied.
  publicDir: false,
  resolve: { alias: { "/fonts": new URL("./web/public/fonts", import.meta.url).pathname } },
  build: {
    target: deskBrowsers,
    outDir: "../../build/console",
    emptyOutDir: true,
    // The policy allows no data: in fonts and scripts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The table alone: with small shared parts in its chunk, pages without a table would load it.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: "data-table", test: /kit\/table\/data-table|@tanstack\/.*(table|virtual)/ }],
        },
      },
    },
    // Stored apart from the served files (scripts/release/source-maps.ts).
    sourcemap: "hidden",
  },
});
