import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { root } from "./run-tool.ts";

export type Count = {
  readonly passed: number;
  readonly failed: number;
  /** A line on each test that passed only when it was tried again, with what was wrong before. */
  readonly retried: readonly string[];
};

/** What is read of Vitest's JSON report. */
type Report = {
  testResults: readonly {
    name: string;
    status: string;
    assertionResults: readonly {
      status: string;
      fullName: string;
      /** Of every try: what passed in the end may have some. */
      failureMessages: readonly string[];
    }[];
  }[];
};

/** Its first line, what a browser was waited for, and where the test's own file stood. */
function toldBy(message: string, file: string): string {
  const [first = "", ...more] = message.split("\n").map((line) => line.trim());
  const waited = more.find((line) => line.startsWith("- waiting for"));
  const at = more.find((line) => line.startsWith("at ") && line.includes(file));
  const place = at && /:(\d+):\d+\)?$/.exec(at)?.[1];
  return [first, waited?.slice(2), place && `line ${place}`].filter(Boolean).join(", ");
}
const lineOn = (file: string, name: string, messages: readonly string[]): string =>
  `${relative(root, file)}: ${name}: ${messages.length > 0 ? toldBy(messages[0] ?? "", file) : ""}`;

/**
 * Counts the tests of a report. A file that could not be run is one failure, and so is a test that
 * was left out: a run with less than everything is not a pass. So is a run that failed although
 * each of its tests passed (an error outside of any test), or left no report.
 * @param isPassed whether Vitest itself ended well
 */
export function countResults(report: Report, isPassed: boolean): Count {
  let [passed, failed] = [0, 0];
  const retried: string[] = [];
  for (const { name, status, assertionResults } of report.testResults) {
    const good = assertionResults.filter((each) => each.status === "passed");
    const failedHere = assertionResults.length - good.length;
    passed += good.length;
    for (const { fullName, failureMessages } of good)
      if (failureMessages.length > 0) retried.push(lineOn(name, fullName, failureMessages));
    failed += failedHere === 0 && status === "failed" ? 1 : failedHere;
  }
  return { passed, failed: failed === 0 && !isPassed ? 1 : failed, retried };
}

/** The same, of a report in a file. */
export function readResults(file: string, isPassed: boolean): Count {
  try {
    return countResults(JSON.parse(readFileSync(file, "utf8")) as Report, isPassed);
  } catch {
    return { passed: 0, failed: 1, retried: [] };
  }
}
