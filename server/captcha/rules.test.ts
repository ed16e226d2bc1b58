import { describe, expect, test } from "vitest";
import {
  evaluateSolution,
  challengeOriginOf,
  purposeOf,
  type SolutionSender,
  type StoredPuzzle,
  type PuzzleSolution,
} from "./rules.ts";
import { solveWork } from "./test-solver.ts";
import { people, personDrag, randomFrom, scripts } from "./synthetic-drags.ts";

const NOW = Date.UTC(2026, 10, 21, 4);
const here = { address: "203.0.113.7", userAgent: "a browser", device: { id: "device-1" } };
const puzzle: StoredPuzzle = {
  ...purposeOf({ action: "signup", activityId: "12", userId: "7" }),
  ...challengeOriginOf(here),
  challengeId: "c",
  way: "pointer",
  answer: 150,
  seed: "seed",
  bits: 4,
  keyboardBits: 6,
  created: NOW - 20_000,
  expires: NOW + 100_000,
};
const person: SolutionSender = { ...challengeOriginOf(here), userId: "7", deviceSince: 0 };
const random = randomFrom(5);
const solution: PuzzleSolution = {
  x: 150,
  track: personDrag(people["mouse"]!, 150, random),
  nonces: solveWork("seed", 4),
  way: "pointer",
};
const causeOf = (changed: {
  puzzle?: Partial<StoredPuzzle>;
  solution?: Partial<PuzzleSolution>;
  by?: Partial<SolutionSender>;
  now?: number;
  isFixed?: boolean;
}) =>
  evaluateSolution(
    { ...puzzle, ...changed.puzzle },
    { ...solution, ...changed.solution },
    { ...person, ...changed.by },
    changed.now ?? NOW,
    changed.isFixed ?? false,
  ).cause;

describe("O07 evaluation of a solution", () => {
  test("a person's drag to the hole passes, with a tolerance of 5 px", () => {
    expect(causeOf({})).toBeNull();
    for (const x of [145, 155])
      expect(causeOf({ solution: { x, track: personDrag(people["mouse"]!, x, random) } })).toBeNull();
    for (const x of [144, 156, 144.9, 155.1])
      expect(causeOf({ solution: { x, track: personDrag(people["mouse"]!, Math.round(x), random) } })).toBe(
        "position",
      );
  });
  test("a puzzle expires at the end of its lifetime", () => {
    expect(causeOf({ now: puzzle.expires - 1 })).toBeNull();
    expect(causeOf({ now: puzzle.expires })).toBe("expired");
  });
  test("another user, address, browser or device is refused", () => {
    expect(causeOf({ by: { userId: "8" } })).toBe("otherCaller");
    expect(causeOf({ by: { userId: null } })).toBe("otherCaller");
    expect(causeOf({ by: challengeOriginOf({ ...here, address: "203.0.113.8" }) })).toBe("otherCaller");
    expect(causeOf({ by: challengeOriginOf({ ...here, userAgent: "another" }) })).toBe("otherCaller");
    expect(causeOf({ by: challengeOriginOf({ ...here, device: { id: "device-2" } }) })).toBe("otherCaller");
  });
  test("a browser without cookies, whose device is always new, is accepted", () => {
    expect(causeOf({ by: { deviceId: "new", deviceSince: NOW } })).toBeNull();
  });
  test("a drag that claims more time than has passed on the server is refused", () => {
    expect(causeOf({ puzzle: { created: NOW - 400 } })).toBe("clock");
  });
  test("a missing proof of work, or one too easy for a keyboard, is refused", () => {
    expect(causeOf({ solution: { nonces: [] } })).toBe("work");
    expect(causeOf({ solution: { way: "keyboard", track: [] }, puzzle: { keyboardBits: 30 } })).toBe("work");
  });
  test("O09 a script's straight drag to the right place is refused", () => {
    expect(causeOf({ solution: { track: scripts["constantSpeed"]!(150, random) } })).toBe("track");
  });
});

test.each(Object.entries(scripts))(
  "O09 of 1,000 random guesses by script %s fewer than 1 in 100 pass",
  (_name, script) => {
    const guesses = Array.from({ length: 1000 }, () => {
      const x = 80 + Math.round(random() * 170);
      const answer = 80 + Math.round(random() * 170);
      return causeOf({ puzzle: { answer }, solution: { x, track: script(x, random) } });
    });
    expect(guesses.filter((cause) => cause === null).length).toBeLessThan(10);
    // The position alone would accept more of them: the track refuses these.
    expect(guesses.filter((cause) => cause === "track").length).toBeGreaterThan(30);
  },
);

describe("O08 the other methods", () => {
  test("a keyboard needs the position and more work, but no track", () => {
    const nonces = solveWork("seed", 6);
    expect(causeOf({ solution: { way: "keyboard", track: [], nonces } })).toBeNull();
    expect(causeOf({ solution: { way: "keyboard", track: [], nonces, x: 160 } })).toBe("position");
  });
  test("without a picture only the work is checked", () => {
    const asked = { way: "work", answer: null } as const;
    expect(causeOf({ puzzle: asked, solution: { way: "work", x: 0, track: [] } })).toBeNull();
    expect(causeOf({ puzzle: asked, solution: { way: "work", nonces: [] } })).toBe("work");
  });
  test("a picture cannot be solved by work alone, nor work by a drag", () => {
    expect(causeOf({ solution: { way: "work" } })).toBe("otherWay");
    expect(causeOf({ puzzle: { way: "work", answer: null } })).toBe("otherWay");
  });
});

describe("with a fixed answer (CAPTCHA_TEST_X)", () => {
  test("track, nonces and way are not checked; position, time and caller are", () => {
    const bare = { track: [], nonces: [] };
    expect(causeOf({ isFixed: true, solution: bare })).toBeNull();
    expect(causeOf({ isFixed: true, solution: { ...bare, x: 156 } })).toBe("position");
    expect(causeOf({ isFixed: true, solution: bare, now: puzzle.expires })).toBe("expired");
    expect(causeOf({ isFixed: true, solution: bare, by: { userId: "8" } })).toBe("otherCaller");
  });
});

describe("purpose of a puzzle", () => {
  test("the purpose of a text message is bound to the mobile only, as a hash", () => {
    const purpose = purposeOf({ action: "sms", activityId: "12", userId: "7", mobile: "13800138000" });
    expect(purpose).toMatchObject({ action: "sms", activityId: null, userId: null });
    expect(purpose.mobileHash).toMatch(/^[0-9a-f]{64}$/);
    expect(purpose.mobileHash).not.toBe(purposeOf({ action: "sms", mobile: "13800138001" }).mobileHash);
  });
  test("other purposes are bound to activity and user", () => {
    expect(purposeOf({ action: "lead", activityId: "12", userId: "7", mobile: "13800138000" })).toEqual({
      action: "lead",
      activityId: "12",
      userId: "7",
      mobileHash: null,
    });
  });
});
