import { describe, expect, test } from "vitest";
import { freightOf, type FreightLine, type FreightRule, type FreightTemplate } from "./rules.ts";

const rule = (over: Partial<FreightRule>): FreightRule => ({
  provinces: [],
  firstG: 1_000,
  firstFen: 1_200,
  nextG: 1_000,
  nextFen: 300,
  freeFromFen: 29_900,
  isBlocked: false,
  days: "2–4",
  ...over,
});
const parcel: FreightTemplate = {
  freightId: "1",
  rules: [
    rule({ provinces: ["540000", "65"], firstFen: 2_500, nextFen: 1_800, freeFromFen: null, days: "5–9" }),
    rule({ provinces: ["710000"], isBlocked: true }),
    rule({}),
  ],
};
const bulky: FreightTemplate = {
  freightId: "2",
  rules: [rule({ firstG: 20_000, firstFen: 6_000, nextG: 0, freeFromFen: null, days: "4–7" })],
};
const line = (over: Partial<FreightLine>): FreightLine => ({
  freight: parcel,
  qty: 1,
  weightG: 400,
  priceFen: 9_900,
  ...over,
});

describe("MA38 freight by division and weight", () => {
  test.each([
    { title: "first weight", lines: [line({})], province: "310000", fen: 1_200 },
    { title: "exactly the first weight", lines: [line({ weightG: 1_000 })], province: "310000", fen: 1_200 },
    { title: "a gram more", lines: [line({ weightG: 1_001 })], province: "310000", fen: 1_500 },
    { title: "two steps", lines: [line({ weightG: 1_500, qty: 2 })], province: "310000", fen: 1_800 },
    {
      title: "weights are summed",
      lines: [line({ weightG: 600 }), line({ weightG: 600 })],
      province: "11",
      fen: 1_500,
    },
    {
      title: "free from a sum",
      lines: [line({ priceFen: 29_900, weightG: 9_000 })],
      province: "310000",
      fen: 0,
    },
    { title: "a fen less", lines: [line({ priceFen: 29_899 })], province: "310000", fen: 1_200 },
    {
      title: "sums of lines",
      lines: [line({ qty: 2 }), line({ priceFen: 10_100 })],
      province: "310000",
      fen: 0,
    },
    { title: "province with six digits", lines: [line({})], province: "540000", fen: 2_500 },
    { title: "province with two digits", lines: [line({ weightG: 2_000 })], province: "650000", fen: 4_300 },
    { title: "never free there", lines: [line({ priceFen: 99_900 })], province: "650000", fen: 2_500 },
    { title: "no address yet", lines: [line({})], province: null, fen: 1_200 },
    {
      title: "one price for any weight",
      lines: [line({ freight: bulky, weightG: 90_000 })],
      province: null,
      fen: 6_000,
    },
    {
      title: "templates are computed apart",
      lines: [line({}), line({ freight: bulky, priceFen: 99_900 })],
      province: "310000",
      fen: 7_200,
    },
  ])("$title: $fen", ({ lines, province, fen }) => {
    expect(freightOf(lines, province)).toMatchObject({ isBlocked: false, freightFen: fen });
  });

  test("a region that one line cannot be sent to blocks the order", () => {
    expect(freightOf([line({})], "710000")).toEqual({ isBlocked: true });
    expect(freightOf([line({ freight: bulky }), line({})], "710000")).toEqual({ isBlocked: true });
    expect(freightOf([line({ freight: bulky })], "710000")).toMatchObject({ isBlocked: false });
    // No rule is a region without delivery, too.
    expect(freightOf([line({ freight: { freightId: "3", rules: [] } })], "310000")).toEqual({
      isBlocked: true,
    });
  });

  test("names what is missing for free freight, and the later time of delivery", () => {
    expect(freightOf([line({})], "310000")).toMatchObject({
      freeFromFen: 29_900,
      missingFen: 20_000,
      days: "2–4",
    });
    expect(freightOf([line({ priceFen: 30_000 })], "310000")).toMatchObject({ missingFen: null });
    expect(freightOf([line({})], "540000")).toMatchObject({
      freeFromFen: null,
      missingFen: null,
      days: "5–9",
    });
    const both = freightOf([line({}), line({ freight: bulky })], "310000");
    expect(both).toMatchObject({ freeFromFen: null, missingFen: 20_000, days: "4–7" });
    expect(freightOf([], null)).toMatchObject({ freightFen: 0, days: "" });
  });
});
