import { seededFraction } from "../seeded-hash.ts";

/** Size of a drawing; photographs and covers have the same. */
export const WIDTH = 750;
export const HEIGHT = 500;

/** Colour stops from top to bottom. */
export type Stops = readonly (readonly [offset: number, colour: string, opacity?: number])[];

/** Definitions and shapes of one drawing; ids are unique within it. */
export class Drawing {
  #count = 0;
  readonly #seed: string;
  readonly #prefix: string;
  /** @param prefix of the ids, for a drawing within another one */
  constructor(seed: string, prefix = "d") {
    this.#seed = seed;
    this.#prefix = prefix;
  }
  /** A pseudo-random number from min to max, the same for the same place of the same drawing. */
  between(min: number, max: number, place: string | number): number {
    return min + (max - min) * seededFraction(`${this.#seed}/${place}`);
  }
  newId(): string {
    return `${this.#prefix}${this.#count++}`;
  }
  /** @returns a vertical gradient and the reference to it */
  gradient(stops: Stops): { defs: string; fill: string } {
    const id = this.newId();
    return {
      defs: `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stopsOf(stops)}</linearGradient></defs>`,
      fill: `url(#${id})`,
    };
  }
  /** @returns a radial gradient and the reference to it */
  glow(stops: Stops): { defs: string; fill: string } {
    const id = this.newId();
    return {
      defs: `<defs><radialGradient id="${id}">${stopsOf(stops)}</radialGradient></defs>`,
      fill: `url(#${id})`,
    };
  }
  /** A shape filled with a vertical gradient. */
  filled(stops: Stops, shape: (fill: string) => string): string {
    const { defs, fill } = this.gradient(stops);
    return defs + shape(fill);
  }
}

const stopsOf = (stops: Stops): string =>
  stops
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${colour}"${opacity === 1 ? "" : ` stop-opacity="${opacity}"`}/>`,
    )
    .join("");

export const n = (value: number): string => String(Math.round(value * 10) / 10);
export const rect = (x: number, y: number, width: number, height: number, fill: string, more = ""): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}" ${more}/>`;
export const circle = (x: number, y: number, r: number, fill: string, more = ""): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`;
export const path = (d: string, fill: string, more = ""): string => `<path d="${d}" fill="${fill}" ${more}/>`;
export const stroke = (d: string, colour: string, width: number, more = ""): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" ${more}/>`;
/** Shapes moved and scaled. */
export const at = (x: number, y: number, scale: number, shapes: string): string =>
  `<g transform="translate(${n(x)} ${n(y)}) scale(${scale})">${shapes}</g>`;

/** Filled area below a smooth line through points. */
export function landBelow(points: readonly (readonly [number, number])[]): string {
  const [[firstX, firstY] = [0, 0], ...rest] = points;
  let d = `M${n(firstX)} ${HEIGHT + 10}L${n(firstX)} ${n(firstY)}`;
  let [lastX, lastY] = [firstX, firstY];
  for (const [x, y] of rest) {
    const middle = (lastX + x) / 2;
    d += `C${n(middle)} ${n(lastY)} ${n(middle)} ${n(y)} ${n(x)} ${n(y)}`;
    [lastX, lastY] = [x, y];
  }
  return `${d}L${n(lastX)} ${HEIGHT + 10}Z`;
}

/** Mixes two colours #rrggbb. @param share of the second, 0 to 1 */
export function mix(one: string, other: string, share: number): string {
  const channel = (colour: string, index: number): number =>
    Number.parseInt(colour.slice(1 + 2 * index, 3 + 2 * index), 16);
  const mixed = [0, 1, 2].map((index) =>
    Math.round(channel(one, index) * (1 - share) + channel(other, index) * share)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${mixed.join("")}`;
}

/** The document of a drawing. @param label description for screen readers */
export const document = (label: string, shapes: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}" preserveAspectRatio="xMidYMid slice">${shapes}</svg>`;
