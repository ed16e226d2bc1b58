import { decodeTable } from "../../platform/browser/decode-table.ts";
import { invitationPageMessages } from "./messages.ts";

const { dialog } = invitationPageMessages;

/** Largest file that is read, bytes: 500 guests need a fraction of it. */
export const MAX_FILE = 512 * 1024;

/** Cells of CSV rows, with quotes; tabs separate as commas do. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let value = "";
  let isQuoted = false;
  const endCell = (): void => {
    row.push(value.trim());
    value = "";
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? "";
    if (isQuoted && letter === '"' && text[at + 1] === '"') {
      value += letter;
      at++;
    } else if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (letter === "," || letter === "\t" || letter === ";")) endCell();
    else if (!isQuoted && (letter === "\n" || letter === "\r")) {
      endCell();
      rows.push(row);
      row = [];
      if (letter === "\r" && text[at + 1] === "\n") at++;
    } else value += letter;
  }
  endCell();
  if (row.some((cell) => cell !== "")) rows.push(row);
  return rows;
}

/** Heads of the first column, which are no guests. */
const HEADS: ReadonlySet<string> = new Set(dialog.fileHeads);

/** Cells of the first sheet of an xlsx file; null: it is none. The reader is loaded with the first such file. */
async function rowsOfSheet(bytes: Uint8Array): Promise<string[][] | null> {
  const { readSheet } = await import("read-excel-file/universal");
  try {
    const rows = await readSheet(new Blob([new Uint8Array(bytes)]));
    return rows.map((cells) => cells.map((cell) => (cell === null ? "" : String(cell).trim())));
  } catch {
    // A damaged file fails in many ways, all of which mean the same to who chose it.
    return null;
  }
}
function rowsOfText(bytes: Uint8Array): string[][] | null {
  const text = decodeTable(bytes);
  return text === null || text.includes("\0") ? null : rowsOf(text.replace(/^\uFEFF/u, ""));
}
const isZip = ([first, second]: Uint8Array): boolean => first === 0x50 && second === 0x4b;

/**
 * Guests of a CSV or xlsx file, one a line: the first column's name, and a number of the second; null: unreadable.
 */
export async function guestsOfFile(bytes: Uint8Array): Promise<string | null> {
  const all = isZip(bytes) ? await rowsOfSheet(bytes) : rowsOfText(bytes);
  if (all === null) return null;
  const [first, ...rest] = all;
  const rows = first === undefined || HEADS.has((first[0] ?? "").toLowerCase()) ? rest : all;
  return rows
    .map(([name = "", second = ""]) => (/\d{5}/u.test(second) ? `${name} ${second}` : name))
    .join("\n");
}
