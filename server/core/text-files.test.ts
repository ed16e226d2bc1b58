import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { decodePeopleList, decodeUtf8, readJsonFile, unstorableTexts } from "./text-files.ts";

const utf8 = (text: string): Buffer => Buffer.from(text, "utf8");
const bom = Buffer.from([0xef, 0xbb, 0xbf]);
/** 王小明 and 李梅 in GBK. */
const gbk = Buffer.from("cdf5d0a1c3f70d0ac0eec3b7", "hex");
const utf16le = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);

test("W10 a catalogue is UTF-8 with or without a byte order mark", () => {
  expect(decodeUtf8(utf8('{"a":"中𠮷"}'))).toBe('{"a":"中𠮷"}');
  expect(decodeUtf8(Buffer.concat([bom, utf8("中")]))).toBe("中");
});

test.each([
  ["GBK", gbk, "line 1, column 1: is not UTF-8, but probably GBK: save it as UTF-8"],
  [
    "GBK after UTF-8",
    Buffer.concat([utf8('{\n  "title": "𠮷中",\n  "b": "'), gbk]),
    "line 3, column 9: is not UTF-8: save it as UTF-8",
  ],
  ["a cut character", utf8("中文").subarray(0, 5), "line 1, column 2: is not UTF-8: save it as UTF-8"],
  [
    "half a surrogate pair",
    Buffer.from([0x61, 0x0a, 0x62, 0xed, 0xa0, 0xbd, 0x63]),
    "line 2, column 2: is half a character: write it again",
  ],
  ["UTF-16", utf16le("{}"), "is UTF-16: save it as UTF-8"],
  ["UTF-16, big endian", Buffer.from([0xfe, 0xff, 0, 0x7b]), "is UTF-16: save it as UTF-8"],
])("W10 %s is refused with its place", (_name, bytes, message) => {
  expect(() => decodeUtf8(bytes)).toThrow(message);
});

test.each([
  ["UTF-8", utf8("王小明\n㛃𠮷"), "王小明\n㛃𠮷"],
  ["UTF-8 with a byte order mark", Buffer.concat([bom, utf8("王小明")]), "王小明"],
  ["GBK", gbk, "王小明\r\n李梅"],
  ["GB18030 with four bytes", Buffer.from("cdf59534b2358230b731", "hex"), "王𠮷㛃"],
  ["UTF-16 with its mark", utf16le("王小明"), "王小明"],
  ["GBK that is valid UTF-8 by accident", Buffer.from("c4b1d1a6", "hex"), "谋薛"],
  ["Cyrillic names", utf8("Иван Петров\nОлена Їжак"), "Иван Петров\nОлена Їжак"],
  ["Latin names", utf8("Müller\nÖçal"), "Müller\nÖçal"],
  ["digits and letters", utf8("Li 4"), "Li 4"],
])("M13 a list of names in %s is read", (_name, bytes, text) => {
  expect(decodePeopleList(bytes)).toBe(text);
});

test("M13 a list in no known encoding is refused with its place", () => {
  const bytes = Buffer.concat([utf8("王小明\n"), Buffer.from([0xff, 0xff, 0xff])]);
  expect(() => decodePeopleList(bytes)).toThrow("line 2, column 1: is neither UTF-8 nor GB18030");
});

test("W10 a file that is no JSON is refused with its place", () => {
  const folder = mkdtempSync(join(tmpdir(), "marque-text-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "a.json");
  const read = (bytes: Uint8Array): unknown => {
    writeFileSync(path, bytes);
    return readJsonFile(path);
  };
  expect(read(Buffer.concat([bom, utf8('{"a":1}')]))).toEqual({ a: 1 });
  expect(() => read(utf8('{\n  "a": 1,\n  "中": x\n}'))).toThrow("line 3, column 8: is not valid JSON");
  expect(() => read(utf8('{"list": [1, 2, 3,\n  ], "b": 1}'))).toThrow("line 2, column 3: is not valid JSON");
  expect(() => read(utf8('{"a": 1\n"b": 2}'))).toThrow("line 2, column 1: is not valid JSON");
  expect(() => read(utf8("{"))).toThrow("line 1, column 2: is not valid JSON");
  expect(() => read(utf8(""))).toThrow("line 1, column 1: is not valid JSON");
  expect(() => readJsonFile(join(folder, "none.json"))).toThrow("cannot be read");
});

test("W10 texts that the database cannot store are found with their paths", () => {
  const given: unknown = JSON.parse(
    String.raw`{"a": [{"t": "\ud83d"}, {"t": "\ud83d\ude00"}], "b": "a\u0000", "\udc00": 1, "c": null}`,
  );
  expect(unstorableTexts(given)).toEqual([["a", "0", "t"], ["b"], ["\ufffd"]]);
});
