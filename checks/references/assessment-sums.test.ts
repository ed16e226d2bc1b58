import { expect, test } from "vitest";
import { findingsIn } from "../test-findings.ts";
import { assessmentSums } from "./assessment-sums.ts";

const numbers = Array.from({ length: 253 }, (_none, at) => `1.${1 + Math.floor(at / 9)}.${1 + (at % 9)}`);
/** An assessment with 100 yes, 3 part, 1 no, and the rest not applicable. */
const assessment = [
  "Of the 253: 100 yes, 3 part, 1 no, 149 not applicable. More.",
  "| number | status | verified by |",
  `| ${numbers.slice(0, 100).join(" ")} | yes    | a test |`,
  `| ${numbers.slice(100, 103).join(" ")} | part | some |`,
  `| ${numbers[103]} | no | nothing |`,
  `${numbers.slice(104).join(" ")}: –, no WebRTC.`,
].join("\n");
const findingsOf = (text: string): string[] => findingsIn(assessmentSums, { "docs/security.md": text });

test("finds sums that are not those of the tables, and requirements that are missing or repeated", () => {
  expect(findingsOf(assessment)).toEqual([]);
  const better = 'docs/security.md:1 does not say "Of the 253: 101 yes, 3 part, 0 no, 149 not applicable."';
  expect(findingsOf(assessment.replace("| no |", "| yes |"))).toEqual([better]);
  const twice = assessment.replace(`| ${numbers[103]} |`, `| ${numbers[102]} |`);
  expect(findingsOf(twice)).toEqual([
    `docs/security.md:5 assesses ${numbers[102]} again, after line 4`,
    "docs/security.md:1 assesses 252 of 253 requirements",
  ]);
});
