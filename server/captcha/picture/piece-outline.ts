/* Outlines of jigsaw pieces around the origin, in px of a 320 px wide picture. */

/** Sides of a piece clockwise from the top: 1 a knob, -1 a dent, 0 straight. */
export type Sides = readonly [top: number, right: number, bottom: number, left: number];

const BODY = 40;
const KNOB_RADIUS = 8;
const KNOB_CHORD = 14;
/** Half of the box that contains any outline with knobs and stroke, slightly rotated and scaled. */
export const HALF_BOX = 35;

/** SVG path data of the outline. */
export function outlineOf(sides: Sides): string {
  const straight = (BODY - KNOB_CHORD) / 2;
  const directions = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ] as const;
  const edges = sides.map((side, at) => {
    const [dx, dy] = directions[at] ?? [0, 0];
    const run = `l${dx * straight} ${dy * straight}`;
    const across = `${dx * KNOB_CHORD} ${dy * KNOB_CHORD}`;
    const knob =
      side === 0 ? `l${across}` : `a${KNOB_RADIUS} ${KNOB_RADIUS} 0 1 ${side === 1 ? 1 : 0} ${across}`;
    return run + knob + run;
  });
  return `M${-BODY / 2} ${-BODY / 2}${edges.join("")}z`;
}

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;
/** Random sides; at least two are not straight, so that the shape looks like a jigsaw piece. */
export function randomSides(): Sides {
  const sides = [pick([-1, 1]), pick([-1, 0, 1]), pick([-1, 0, 1]), pick([-1, 1])] as const;
  return pick([sides, [sides[3], sides[0], sides[1], sides[2]]]);
}
export const isSameSides = (one: Sides, other: Sides): boolean => one.every((side, at) => side === other[at]);
