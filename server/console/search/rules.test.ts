import fc from "fast-check";
import { expect, test } from "vitest";
import { byRank, readWanted } from "./rules.ts";

test.for(["13712345678", "137 1234 5678", "137-1234-5678", "+86 13712345678", " 13712345678 "])(
  "CO34 %s is a mobile and nothing else",
  (text) => {
    expect(readWanted(text)).toEqual({
      text: "13712345678",
      isMobile: true,
      isId: false,
      isCode: false,
      isOrderNumber: true,
      isName: false,
    });
  },
);

test("an id, a code, an order's number and a name are told apart; a name is never a number of a person", () => {
  expect(readWanted("1210000000000010001")).toMatchObject({ isId: true, isName: true, isMobile: false });
  expect(readWanted("7KX3 9QMW 24TH")).toMatchObject({ isCode: true, isId: false });
  expect(readWanted("M20261127000001")).toMatchObject({ isOrderNumber: true });
  expect(readWanted("莫干山晨雾试驾")).toMatchObject({
    isName: true,
    isId: false,
    isCode: false,
    isOrderNumber: false,
  });
});

test("equal names come first, then those that begin with the text; the rest keeps its order", () => {
  const rows = ["新车山行", "山行 2", "莫干山", "山行", "山", "别的"];
  expect(byRank(rows, (name) => name, "山行")).toEqual([
    "山行",
    "山行 2",
    "新车山行",
    "莫干山",
    "山",
    "别的",
  ]);
  fc.assert(
    fc.property(fc.array(fc.string()), fc.string(), (names, text) => {
      expect(byRank(names, (name) => name, text).toSorted()).toEqual(names.toSorted());
    }),
  );
});
