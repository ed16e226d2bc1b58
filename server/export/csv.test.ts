import { expect, test } from "vitest";
import { csvCell, csvLine } from "./csv.ts";

test("W10 texts that a spreadsheet program would evaluate as formulas stay text", () => {
  const formulas = [
    "=1+1",
    "+86",
    "-5",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    " =1",
    "＝1+1",
    "＠a",
    '=HYPERLINK("x")',
  ];
  expect(formulas.map((text) => /^"?'/.test(csvCell(text)))).toEqual(formulas.map(() => true));
  expect(csvCell('=HYPERLINK("x","y")')).toBe('"\'=HYPERLINK(""x"",""y"")"');
});

test("W10 commas, quotes and line breaks stay within their cell, everything else is unchanged", () => {
  const line = csvLine(["林晓岚", "138****0001", "a,b", 'say "hi"', "two\nlines", "", "1-2", "周末;上午"]);
  expect(line).toBe('林晓岚,138****0001,"a,b","say ""hi""","two\nlines",,1-2,"周末;上午"\r\n');
});
