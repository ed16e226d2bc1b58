/**
 * Text that a spreadsheet program would evaluate as a formula, full-width characters included, and whatever shows
 * nothing before it; also text that begins with a tab or a line break (OWASP CSV injection).
 */
const startsFormula =
  /^(?:[\s\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@＝＋－＠﹦﹢﹣﹫]|[\t\r\n\v\f\u0085\u2028\u2029])/u;
/** Characters that separate cells or lines in some program: tabs too, since pasted files are split at them. */
const SEPARATORS = /[",;|\t\r\n\v\f\u0085\u2028\u2029]|^\s|\s$/;

/** Text of a cell of any format; an apostrophe makes a formula plain text. */
export const plainCell = (text: string): string => (startsFormula.test(text) ? `'${text}` : text);

/** One cell of a CSV file (RFC 4180). */
export function csvCell(text: string): string {
  const plain = plainCell(text);
  return SEPARATORS.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** One line of a CSV file, with its line break; numbers are figures and no formulas. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map((cell) => (typeof cell === "string" ? csvCell(cell) : String(cell ?? ""))).join(",")}\r\n`;

/** Byte order mark, so that Excel reads the file as UTF-8. */
export const CSV_BOM = "\uFEFF";
