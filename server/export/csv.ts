/** Text that a spreadsheet program would evaluate as a formula, full-width characters included. */
const startsFormula = /^[\s\uFEFF]*[=+\-@＝＋－＠]|^[\t\r]/;

/** One cell of a CSV file (RFC 4180); an apostrophe makes a formula plain text (OWASP CSV injection). */
export function csvCell(text: string): string {
  const plain = startsFormula.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** One line of a CSV file, with its line break. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;

/** Byte order mark, so that Excel reads the file as UTF-8. */
export const CSV_BOM = "\uFEFF";
