import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { cssModules } from "./scripts/css-modules/vite-plugin.ts";
import { chromiumFlags, findChromium, findPostgres } from "./scripts/setup/find-tools.mjs";
import { rowTypes } from "./scripts/test/row-types/plugin.ts";
import { testFiles } from "./scripts/test/suites.ts";

// `npm test` and `npm run test:full` run these projects (scripts/test/run-tests.ts); scripts/test/suites.ts lists the files of
// each suite. Test files that run in Node share two processes, so that modules are loaded and PGlite is compiled once,
// which is half of their work: no test file may leave state behind in a module.
const chromium = findChromium();
const postgresBin = findPostgres();

/** Runs tests in random order, so that none depends on another; TEST_SEED selects another order. */
const seed = Number(process.env["TEST_SEED"] ?? 1);
const inGroup = (groupOrder: number) => ({ groupOrder, shuffle: true, seed });

/** A test that needs more than a minute names its own time limit. */
const limits = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
} as const;
/** Polls a page less often: each poll is work for three processes. */
const pageLimits = { ...limits, expect: { poll: { timeout: 30_000, interval: 150 } } } as const;

const endToEnd = (
  name: string,
  globalSetup: string,
  files: { readonly include: string[]; readonly exclude: string[] },
  groupOrder: number,
) => ({
  test: {
    name,
    ...files,
    retry: 1,
    environment: "node" as const,
    globalSetup: [globalSetup],
    isolate: false,
    ...pageLimits,
    maxWorkers: 1,
    fileParallelism: false,
    sequence: inGroup(groupOrder),
  },
});

const usedInBrowser = [
  "@base-ui/react/alert-dialog",
  "@base-ui/react/combobox",
  "@base-ui/react/csp-provider",
  "@base-ui/react/dialog",
  "@base-ui/react/menu",
  "@base-ui/react/otp-field",
  "@base-ui/react/popover",
  "@base-ui/react/select",
  "@base-ui/react/switch",
  "@base-ui/react/tabs",
  "@base-ui/react/toast",
  "@noble/hashes/sha2.js",
  "@noble/hashes/utils.js",
  "@tanstack/react-query",
  "@tanstack/react-table",
  "@tanstack/react-virtual",
  "axe-core",
  "echarts/charts",
  "echarts/components",
  "echarts/core",
  "echarts/renderers",
  "read-excel-file/universal",
  "fast-check",
  "idb",
  "jsqr",
  "lossless-json",
  "p-limit",
  "react",
  "react-day-picker",
  "react-day-picker/locale/zh-CN",
  "react-dom",
  "react-dom/client",
  "react-hook-form",
  "react-router",
  "react-router/dom",
  "react/jsx-dev-runtime",
  "uqr",
  "weixin-js-sdk",
  "zod/mini",
];

export default defineConfig({
  test: {
    // One retry where a real browser runs: the report names every test that needed it.
    sequence: { shuffle: true, seed },
    maxWorkers: 2,
    passWithNoTests: false,
    projects: [
      {
        test: {
          name: "unit",
          environment: "node",
          ...testFiles.unit,
          isolate: false,
          ...limits,
          maxWorkers: 2,
          sequence: inGroup(0),
        },
      },
      {
        plugins: [rowTypes()],
        test: {
          name: "routes-pglite",
          environment: "node",
          ...testFiles.pglite,
          globalSetup: ["server/testing/database/pglite.setup.ts"],
          isolate: false,
          ...limits,
          maxWorkers: 2,
          sequence: inGroup(1),
        },
      },
      {
        plugins: [rowTypes()],
        test: {
          name: "routes-postgres",
          environment: "node",
          ...testFiles.postgres,
          globalSetup: ["server/testing/database/postgres.setup.ts"],
          provide: { postgresBin: postgresBin ?? "" },
          isolate: false,
          ...limits,
          maxWorkers: 2,
          sequence: inGroup(2),
        },
      },
      {
        // Found only while a test runs, a package would be bundled then, with a second React, and the page reloaded.
        plugins: [cssModules({ root: import.meta.dirname })],
        optimizeDeps: { include: usedInBrowser },
        // Each test file loads in a frame of its own. Modules do not change during a run, so that the browser need not ask
        // for each of them again.
        ...(process.argv.includes("run") && { server: { headers: { "cache-control": "max-age=3600" } } }),
        test: {
          name: "browser",
          retry: 1,
          ...testFiles.browser,
          ...limits,
          maxWorkers: 1,
          sequence: inGroup(3),
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              actionTimeout: limits.expect.poll.timeout,
              // Motion draws frame after frame.
              contextOptions: { reducedMotion: "reduce" },
              launchOptions: { ...(chromium && { executablePath: chromium }), args: chromiumFlags },
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
      endToEnd("e2e", "e2e/testing/product.setup.ts", testFiles.endToEnd, 4),
      endToEnd("e2e-installations", "e2e/testing/demo-data.setup.ts", testFiles.installations, 5),
    ],
  },
});
