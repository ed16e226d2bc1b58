import { defineConfig } from "vite";
import { cssModules } from "./scripts/css-modules/vite-plugin.ts";
import { browserTarget } from "./scripts/release/oldest-browsers.mjs";

// The identity provider's pages: an application of their own below /pass/, so that they can stand
// on another host. The build script gives the output folder.
export default defineConfig({
  plugins: [cssModules({ root: import.meta.dirname })],
  root: "web/pass",
  base: "/pass/",
  // The web app's own has another root and other packages.
  cacheDir: new URL("node_modules/.vite/pass", import.meta.url).pathname,
  // Only build/pass/assets is served: the fonts of the design tokens are bundled, not copied.
  publicDir: false,
  resolve: { alias: { "/fonts": new URL("./web/public/fonts", import.meta.url).pathname } },
  build: { target: browserTarget, outDir: "../../build/pass", emptyOutDir: true },
});
