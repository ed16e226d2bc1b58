import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { beginFile } from "./build-file.ts";

const ROWS = 100_000;
const BATCH = 500;
const request = { heads: ["编号", "姓名", "名额"], sheets: { about: "说明", rows: "名单" } } as const;
/** Id with leading zeros, and more digits than a number of a spreadsheet keeps. */
const idOf = (at: number): string => `00${String(1_571_000_000_000_000_000n + BigInt(at))}`;

test("CO96 a workbook of 100,000 rows is built while the main thread goes on; ids stay text", async () => {
  const file = beginFile({ ...request, format: "xlsx" });
  for (let at = 0; at < ROWS; at += BATCH)
    file.add(Array.from({ length: BATCH }, (_none, row) => [idOf(at + row), `客户 ${at + row}`, at + row]));
  let turns = 0;
  let isBuilding = true;
  const count = (): void => {
    turns++;
    if (isBuilding) setImmediate(count);
  };
  count();
  const { bytes, checksum } = await file.finish([["列表", "名单"]], "数据校验");
  isBuilding = false;
  await file.close();
  // On the main thread the building would be one single turn of the event loop.
  expect(turns).toBeGreaterThan(1_000);
  expect(checksum).toMatch(/^[0-9a-f]{64}$/);
  const parts = unzipSync(bytes);
  const sheet = strFromU8(parts["xl/worksheets/sheet2.xml"] ?? new Uint8Array());
  expect(sheet.split("<row ")).toHaveLength(ROWS + 2);
  const texts = strFromU8(parts["xl/sharedStrings.xml"] ?? new Uint8Array());
  expect(texts + sheet).toContain(idOf(ROWS - 1));
  // The third column is a figure.
  expect(sheet).toContain(`<v>${ROWS - 1}</v>`);
}, 120_000);

test("CO97 every format of the same rows has the same checksum, and formulas are texts", async () => {
  const rows = [["=1+1", "+86", 1] as const, ["@a", "0012", -5] as const];
  const built = await Promise.all(
    (["xlsx", "csv", "gb18030"] as const).map(async (format) => {
      const file = beginFile({ ...request, format });
      file.add(rows);
      const result = await file.finish([], "数据校验");
      await file.close();
      return result;
    }),
  );
  expect(new Set(built.map(({ checksum }) => checksum)).size).toBe(1);
  const [workbook, csv] = built;
  expect(Buffer.from(csv?.bytes ?? []).toString()).toBe(
    "\uFEFF编号,姓名,名额\r\n'=1+1,'+86,1\r\n'@a,0012,-5\r\n",
  );
  const xml = Object.values(unzipSync(workbook?.bytes ?? new Uint8Array()))
    .map((part) => strFromU8(part))
    .join("\n");
  for (const text of ["'=1+1", "'+86", "'@a", "0012"]) expect(xml).toContain(text);
  expect(xml).not.toContain("<f>");
});

test("a thread that is ended fails the file instead of leaving it waiting", async () => {
  const file = beginFile({ ...request, format: "csv" });
  await file.close();
  await expect(file.finish([], "数据校验")).rejects.toThrow("file thread exited");
});
