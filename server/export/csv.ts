/** What a table program takes for a formula, in Chinese forms too. */
const startsFormula = /^[\s\uFEFF]*[=+\-@＝＋－＠]|^[\t\r]/;

/** One cell of a CSV file (RFC 4180): what would be a formula is text, by an apostrophe before it. */
export function csvCell(text: string): string {
  const plain = startsFormula.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** One line of it, with its end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;

/** What such a file begins with, so that Excel reads it as UTF-8. */
export const CSV_BOM = "\uFEFF";
