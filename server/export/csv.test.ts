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
    "\u200b=1",
    "\u3164+1",
    "\ufe0f-1",
    "\u202a@x",
    "\u2028x",
    "\nx",
    "﹦1",
    '=HYPERLINK("x")',
  ];
  expect(formulas.map((text) => /^"?'/.test(csvCell(text)))).toEqual(formulas.map(() => true));
  expect(csvCell('=HYPERLINK("x","y")')).toBe('"\'=HYPERLINK(""x"",""y"")"');
});

test("W10 commas, quotes and line breaks stay within their cell, everything else is unchanged", () => {
  const line = csvLine(["林晓岚", "138****0001", "a,b", 'say "hi"', "two\nlines", "", "1-2", "周末;上午"]);
  expect(line).toBe('林晓岚,138****0001,"a,b","say ""hi""","two\nlines",,1-2,"周末;上午"\r\n');
});

test("W10 cells with a character that some program takes as a separator are quoted, also at their ends", () => {
  for (const separator of ["\t", "\v", "\f", "\u0085", "\u2028", "\u2029", "\r", "\n", "|"])
    expect(csvCell(`周末${separator}上午`)).toBe(`"周末${separator}上午"`);
  expect([csvCell(" 林"), csvCell("林\u3000"), csvCell("a\t")]).toEqual(['" 林"', '"林\u3000"', '"a\t"']);
  expect(csvCell("林 晓岚")).toBe("林 晓岚");
});
