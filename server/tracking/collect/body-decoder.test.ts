import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checksumOf, readEvents } from "./body-decoder.ts";

const base64 = (text: string): string => encodeURIComponent(Buffer.from(text).toString("base64"));

test("the checksum is Java's hash code of a string, 32 bits signed", () => {
  expect([checksumOf(""), checksumOf("hello"), checksumOf("eyJhIjoxfQ==")]).toEqual([
    0, 99_162_322, -1_930_075_513,
  ]);
  expect(checksumOf("z".repeat(1_000))).toBe(1_978_296_576);
});

test("JSON sent as data or data_list is decoded unchanged, compressed or not", () => {
  fc.assert(
    fc.property(
      fc.array(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.double(), fc.boolean()))),
      (events) => {
        const expected = JSON.parse(JSON.stringify(events)) as unknown[];
        const json = JSON.stringify(events);
        expect(readEvents(`data_list=${base64(json)}`)).toEqual({ events: expected, cut: 0 });
        const packed = encodeURIComponent(gzipSync(json).toString("base64"));
        expect(readEvents(`gzip=1&data_list=${packed}`)).toEqual({ events: expected, cut: 0 });
        for (const [at, event] of events.entries())
          expect(readEvents(`data=${base64(JSON.stringify(event))}`)).toEqual({
            events: [expected[at]],
            cut: 0,
          });
      },
    ),
  );
});

test("base64 with unencoded plus signs is decoded", () => {
  const text = JSON.stringify({ a: "ûûûû>>>>????" });
  const raw = Buffer.from(text).toString("base64");
  expect(raw).toContain("+");
  const expected = { events: [JSON.parse(text)], cut: 0 };
  expect(readEvents(`data=${raw}`)).toEqual(expected);
  expect(readEvents(`data=${raw.replaceAll("+", " ")}&ext=crc%3D${checksumOf(raw)}`)).toEqual(expected);
});

test("brackets in strings do not count as nesting", () => {
  const text = JSON.stringify([{ a: '[[[[[[[[[[[[[[[[[[[[[["\\', b: "{".repeat(100) }]);
  expect(readEvents(`data_list=${base64(text)}`)).toEqual({ events: JSON.parse(text), cut: 0 });
  expect(readEvents(`data_list=${base64("[".repeat(13) + "]".repeat(13))}`)).toEqual({ fault: "malformed" });
  expect(readEvents(`data_list=${base64("[".repeat(12) + "]".repeat(12))}`)).toMatchObject({ cut: 0 });
});
