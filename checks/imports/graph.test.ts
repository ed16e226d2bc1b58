import { expect, test } from "vitest";
import { cycles } from "./cycles.ts";
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
