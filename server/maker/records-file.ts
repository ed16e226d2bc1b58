/** A row of a file and its line, from 1. */
export type FileRecord = { readonly line: number; readonly record: unknown };
/** A file that is neither JSON nor CSV of records; the message says where. */
export class RecordsFileError extends Error {}

type CsvRow = { readonly line: number; readonly cells: readonly string[] };

/** Splits CSV into rows (RFC 4180): quoted cells may have commas, quotes and line breaks. @throws RecordsFileError */
function rowsOf(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let [line, start, at] = [1, 1, 0];
  while (at < text.length) {
    const cell = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/.exec(text.slice(at, at + MAX_CELL));
    if (cell === null) throw new RecordsFileError(`line ${line} has a quote in the wrong place`);
    const [whole, quoted, plain = "", end] = cell;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += whole.split(/\r\n|\n|\r/).length - 1;
    at += whole.length;
    if (end === "," && at < text.length) continue;
    if (end === ",") cells.push("");
    rows.push({ line: start, cells });
    [cells, start] = [[], line];
  }
  return rows.filter(({ cells: found }) => found.some((value) => value.trim() !== ""));
}
/** Longest cell with its quotes; every field is much shorter. */
const MAX_CELL = 4_096;

function recordsOfCsv(text: string, columns: readonly string[]): FileRecord[] {
  const [head, ...rows] = rowsOf(text);
  const names = (head?.cells ?? []).map((name) => name.trim());
  const unknown = names.find((name) => !columns.includes(name));
  if (unknown !== undefined || names.length === 0)
    throw new RecordsFileError(`line 1 has to name columns: ${columns.join(", ")}`);
  return rows.map(({ line, cells }) => {
    const filled = names
      .map((name, at) => [name, cells[at]?.trim() ?? ""])
      .filter(([, value]) => value !== "");
    return { line, record: Object.fromEntries(filled) as unknown };
  });
}

/**
 * Reads the records of a file: JSON, an array or `{"records": […]}` as in a call, or CSV with a first line of column names.
 * The line of a JSON record is its place in the array. Records are not validated here.
 * @throws RecordsFileError
 */
export function readRecordsFile(text: string, columns: readonly string[]): FileRecord[] {
  if (!/^\s*[[{]/.test(text)) return recordsOfCsv(text, columns);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RecordsFileError("is no valid JSON");
  }
  const records: unknown = Array.isArray(value) ? value : (value as { records?: unknown }).records;
  if (!Array.isArray(records)) throw new RecordsFileError("has no array of records");
  return records.map((record: unknown, index) => ({ line: index + 1, record }));
}
