import { expect, test } from "vitest";
import { countResults, readResults } from "./results.ts";
import { projectRoot } from "../release/run-tool.ts";

const file = (status: string, ...tests: string[]) => ({
  name: `${projectRoot}web/a.test.ts`,
  status,
  assertionResults: tests.map((each) => ({ status: each, fullName: "does it", failureMessages: [] })),
});

test.each([
  [
    "tests that pass and fail",
    [file("passed", "passed", "passed"), file("failed", "passed", "failed")],
    false,
    3,
    ["web/a.test.ts: does it: failed"],
  ],
  [
    "a file that cannot be run",
    [{ ...file("failed"), message: "Error: no such module\n    at here" }, file("passed", "passed")],
    false,
    1,
    ["web/a.test.ts: the file itself: Error: no such module"],
  ],
  [
    "a test that is left out",
    [file("passed", "passed", "skipped")],
    true,
    1,
    ["web/a.test.ts: does it: skipped"],
  ],
  ["an error outside of any test", [file("passed", "passed")], false, 1, ["an error outside of any test"]],
  ["all well", [file("passed", "passed")], true, 1, []],
] as const)("counts and names %s", (_what, testResults, isPassed, passed, broken) => {
  const failed = broken.length;
  expect(countResults({ testResults }, isPassed)).toEqual({ passed, failed, broken, retried: [] });
});

test("a test that passed at its second try is named, with what was wrong at the first", () => {
  const tried = {
    status: "passed",
    fullName: "group does it",
    failureMessages: ["Error: too late\n    at here", "Error: other"],
  };
  const failing = { ...tried, status: "failed" };
  const testResults = [
    { name: `${projectRoot}web/a.test.ts`, status: "failed", assertionResults: [tried, failing] },
  ];
  expect(countResults({ testResults }, false)).toEqual({
    passed: 1,
    failed: 1,
    broken: ["web/a.test.ts: group does it: Error: other"],
    retried: ["web/a.test.ts: group does it: Error: too late"],
  });
});

test("what a browser was waited for is named, the line of the test that waited, and what the page showed", () => {
  const name = `${projectRoot}e2e/a.test.ts`;
  const message = [
    "locator.waitFor: Timeout 60000ms exceeded.",
    "Call log:",
    "\u001b[2m  - waiting for getByText(/^已改到/) to be visible\u001b[22m",
    "",
    `    at choose (${name}:151:34)`,
    `    at ${name}:166:3`,
    "the page showed: /mine | 改签没有成功",
  ].join("\n");
  const assertionResults = [{ status: "passed", fullName: "does it", failureMessages: [message] }];
  expect(countResults({ testResults: [{ name, status: "passed", assertionResults }] }, true).retried).toEqual(
    [
      "e2e/a.test.ts: does it: locator.waitFor: Timeout 60000ms exceeded., waiting for getByText(/^已改到/) to be visible, line 151, the page showed: /mine | 改签没有成功",
    ],
  );
});

test("a run without a report is a failure", () => {
  expect(readResults("/nowhere/results.json", true)).toEqual({
    passed: 0,
    failed: 1,
    broken: ["results.json: no report"],
    retried: [],
  });
});
