import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { chromiumFlags, findChromium, findPostgres } from "./scripts/setup/find-tools.mjs";

// The two routes projects run the same files, but for a few, once on each database; files share their process, so
// that the server's modules are read and PGlite is compiled once, which is half of their work: no
// file may leave anything behind in a module. `npm test` runs the
// end-to-end projects beside the others (scripts/test/run-tests.ts).
const chromium = findChromium();
const postgresBin = findPostgres();
const withDatabase = ["{server,simulator,demo}/**/{routes,store,*.routes,*.store}.test.ts"];
/**
 * Of these what is said over HTTP alone, whatever the database: once is enough, where a database is there soonest.
 * So is what the demo brand is made of: end-to-end tests begin with PGlite filled, and break that off, too.
 * Operators' commands are for PostgreSQL alone, and say so where there is none (scripts/commands/commands.test.ts); nobody
 * else is at an embedded database while it is migrated, or while somebody is erased.
 */
const withAnyDatabase = [
  "demo/fill.routes.test.ts",
  "server/compose/staff-link.store.test.ts",
  "server/database/migrations/migrate.store.test.ts",
  "server/site-root/site-root.routes.test.ts",
  "server/http/cache/brotli.routes.test.ts",
  "server/http/pages/identity-html.routes.test.ts",
  "server/http/pipeline/{access,create-server,roles,route-coverage}.routes.test.ts",
  "server/http/security/device-cookie.routes.test.ts",
  "server/identity/refused/{authorize,calls,pages,redirects}.routes.test.ts",
  "server/location/{amap.routes,routes}.test.ts",
  "server/poster/poster.routes.test.ts",
  "server/{catalogue,export,koc,privacy,invitation,session}/command.routes.test.ts",
  "server/testing/erasure/erasure-locking.routes.test.ts",
  "server/wechat/redirect.routes.test.ts",
  "simulator/bridge-test/routes.test.ts",
  "simulator/wechat/wechat.routes.test.ts",
];

/**
 * Tests run in mixed order, so that none leans on another; the same order each time, so that the
 * same code has the same outcome. TEST_SEED gives another order. Groups follow one another.
 */
const seed = Number(process.env["TEST_SEED"] ?? 1);
const inGroup = (groupOrder: number) => ({ groupOrder, shuffle: true, seed });

/**
 * Limits are for what hangs, not for what is slow: a machine with half the speed and other work to do
 * keeps far within them. What is waited for step by step is waited for that long, too.
 */
const limits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
} as const;
/** The same where a look at the page is work for three processes: fewer of them leave more to the page. */
const limitsOfPages = { ...limits, expect: { poll: { timeout: 60_000, interval: 150 } } } as const;

/** Specs that start installations of their own, with other settings, several processes, or faults. */
const withOwnInstallation = [
  "e2e/login/{expired-session,login-matrix}.test.ts",
  "e2e/operation/{durability,faults,page-cache,processes,start}.test.ts",
  "e2e/privacy/no-personal-data-leaks.test.ts",
];
const endToEnd = (
  name: string,
  globalSetup: string,
  include: string[],
  exclude: string[],
  groupOrder: number,
) => ({
  test: {
    name,
    include,
    exclude,
    retry: 2,
    environment: "node" as const,
    globalSetup: [globalSetup],
    isolate: false,
    ...limitsOfPages,
    maxWorkers: 1,
    fileParallelism: false,
    sequence: inGroup(groupOrder),
  },
});

const usedInBrowser = [
  "@base-ui/react/alert-dialog",
  "@base-ui/react/dialog",
  "@base-ui/react/otp-field",
  "@base-ui/react/tabs",
  "@noble/hashes/sha2.js",
  "@noble/hashes/utils.js",
  "axe-core",
  "fast-check",
  "idb",
  "jsqr",
  "lossless-json",
  "p-limit",
  "react",
  "react-dom",
  "react-dom/client",
  "react-hook-form",
  "react-router",
  "react/jsx-dev-runtime",
  "uqr",
  "weixin-js-sdk",
  "zod/mini",
];

export default defineConfig({
  test: {
    // `retry` stands where a real database or browser answers late on a loaded machine; what fails
    // each time is broken, and the report names what needed another try.
    sequence: { shuffle: true, seed },
    maxWorkers: 2,
    passWithNoTests: false,
    projects: [
      {
        test: {
          name: "unit",
          environment: "node",
          include: ["{contract,server,demo,simulator,scripts,checks,bench}/**/*.test.ts"],
          exclude: withDatabase,
          ...limits,
          sequence: inGroup(0),
        },
      },
      {
        test: {
          name: "routes-pglite",
          environment: "node",
          include: withDatabase,
          exclude: withAnyDatabase,
          retry: 1,
          globalSetup: ["server/testing/database/pglite.setup.ts"],
          isolate: false,
          ...limits,
          maxWorkers: 2,
          sequence: inGroup(1),
        },
      },
      {
        test: {
          name: "routes-postgres",
          environment: "node",
          include: withDatabase,
          retry: 1,
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
        optimizeDeps: { include: usedInBrowser },
        test: {
          name: "browser",
          retry: 1,
          include: ["web/**/*.test.{ts,tsx}"],
          ...limits,
          maxWorkers: 1,
          sequence: inGroup(3),
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              actionTimeout: limits.expect.poll.timeout,
              launchOptions: { ...(chromium && { executablePath: chromium }), args: chromiumFlags },
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
      endToEnd("e2e", "e2e/testing/product.setup.ts", ["e2e/**/*.test.ts"], withOwnInstallation, 4),
      endToEnd("e2e-installations", "e2e/testing/demo-data.setup.ts", withOwnInstallation, [], 5),
    ],
  },
});
