import { expect, test } from "vitest";
import { cycles } from "./cycles.ts";
import { reachability } from "./reachability.ts";
import { typeProjects } from "../repository/type-projects.ts";
import { findingsIn } from "../test-findings.ts";

test("finds a cycle of types, once", () => {
  expect(
    findingsIn(cycles, {
      "web/ui/a.ts": 'import type { B } from "./b.ts"; export type A = 1',
      "web/ui/b.ts": 'export * from "./c.ts"',
      "web/ui/c.ts": 'import { A } from "./a.ts"',
      "web/ui/d.ts": 'import "./a.ts"',
    }),
  ).toEqual(["web/ui/a.ts:1 imports in a circle: web/ui/a.ts → web/ui/b.ts → web/ui/c.ts → web/ui/a.ts"]);
});

test("finds what nothing uses, and what only a test uses", () => {
  expect(
    findingsIn(reachability, {
      "server/main.ts": 'import "./app.ts"; new Worker(new URL("worker.ts", import.meta.url))',
      "server/app.ts": "",
      "server/worker.ts": "",
      "server/dead.ts": 'import "./deader.ts"',
      "server/deader.ts": "",
      "server/tested.ts": "",
      "server/a.test.ts": 'import "./tested.ts"; import "./test-help.ts"',
      "server/test-help.ts": "",
      "web/routes.ts": 'export default [index("activity/list/list-page.tsx")]',
      "web/activity/list/list-page.tsx": 'import css from "./list.css?inline"; import("./late.ts")',
      "web/activity/list/list.css": "",
      "web/activity/list/late.ts": "",
      "vitest.config.ts": 'export default { globalSetup: ["server/testing/a.setup.ts"] }',
      "server/testing/a.setup.ts": "",
    }),
  ).toEqual([
    "server/dead.ts:1 is used by nothing",
    "server/deader.ts:1 is used by nothing",
    "server/tested.ts:1 is used by tests alone",
  ]);
});

test("finds a folder that is not type-checked", () => {
  expect(
    findingsIn(typeProjects, {
      "tsconfig.json": JSON.stringify({
        references: [{ path: "web" }, { path: "./server/tsconfig.product.json" }],
      }),
      "web/a.tsx": "",
      "server/a.ts": "",
      "bench/a.ts": "",
      "docs/a.md": "",
    }),
  ).toEqual(["tsconfig.json:1 does not refer to bench/"]);
});
