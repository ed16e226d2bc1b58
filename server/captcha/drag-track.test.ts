import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { people, personDrag, randomFrom, scripts } from "./synthetic-drags.ts";
import { claimedDuration, dragFeaturesOf, evaluateTrack, type TrackStep } from "./drag-track.ts";

const targetOf = (random: () => number): number => 80 + Math.round(random() * 170);

describe("O07 people's drags pass", () => {
  test.each(Object.entries(people))("%s: at most 0.5 %% refused", (_name, person) => {
    const random = randomFrom(20261121);
    let refused = 0;
    for (let drag = 0; drag < 2000; drag++) {
      const target = targetOf(random);
      if (evaluateTrack(personDrag(person, target, random), target).isRefused) refused++;
    }
    expect(refused).toBeLessThanOrEqual(10);
  });
});

describe("O09 scripted drags fail", () => {
  test.each(Object.entries(scripts))("%s never passes", (_name, script) => {
    const random = randomFrom(7);
    for (let drag = 0; drag < 300; drag++) {
      const target = targetOf(random);
      expect(evaluateTrack(script(target, random), target).isRefused).toBe(true);
    }
  });

  test("any drag at constant speed fails, however long and far", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 200 }),
        fc.integer({ min: 40, max: 250 }),
        fc.integer({ min: 2, max: 90 }),
        (steps, target, ms) => {
          const track: TrackStep[] = [
            [0, 0, 800],
            ...Array.from({ length: steps }, (_, at): TrackStep => [
              target / steps,
              at % 3 === 0 ? 1 : 0,
              ms,
            ]),
          ];
          expect(evaluateTrack(track, target).isRefused).toBe(true);
        },
      ),
    );
  });
});

describe("single rules", () => {
  const good = personDrag(people["mouse"]!, 150, randomFrom(3));
  test("a good drag passes only at its own end position", () => {
    expect(evaluateTrack(good, 150).isRefused).toBe(false);
    expect(evaluateTrack(good, 160).signs).toContain("otherEnd");
  });
  test("negative times are refused", () => {
    const [first, second, ...others] = good as [TrackStep, TrackStep, ...TrackStep[]];
    expect(evaluateTrack([first, [second[0], second[1], -5], ...others], 150).isRefused).toBe(true);
  });
  test("a press before a person can see the picture is refused", () => {
    expect(evaluateTrack([[0, 0, 60], ...good.slice(1)], 150).signs).toEqual(
      expect.arrayContaining(["earlyStart"]),
    );
  });
  test("random jitter of y alone is a sign, but does not refuse", () => {
    const random = randomFrom(11);
    const jittered = good.map(([dx, , ms], at): TrackStep => [
      dx,
      at === 0 ? 0 : at % 2 === 0 ? 2 : -2,
      ms * (0.9 + random() * 0.2),
    ]);
    const report = evaluateTrack(jittered, 150);
    expect(report.signs).toContain("randomHeight");
    expect(report.isRefused).toBe(false);
  });
  test("an empty track is refused, and unusual numbers do not throw", () => {
    expect(evaluateTrack([], 100).isRefused).toBe(true);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.double(), fc.double(), fc.double())), fc.double(), (track, x) => {
        const report = evaluateTrack(track, x);
        expect(report.score).toBeGreaterThanOrEqual(0);
      }),
    );
  });
  test("the claimed duration starts with the display of the picture", () => {
    expect(
      claimedDuration([
        [0, 0, 400],
        [5, 1, 16],
        [5, 0, 20],
      ]),
    ).toBe(436);
    expect(
      dragFeaturesOf(
        [
          [0, 0, 400],
          [5, 1, 16],
          [5, 0, 20],
        ],
        10,
      ),
    ).toMatchObject({ delay: 400, duration: 36, samples: 2, endError: 0 });
  });
});
