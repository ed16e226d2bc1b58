import fc from "fast-check";
import { expect, test } from "vitest";
import {
  readDays,
  readListAddress,
  writeDays,
  writeListAddress,
  type ListAddress,
  type ListFilter,
} from "./list-address.ts";

const filters: readonly ListFilter[] = [
  { kind: "multi", name: "state", label: "状态", options: [] },
  { kind: "select", name: "region", label: "区域", options: [] },
  { kind: "days", name: "signed", label: "报名时间" },
  { kind: "text", name: "title", label: "标题", placeholder: "" },
  { kind: "text", name: "find", label: "姓名或手机号", placeholder: "", isPrivate: true },
];

const word = fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" }).filter((text) => text !== "");
const id = fc.stringMatching(/^[a-z]{1,8}$/);
const addresses = fc.record({
  filters: fc
    .record(
      {
        state: fc.array(word, { minLength: 1, maxLength: 3 }),
        region: fc.tuple(word),
        title: fc.tuple(word),
        find: fc.tuple(word),
      },
      { requiredKeys: [] },
    )
    .map((values): Record<string, readonly string[]> => ({ ...values })),
  sort: fc.option(fc.record({ by: id, isDescending: fc.boolean() })),
  columns: fc.option(fc.array(id, { minLength: 1, maxLength: 4 })),
  cursor: fc.option(word),
  page: fc.integer({ min: 1, max: 200 }),
  view: fc.option(id),
  open: fc.option(id),
});

test("CO30 an address that was written is read as the same list", () => {
  fc.assert(
    fc.property(addresses, (address: ListAddress) => {
      const { search, hidden } = writeListAddress(address, filters);
      expect(readListAddress(search, filters, hidden)).toEqual(address);
    }),
  );
});

test("CO34 a private text stands in no address", () => {
  const address = readListAddress("", filters, { find: ["13812345678"] });
  const { search, hidden } = writeListAddress(address, filters);
  expect(search).toBe("");
  expect(hidden).toEqual({ find: ["13812345678"] });
  // Nor is one taken from an address.
  expect(readListAddress("find=13812345678", filters).filters).toEqual({});
});

test("parameters that are malformed or unknown do not break the page", () => {
  const address = readListAddress("page=-3&sort=&state=&cols=a,,b&other=1", filters);
  expect(address).toMatchObject({ page: 1, sort: null, filters: {}, columns: ["a", "b"] });
  expect(readListAddress("region=a&region=b", filters).filters).toEqual({ region: ["a"] });
});

test("a range of days has open ends", () => {
  expect(readDays(writeDays({ from: "2026-11-01", to: "" }))).toEqual({ from: "2026-11-01", to: "" });
  expect(writeDays({ from: "", to: "" })).toEqual([]);
  expect(readDays(undefined)).toEqual({ from: "", to: "" });
});
