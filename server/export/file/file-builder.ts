import { createHash } from "node:crypto";
import iconv from "iconv-lite";
import writeXlsxFile, { type Row } from "write-excel-file/node";
import type { ExportFormat } from "#contract/console/export/exports.ts";
import { CSV_BOM, csvLine, plainCell } from "../csv.ts";

/** Content of a cell: numbers are figures; ids and times are texts. */
export type FileCell = string | number | null;
/** A file that is to be built. */
export type FileRequest = {
  readonly format: ExportFormat;
  /** Heads of the columns. */
  readonly heads: readonly string[];
  /** Names of the sheets: the first one describes the file. */
  readonly sheets: { readonly about: string; readonly rows: string };
};
/** Lines of the first sheet of a workbook: a label and its text. */
export type AboutLines = readonly (readonly [label: string, text: string])[];

/** Most characters of a cell in Excel. */
const MAX_CELL = 32_767;
/** Characters that XML does not allow. */
const NOT_XML = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu;
/** Rows whose texts decide how wide the columns are. */
const MEASURED_ROWS = 200;
const [MIN_WIDTH, MAX_WIDTH] = [8, 48];

const xlsxText = (text: string): string =>
  plainCell(text.toWellFormed().replaceAll(NOT_XML, "")).slice(0, MAX_CELL);
/** Width of a text in figures; a Chinese character is as wide as two. */
const widthOf = (text: string): number =>
  [...text].reduce((width, character) => width + (character > "\u2E7F" ? 2 : 1), 0);
function columnWidths(rows: readonly (readonly FileCell[])[]): { width: number }[] {
  const [heads = []] = rows;
  return heads.map((_head, at) => {
    const widest = Math.max(
      ...rows.slice(0, MEASURED_ROWS).map((row) => widthOf(String(row[at] ?? "").slice(0, MAX_WIDTH))),
    );
    return { width: Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, widest + 2)) };
  });
}

async function workbook(
  { heads, sheets }: FileRequest,
  rows: readonly (readonly FileCell[])[],
  about: AboutLines,
): Promise<Uint8Array<ArrayBuffer>> {
  const bold = (text: string) => ({ value: xlsxText(text), fontWeight: "bold" as const });
  const data: Row[] = [heads.map(bold)];
  for (const row of rows)
    data.push(row.map((cell) => (typeof cell === "string" ? xlsxText(cell) || null : cell)));
  const lines: Row[] = about.map(([label, text]) => [bold(label), { value: xlsxText(text), wrap: true }]);
  return new Uint8Array(
    await writeXlsxFile([
      { data: lines, sheet: sheets.about, columns: [{ width: 22 }, { width: 80 }] },
      {
        data,
        sheet: sheets.rows,
        stickyRowsCount: 1,
        columns: columnWidths([heads, ...rows.slice(0, MEASURED_ROWS)]),
      },
    ]).toBuffer(),
  );
}

/**
 * Collects the rows of a file and builds it. The checksum is that of the rows as lines of UTF-8 text, so that every
 * format of the same rows has the same one.
 */
export class FileBuilder {
  readonly #request: FileRequest;
  readonly #rows: (readonly FileCell[])[] = [];
  readonly #pieces: Buffer[] = [];
  readonly #hash = createHash("sha256");
  constructor(request: FileRequest) {
    this.#request = request;
    if (request.format !== "xlsx") this.#write(request.format === "csv" ? CSV_BOM : "");
    if (request.format !== "xlsx") this.#write(csvLine(request.heads));
  }
  #write(text: string): void {
    this.#pieces.push(this.#request.format === "gb18030" ? iconv.encode(text, "gb18030") : Buffer.from(text));
  }
  add(rows: readonly (readonly FileCell[])[]): void {
    const lines = rows.map((row) => csvLine(row)).join("");
    this.#hash.update(lines);
    if (this.#request.format === "xlsx") this.#rows.push(...rows);
    else this.#write(lines);
  }
  /** SHA-256 of the rows, hexadecimal; nothing is added afterwards. */
  checksum(): string {
    return this.#hash.digest("hex");
  }
  async build(about: AboutLines): Promise<Uint8Array<ArrayBuffer>> {
    return this.#request.format === "xlsx"
      ? workbook(this.#request, this.#rows, about)
      : new Uint8Array(Buffer.concat(this.#pieces));
  }
}
