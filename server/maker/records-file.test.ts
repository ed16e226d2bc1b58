import { expect, test } from "vitest";
import { readRecordsFile, RecordsFileError } from "./records-file.ts";

const columns = ["recordId", "mobile", "dealerCode", "servedTime"];
const read = (text: string) => readRecordsFile(text, columns);

test("U28 CSV: quoted cells, empty cells, line ends of every system, and the line of each record", () => {
  const text = 'recordId,dealerCode,mobile\r\n"A,1", SH01 ,13800138000\r\n\r\n"B ""2""\nx",SH02,\r\nC,SH03';
  expect(read(text)).toEqual([
    { line: 2, record: { recordId: "A,1", dealerCode: "SH01", mobile: "13800138000" } },
    { line: 4, record: { recordId: 'B "2"\nx', dealerCode: "SH02" } },
    { line: 6, record: { recordId: "C", dealerCode: "SH03" } },
  ]);
});
test.each(['[{"recordId":"A"}]', '\n{"records":[{"recordId":"A"}]}'])("U28 JSON as in a call: %s", (text) => {
  expect(read(text)).toEqual([{ line: 1, record: { recordId: "A" } }]);
});
test.each([
  ["", "line 1 has to name columns"],
  ["recordId,plate\nA,浙A", "line 1 has to name columns"],
  ['recordId,mobile\nA,"138" 0', "line 2 has a quote"],
  ["[{", "is no valid JSON"],
  ['{"record":[]}', "has no array of records"],
])("U28 %j is refused with its place", (text, message) => {
  expect(() => read(text)).toThrow(RecordsFileError);
  expect(() => read(text)).toThrow(message);
});
