import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

// Used by `react-router build` and by the development server inside Fastify. Vitest has its own
// configuration, so that React Router's plugin is not loaded there.

const BASE = "/marketing/area/activity/";

/** Of packages, what every page needs: it stays in the cache when only our own code changes. */
const vendor = /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/;

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
 * Our own code of the first screens in two files instead of thirty, which is 10 KB less: what every
 * page needs, and what index and list share. Nobody keeps a list: whatever these import is in there,
 * and counts against the first script's budget (e2e/first-script.test.ts).
 */
function ownChunk(id: string, graph: Graph): string | null {
  if (!/[\\/](web|contract)[\\/]/.test(id) || /web[\\/](root|entry\.client)\.tsx/.test(id)) return null;
  const isNeeded = (file: string) => isNeededBy(file, id, graph);
  if (isNeeded("web/root.tsx") || isNeeded("web/entry.client.tsx")) return "base";
  return isNeeded("web/activity/index-page.tsx") && isNeeded("web/activity/list-page.tsx") ? "lists" : null;
}

export default defineConfig({
  base: BASE,
  publicDir: "web/public",
  plugins: [tailwindcss(), reactRouter()],
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
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: "vendor", test: vendor, priority: 2 },
                { name: ownChunk, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
});
