import type { TrackStep } from "./drag-track.ts";

/* Drags for tests, of synthetic people and scripts; no real person was recorded. */

/** A deterministic source of numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
type Random = () => number;
const between = (random: Random, least: number, most: number): number => least + random() * (most - least);

type Sample = { readonly t: number; readonly x: number; readonly y: number };
/** Steps between positions, rounded to whole px as a browser reports them. */
function stepsOf(delay: number, samples: readonly Sample[]): TrackStep[] {
  let last = { t: 0, x: 0, y: 0 };
  const steps = samples.map(({ t, x, y }): TrackStep => {
    const now = { t: Math.round(t * 10) / 10, x: Math.round(x), y: Math.round(y) };
    const step: TrackStep = [now.x - last.x, now.y - last.y, now.t - last.t];
    last = now;
    return step;
  });
  return [[0, 0, Math.round(delay)], ...steps];
}
/** Minimum-jerk curve from 0 to 1, which models the movement of a hand. */
const smooth = (part: number): number => part ** 3 * (10 - 15 * part + 6 * part ** 2);
const within = (part: number): number => Math.min(1, Math.max(0, part));

export type SyntheticPerson = {
  readonly duration: readonly [number, number];
  readonly sampling: readonly [number, number];
  readonly tremor: number;
};
export const people: Readonly<Record<string, SyntheticPerson>> = {
  mouse: { duration: [500, 1400], sampling: [7, 17], tremor: 0.3 },
  touch: { duration: [450, 1600], sampling: [8, 19], tremor: 0.5 },
  slowWithTremor: { duration: [2500, 9000], sampling: [14, 40], tremor: 2.2 },
  veryFast: { duration: [230, 420], sampling: [7, 12], tremor: 0.3 },
};

/** A person's drag to `target`: a main movement with a small error, one or two corrections, a slow drift and a tremor. */
export function personDrag(kind: SyntheticPerson, target: number, random: Random): TrackStep[] {
  const duration = between(random, ...kind.duration);
  const corrections = random() < 0.6 ? 2 : 1;
  const reach = [target * between(random, 0.85, 1.06)];
  for (let at = 1; at < corrections; at++) reach.push(target + between(random, -6, 6));
  reach.push(target);
  const mainPart = between(random, 0.5, 0.72);
  const slope = between(random, -0.06, 0.1);
  const phase = between(random, 0, 7);
  const samples: Sample[] = [];
  for (let t = between(random, 4, 16); t < duration; t += between(random, ...kind.sampling)) {
    let x = 0;
    reach.forEach((to, at) => {
      const from = reach[at - 1] ?? 0;
      const start = at === 0 ? 0 : mainPart + ((at - 1) * (1 - mainPart)) / corrections;
      const length = at === 0 ? mainPart : (1 - mainPart) / corrections;
      x += (to - from) * smooth(within((t / duration - start) / length));
    });
    const shake = kind.tremor * Math.sin(t / 17 + phase);
    const bow = 2.5 * Math.sin((Math.PI * t) / duration + phase);
    samples.push({
      t,
      x: x + shake * 0.5,
      y: slope * x + bow - 2.5 * Math.sin(phase) + shake + between(random, -0.3, 0.3),
    });
  }
  const end = samples.at(-1);
  samples.push({ t: duration + 12, x: target, y: end?.y ?? 0 });
  return stepsOf(between(random, 350, 3000), samples);
}

export type SyntheticScript = (target: number, random: Random) => TrackStep[];
const evenly = (count: number, ms: number, at: (part: number) => { x: number; y: number }): Sample[] =>
  Array.from({ length: count }, (_, index) => ({ t: (index + 1) * ms, ...at((index + 1) / count) }));
/** Drags of simple bots. */
export const scripts: Readonly<Record<string, SyntheticScript>> = {
  jump: (target) => stepsOf(500, [{ t: 10, x: target, y: 0 }]),
  constantSpeed: (target) =>
    stepsOf(
      500,
      evenly(40, 16, (part) => ({ x: target * part, y: 0 })),
    ),
  constantSpeedWithJitter: (target, random) =>
    stepsOf(
      500,
      evenly(40, 16, (part) => ({
        x: target * part + (part < 1 ? between(random, -1, 1) : 0),
        y: between(random, -2, 2),
      })),
    ),
  /** Browser automation: equal steps at intervals that vary with the load of the machine. */
  equalSteps: (target, random) => {
    let t = 0;
    return stepsOf(
      500,
      Array.from({ length: 30 }, (_, at) => {
        t += 10 + random() ** 6 * 250;
        return { t, x: (target * (at + 1)) / 30, y: between(random, -2, 2) };
      }),
    );
  },
  easedAndFlat: (target) =>
    stepsOf(
      500,
      evenly(50, 16, (part) => ({ x: target * smooth(part), y: 0 })),
    ),
  atOnce: (target, random) =>
    stepsOf(
      0,
      evenly(50, 16, (part) => ({ x: target * smooth(part), y: between(random, -2, 2) })),
    ),
  withoutTime: (target, random) =>
    stepsOf(
      500,
      evenly(30, 1, (part) => ({ x: target * smooth(part), y: between(random, -2, 2) })),
    ),
};
