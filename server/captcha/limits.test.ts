import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { networkOf } from "../http/network.ts";
import { captchaLimits, decide, type Asked, type Counter, type Counts } from "./limits.ts";

const none = Object.fromEntries(Object.keys(captchaLimits).map((counter) => [counter, 0])) as Counts;
const visitor: Asked = { wantsPicture: true, action: "signup", isOwn: false, factor: 1 };
const own: Asked = { ...visitor, isOwn: true };

describe("limits of puzzles", () => {
  test("a first puzzle is a picture at no risk", () => {
    expect(decide({ ...none, createsByAddress: 1 }, visitor)).toEqual({ verdict: "picture", risk: 0 });
  });
  test("risk grows by tens of puzzles and fives of failures, up to 6", () => {
    expect(decide({ ...none, createsByAddress: 25, failsByAddress: 6 }, visitor)).toMatchObject({ risk: 3 });
    expect(decide({ ...none, createsByAddress: 60, failsByAddress: 29 }, visitor)).toMatchObject({ risk: 6 });
  });
  test.each([
    ["failsByDevice", 5],
    ["failsByUser", 5],
    ["passesByUser", 10],
    ["createsByDevice", 11],
    ["createsByUser", 11],
  ] as const)("%s at %i refuses, even a known caller, and not one earlier", (counter, count) => {
    expect(decide({ ...none, [counter]: count }, own)).toEqual({ verdict: "refuse", counter });
    expect(decide({ ...none, [counter]: count - 1 }, own).verdict).toBe("picture");
  });
  test.each([
    ["createsByAddress", 61],
    ["strangersByAddress", 31],
    ["failsByAddress", 30],
  ] as const)(
    "%s at %i leaves unknown callers the way without a picture, others their own count",
    (counter, count) => {
      const counts = { ...none, [counter]: count };
      expect(decide(counts, visitor).verdict).toBe("work");
      expect(decide(counts, own)).toEqual({ verdict: "picture", risk: 0 });
      expect(decide({ ...none, [counter]: count - 1 }, visitor).verdict).toBe("picture");
    },
  );
  test("without a picture an address has an end too, for text messages at half", () => {
    const crowded = { ...none, createsByAddress: 100, workByAddress: 15 };
    expect(decide(crowded, visitor).verdict).toBe("work");
    expect(decide(crowded, { ...visitor, action: "sms" })).toEqual({
      verdict: "refuse",
      counter: "workByAddress",
    });
    expect(decide({ ...crowded, workByAddress: 30 }, visitor)).toEqual({
      verdict: "refuse",
      counter: "workByAddress",
    });
  });
  test("callers we do not know have had their passes of an address, with and without a picture", () => {
    const passed = { ...none, passesByAddress: 60 };
    expect(decide(passed, visitor)).toEqual({ verdict: "refuse", counter: "passesByAddress" });
    expect(decide(passed, { ...visitor, wantsPicture: false }).verdict).toBe("refuse");
    expect(decide({ ...passed, passesByAddress: 59 }, visitor).verdict).toBe("picture");
    expect(decide(passed, own).verdict).toBe("picture");
  });
  test("many known devices at once are all told to work, and none is refused", () => {
    expect(decide({ ...none, knownByAddress: 301 }, own)).toEqual({ verdict: "work", risk: 6 });
    expect(decide({ ...none, knownByAddress: 300 }, own).verdict).toBe("picture");
  });
  test("nobody known is refused for what others at the address did", () => {
    const byAddress: Counter[] = [
      "createsByAddress",
      "strangersByAddress",
      "failsByAddress",
      "workByAddress",
      "passesByAddress",
    ];
    fc.assert(
      fc.property(
        fc.array(fc.nat(100_000), { minLength: 5, maxLength: 5 }),
        fc.boolean(),
        (values, wantsPicture) => {
          const counts = {
            ...none,
            ...Object.fromEntries(byAddress.map((counter, at) => [counter, values[at]])),
          };
          expect(decide(counts, { ...own, wantsPicture }).verdict).toBe(wantsPicture ? "picture" : "work");
        },
      ),
    );
  });
  test("automated tests have ten times the room", () => {
    expect(
      decide({ ...none, createsByAddress: 600, createsByDevice: 100 }, { ...visitor, factor: 10 }).verdict,
    ).toBe("picture");
  });
});

describe("what counts as one address", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:0DB8:1:2::9", "2001:db8:1:2"],
    ["2001:db8::9", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
  ])("%s is %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
