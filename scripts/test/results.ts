import { readFileSync } from "node:fs";
import { basename, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { projectRoot } from "../release/run-tool.ts";

export type TestCounts = {
  readonly passed: number;
  readonly failed: number;
  /** A line on each test that failed, with what was wrong at its last try. */
  readonly broken: readonly string[];
  /** A line on each test that passed only when it was tried again, with what was wrong before. */
  readonly retried: readonly string[];
};

/** The part of Vitest's JSON report that is read. */
type Report = {
  testResults: readonly {
    name: string;
    status: string;
    assertionResults: readonly {
      status: string;
      fullName: string;
      /** Messages of every try; a test that passed in the end may have some. */
      failureMessages: readonly string[];
    }[];
    /** The error of the file itself. */
    message?: string;
  }[];
};

/** Its first line, what a browser was waited for, where the test's own file stood, and what the page showed. */
function summarizeFailure(message: string, file: string): string {
  const [first = "", ...more] = stripVTControlCharacters(message)
    .split("\n")
    .map((line) => line.trim());
  const waited = more.find((line) => line.startsWith("- waiting for"));
  const at = more.find((line) => line.startsWith("at ") && line.includes(file));
  const place = at && /:(\d+):\d+\)?$/.exec(at)?.[1];
  const shown = more.filter((line) => line.startsWith("the page showed: "));
  return [first, waited?.slice(2), place && `line ${place}`, ...shown].filter(Boolean).join(", ");
}
const failureLine = (file: string, name: string, message: string): string =>
  `${relative(projectRoot, file)}: ${name}: ${summarizeFailure(message, file)}`;

/**
 * Counts the tests of a report. A file that could not be run is one failure, and so is a test that
 * was left out: a run with less than everything is not a pass. So is a run that failed although
 * each of its tests passed (an error outside of any test), or left no report.
 * @param isPassed whether Vitest itself ended well
 */
export function countResults(report: Report, isPassed: boolean): TestCounts {
  let [passed, failed] = [0, 0];
  const broken: string[] = [];
  const retried: string[] = [];
  for (const { name, status, assertionResults, message = "" } of report.testResults) {
    let failedHere = 0;
    for (const { status: of, fullName, failureMessages } of assertionResults) {
      const [first, last] = [failureMessages[0], failureMessages.at(-1)];
      if (of === "passed") {
        passed++;
        if (first !== undefined) retried.push(failureLine(name, fullName, first));
      } else {
        failedHere++;
        broken.push(failureLine(name, fullName, last ?? of));
      }
    }
    if (failedHere === 0 && status === "failed") {
      failedHere = 1;
      broken.push(failureLine(name, "the file itself", message));
    }
    failed += failedHere;
  }
  if (failed > 0 || isPassed) return { passed, failed, broken, retried };
  return { passed, failed: 1, broken: ["an error outside of any test"], retried };
}

/** The same, of a report in a file. */
export function readResults(file: string, isPassed: boolean): TestCounts {
  try {
    return countResults(JSON.parse(readFileSync(file, "utf8")) as Report, isPassed);
  } catch {
    return { passed: 0, failed: 1, broken: [`${basename(file)}: no report`], retried: [] };
  }
}
