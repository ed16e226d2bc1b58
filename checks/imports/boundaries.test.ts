import { expect, test } from "vitest";
import { boundaries } from "./boundaries.ts";
import { findingsIn } from "../test-findings.ts";

const manifest = JSON.stringify({
  dependencies: { zod: "1", fastify: "1", react: "1" },
  devDependencies: { vitest: "1", vite: "1", "fast-check": "1" },
});
/** Findings for one importing file with existing targets. */
const one = (importer: string, statement: string, ...targets: string[]) =>
  findingsIn(boundaries, {
    "package.json": manifest,
    [importer]: statement,
    ...Object.fromEntries(targets.map((path) => [path, ""])),
  });

test.each([
  ["a feature imports another", "web/activity/a.ts", 'import "../captcha/b.ts"', "web/captcha/b.ts"],
  ["a feature imports the app", "web/activity/a.ts", 'import "../app/b.ts"', "web/app/b.ts"],
  [
    "platform imports a feature",
    "web/platform/http/a.ts",
    'import "../../activity/b.ts"',
    "web/activity/b.ts",
  ],
  ["platform imports ui", "web/platform/a.ts", 'import "../ui/b.tsx"', "web/ui/b.tsx"],
  ["ui imports a feature", "web/ui/a.tsx", 'import type { B } from "../activity/b.ts"', "web/activity/b.ts"],
  ["web imports server", "web/app/a.ts", 'import type { B } from "../../server/app.ts"', "server/app.ts"],
  ["contract imports web", "contract/a.ts", 'export * from "../web/ui/b.ts"', "web/ui/b.ts"],
  [
    "a feature imports more than another's index.ts",
    "server/signup/a.ts",
    'import "../captcha/store.ts"',
    "server/captcha/store.ts",
  ],
  ["a server feature imports the app", "server/signup/a.ts", 'import "../app.ts"', "server/app.ts"],
  ["http imports a feature", "server/http/a.ts", 'import "../signup/index.ts"', "server/signup/index.ts"],
  [
    "a feature imports test support",
    "server/signup/a.ts",
    'import "../testing/app.ts"',
    "server/testing/app.ts",
  ],
  [
    "server imports simulator",
    "server/app.ts",
    'await import("../simulator/index.ts")',
    "simulator/index.ts",
  ],
  [
    "simulator imports a feature",
    "simulator/a.ts",
    'import { b } from "../server/signup/index.ts"',
    "server/signup/index.ts",
  ],
  [
    "demo imports more than a feature's index.ts",
    "demo/a.ts",
    'import "../server/signup/register/store.ts"',
    "server/signup/register/store.ts",
  ],
  ["an import in a type", "web/ui/a.ts", 'type B = import("../activity/b.ts").B', "web/activity/b.ts"],
  ["e2e imports web", "e2e/a.test.ts", 'import "../web/app/b.ts"', "web/app/b.ts"],
])("finds: %s", (_what, importer, statement, target) => {
  expect(one(importer, statement, target)).toEqual([`${importer}:1 may not import ${target}`]);
});

test.each([
  ["web/app/a.tsx", 'import "../activity/b.ts"', "web/activity/b.ts"],
  ["web/activity/a.tsx", 'import "../ui/b.tsx"; import "#contract/c.ts"', "web/ui/b.tsx", "contract/c.ts"],
  [
    "server/signup/a.ts",
    'import "../captcha/index.ts"; import "../core/app-context.ts"',
    "server/captcha/index.ts",
    "server/core/app-context.ts",
  ],
  ["server/signup/a.test.ts", 'import "../testing/app.ts"', "server/testing/app.ts"],
  ["server/signup/test-a.ts", 'import "../testing/app.ts"', "server/testing/app.ts"],
  ["server/main.ts", 'await import("../demo/index.ts")', "demo/index.ts"],
  ["simulator/a.ts", 'import type { Product } from "../server/app.ts"', "server/app.ts"],
  ["web/activity/a.tsx", 'import type { Route } from "./+types/a.ts"'],
])("allows: %s with %s", (importer, statement, ...targets) => {
  expect(one(importer, statement, ...targets)).toEqual([]);
});

test("finds a static import of simulator or demo", () => {
  expect(one("server/main.ts", 'import "../demo/index.ts"', "demo/index.ts")).toEqual([
    "server/main.ts:1 imports demo/index.ts always: simulator and demo are imported only when they are wanted",
  ]);
});

test("finds computed imports, on their line", () => {
  expect(one("server/signup/a.ts", "\nawait import(name)")).toEqual([
    "server/signup/a.ts:2 computes what it imports: nobody can follow it",
  ]);
});

test("finds packages that are undeclared, for the other side, or for development only", () => {
  const imports = (path: string, name: string) => one(path, `import ${JSON.stringify(name)}`);
  expect(imports("web/app/a.ts", "left-pad")).toEqual([
    'web/app/a.ts:1 imports "left-pad", which package.json does not declare',
  ]);
  expect(imports("web/app/a.ts", "node:fs")).toEqual([
    'web/app/a.ts:1 may not import the package "node:fs" (server only)',
  ]);
  expect(imports("contract/a.ts", "react")).toEqual(['contract/a.ts:1 may not import the package "react"']);
  expect(imports("server/signup/a.ts", "vite")).toEqual([
    'server/signup/a.ts:1 imports "vite", which is installed for development only',
  ]);
  expect(imports("contract/a.ts", "zod/mini")).toEqual([]);
  expect(imports("contract/a.test.ts", "fast-check")).toEqual([]);
});

test("finds a file outside the known folders", () => {
  expect(one("helpers/a.ts", "")).toEqual(["helpers/a.ts:1 lies in no folder that the import table knows"]);
});
