import { readFileSync } from "node:fs";

export type Count = { readonly passed: number; readonly failed: number };

/** What is read of Vitest's JSON report. */
type Report = {
  testResults: readonly {
    name: string;
    status: string;
    assertionResults: readonly { status: string }[];
  }[];
};

/**
 * Counts the tests of a report. A file that could not be run is one failure, and so is a test that
 * was left out: a run with less than everything is not a pass. So is a run that failed although
 * each of its tests passed (an error outside of any test), or left no report.
 * @param isPassed whether Vitest itself ended well
 */
export function countResults(report: Report, isPassed: boolean): Count {
  let [passed, failed] = [0, 0];
  for (const { status, assertionResults } of report.testResults) {
    const passedHere = assertionResults.filter((each) => each.status === "passed").length;
    const failedHere = assertionResults.length - passedHere;
    passed += passedHere;
    failed += failedHere === 0 && status === "failed" ? 1 : failedHere;
  }
  return { passed, failed: failed === 0 && !isPassed ? 1 : failed };
}

/** The same, of a report in a file. */
export function readResults(file: string, isPassed: boolean): Count {
  try {
    return countResults(JSON.parse(readFileSync(file, "utf8")) as Report, isPassed);
  } catch {
    return { passed: 0, failed: 1 };
  }
}
