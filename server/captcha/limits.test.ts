import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { networkPrefix } from "../http/network/ip-network.ts";
import {
  captchaLimits,
  decideChallenge,
  type ChallengeConditions,
  type Counter,
  type Counts,
} from "./limits.ts";

const none = Object.fromEntries(Object.keys(captchaLimits).map((counter) => [counter, 0])) as Counts;
const visitor: ChallengeConditions = {
  wantsPicture: true,
  action: "signup",
  isKnownCaller: false,
  hasAccount: false,
  factor: 1,
};
const own: ChallengeConditions = { ...visitor, isKnownCaller: true };

describe("limits of puzzles", () => {
  test("the first puzzle is a picture without risk", () => {
    expect(decideChallenge({ ...none, createsByAddress: 1 }, visitor)).toEqual({
      verdict: "picture",
      risk: 0,
    });
  });
  test("risk grows by one for ten puzzles or five failures, up to 6", () => {
    expect(decideChallenge({ ...none, createsByAddress: 25, failsByAddress: 6 }, visitor)).toMatchObject({
      risk: 3,
    });
    expect(decideChallenge({ ...none, createsByAddress: 60, failsByAddress: 29 }, visitor)).toMatchObject({
      risk: 6,
    });
  });
  test.each([
    ["failsByDevice", 5],
    ["failsByUser", 5],
    ["passesByUser", 10],
    ["createsByDevice", 11],
    ["createsByUser", 11],
  ] as const)("%s at %i refuses even a known caller, one less does not", (counter, count) => {
    expect(decideChallenge({ ...none, [counter]: count }, own)).toEqual({ verdict: "refuse", counter });
    expect(decideChallenge({ ...none, [counter]: count - 1 }, own).verdict).toBe("picture");
  });
  test.each([
    ["createsByAddress", 61],
    ["strangersByAddress", 31],
    ["failsByAddress", 30],
  ] as const)(
    "%s at %i leaves unknown callers puzzles without a picture; known callers have their own count",
    (counter, count) => {
      const counts = { ...none, [counter]: count };
      expect(decideChallenge(counts, visitor).verdict).toBe("work");
      expect(decideChallenge(counts, own)).toEqual({ verdict: "picture", risk: 0 });
      expect(decideChallenge({ ...none, [counter]: count - 1 }, visitor).verdict).toBe("picture");
    },
  );
  test("puzzles without a picture are limited by address, to half for text messages", () => {
    const crowded = { ...none, createsByAddress: 100, workByAddress: 15 };
    expect(decideChallenge(crowded, visitor).verdict).toBe("work");
    expect(decideChallenge(crowded, { ...visitor, action: "sms" })).toEqual({
      verdict: "refuse",
      counter: "workByAddress",
    });
    expect(decideChallenge({ ...crowded, workByAddress: 30 }, visitor)).toEqual({
      verdict: "refuse",
      counter: "workByAddress",
    });
  });
  test("unknown callers are refused above the passes of an address, with and without a picture", () => {
    const passed = { ...none, passesByAddress: 60 };
    expect(decideChallenge(passed, visitor)).toEqual({ verdict: "refuse", counter: "passesByAddress" });
    expect(decideChallenge(passed, { ...visitor, wantsPicture: false }).verdict).toBe("refuse");
    expect(decideChallenge({ ...passed, passesByAddress: 59 }, visitor).verdict).toBe("picture");
    expect(decideChallenge(passed, own).verdict).toBe("picture");
  });
  test("many known devices of an address get puzzles without a picture, and none is refused", () => {
    expect(decideChallenge({ ...none, knownByAddress: 301 }, own)).toEqual({ verdict: "work", risk: 6 });
    expect(decideChallenge({ ...none, knownByAddress: 300 }, own).verdict).toBe("picture");
  });
  test("a known caller is never refused because of others at the address", () => {
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
          expect(decideChallenge(counts, { ...own, wantsPicture }).verdict).toBe(
            wantsPicture ? "picture" : "work",
          );
        },
      ),
    );
  });
  test("limits are ten times as high for automated tests", () => {
    expect(
      decideChallenge({ ...none, createsByAddress: 600, createsByDevice: 100 }, { ...visitor, factor: 10 })
        .verdict,
    ).toBe("picture");
  });
});

describe("network of an address", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:0DB8:1:2::9", "2001:db8:1:2"],
    ["2001:db8::9", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
  ])("%s is %s", (address, network) => {
    expect(networkPrefix(address)).toBe(network);
  });
});
