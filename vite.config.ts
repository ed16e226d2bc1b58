import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

// Used by `react-router build` and by the development server inside Fastify. Vitest has its own
// configuration, so that React Router's plugin is not loaded there.
/**
 * What every page needs, in two files instead of thirty: compressed together it is 10 KB less. The
 * first stays in the cache when only our own code changes. Nothing that a sheet or a form loads
 * later may be in them.
 */
const vendor =
  /node_modules[\\/](react|react-dom|react-router|scheduler|cookie|turbo-stream|set-cookie-parser)[\\/]/;
const first = [
  "web/app/(address-rules|wechat-share|app-frame|challenge|challenge-parts|error-page|start|theme|words)",
  "web/platform/(address|back|changed|channel|city|client|environment|hydration|locate-at-start|network|picture|server-time|site|start-tracking|track|worker)",
  "web/platform/http/(challenges|send|unreached)",
  "web/platform/login/(bind-when-asked|log-in-by-host|person|session|settled|start-login|use-user|way)",
  "web/platform/storage/(safe-storage|session-values)",
  "web/ui/(art|button|classes|failure|format|frame|hydrated|icon|icons|logo|person-button|screen|notice|skeleton|states|tag|picture|words)",
  "contract/(channel-names|demo-brand|environments|web-base|hosts|limits|session-paths|activity-words|shown-name)",
];
const base = new RegExp(`(${first.join("|")})\\.tsx?$`);

export default defineConfig({
  base: "/marketing/area/activity/",
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
      "weixin-js-sdk",
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
                { name: "vendor", test: vendor, priority: 3 },
                { name: "base", test: base, priority: 2 },
                { name: "lists", test: /web[\\/]activity[\\/]/, minShareCount: 2, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
});
