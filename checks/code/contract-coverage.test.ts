import { expect, test } from "vitest";
import { contractCoverage } from "./contract-coverage.ts";
import { findingsIn } from "../test-findings.ts";

const complete = {
  "contract/a.ts": 'export const listThings = defineCall({ name: "listThings", method: "GET" });',
  "server/a/routes.ts": 'import { listThings } from "#contract/a.ts"; calls.on(listThings, async () => []);',
  "server/a/routes.test.ts": 'import { listThings } from "#contract/a.ts";',
  "web/a/api.ts": 'import { listThings } from "#contract/a.ts";',
};
const without = (path: keyof typeof complete) => findingsIn(contractCoverage, { ...complete, [path]: "" });

test("accepts a call with a handler, a use and a test", () => {
  expect(findingsIn(contractCoverage, complete)).toEqual([]);
});

test.each([
  ["server/a/routes.ts", "has no handler in server/: calls.on with its own name"],
  ["web/a/api.ts", "is used by nothing in web/"],
  ["server/a/routes.test.ts", "is named by no test"],
] as const)("finds a call that is missing in %s", (path, what) => {
  expect(without(path)).toEqual([`contract/a.ts:1 call listThings ${what}`]);
});

test("finds a call whose name differs from its constant", () => {
  const texts = {
    ...complete,
    "contract/a.ts": complete["contract/a.ts"].replace('"listThings"', '"listOthers"'),
  };
  expect(findingsIn(contractCoverage, texts)).toEqual([
    'contract/a.ts:1 call listThings names itself "listOthers"',
  ]);
});

test("finds a handler that is registered under another name", () => {
  const routes = 'import { listThings as call } from "#contract/a.ts"; calls.on(call, async () => []);';
  expect(findingsIn(contractCoverage, { ...complete, "server/a/routes.ts": routes })).toEqual([
    "contract/a.ts:1 call listThings has no handler in server/: calls.on with its own name",
  ]);
});

const operatorCall =
  'export const listThings = defineOperatorCall({ name: "listThings", right: "a.read", kind: "read" });';
const ofConsole = { ...complete, "contract/a.ts": operatorCall };

test("CO07 judges the calls of the console alike", () => {
  expect(findingsIn(contractCoverage, ofConsole)).toEqual([]);
  expect(findingsIn(contractCoverage, { ...ofConsole, "web/a/api.ts": "" })).toEqual([
    "contract/a.ts:1 call listThings is used by nothing in web/",
  ]);
});

test.for(["right", "kind"])("CO07 finds a call of the console without %s", (field) => {
  const without = operatorCall.replace(new RegExp(`, ${field}: "[a-z.]+"`), "");
  expect(findingsIn(contractCoverage, { ...ofConsole, "contract/a.ts": without })).toEqual([
    `contract/a.ts:1 call listThings has no ${field}`,
  ]);
});
