import { readFileSync } from "node:fs";
import type { SeriesCode } from "../concepts/concept.ts";
import { mix, n } from "./svg.ts";

/** Paints: the body's colour; lights and shadows are mixed from it. */
const paints = {
  teal: "#1f6f73",
  orange: "#d8692f",
  white: "#dfe6e6",
  black: "#25333a",
  blue: "#5c79a3",
  sand: "#a99a6a",
  red: "#a93a32",
  green: "#4d7a5c",
  moss: "#6f7f4b",
  persimmon: "#d2622b",
  mist: "#8ba6bb",
  silver: "#aeb9bd",
  cream: "#d9c7a0",
  violet: "#6d5f8f",
} as const;
export type Paint = keyof typeof paints;

const drawings = new Map<SeriesCode, string>();
/** The car of a series' own drawing, without its document. */
function carOf(series: SeriesCode): string {
  const known = drawings.get(series);
  if (known !== undefined) return known;
  const text = readFileSync(new URL(`../art/series-${series}.svg`, import.meta.url), "utf8");
  const inside = text.replace(/^<svg[^>]*>/, "").replace(/<\/svg>\s*$/, "");
  drawings.set(series, inside);
  return inside;
}

/** Colours of the body's gradient, from light to dark. */
const bodyColours = (car: string): string[] => {
  const [, stops = ""] = /<linearGradient id="c1b"[^>]*>(.*?)<\/linearGradient>/.exec(car) ?? [];
  return [...new Set(stops.match(/#[0-9a-f]{6}/g) ?? [])];
};

/** A car seen from its side, painted; its wheels stand on `y`. @param width px */
export function drawCar(
  series: SeriesCode,
  paint: Paint,
  { x, y, width, isMirrored = false }: { x: number; y: number; width: number; isMirrored?: boolean },
  id: string,
): string {
  let car = carOf(series);
  const [light, main, dark, darkest] = bodyColours(car);
  const colour = paints[paint];
  const painted: [string | undefined, string][] = [
    [light, mix(colour, "#ffffff", 0.55)],
    [main, colour],
    [dark, mix(colour, "#06141a", 0.45)],
    [darkest, mix(colour, "#04090c", 0.75)],
  ];
  for (const [from, to] of painted) if (from !== undefined) car = car.replaceAll(from, `@${to.slice(1)}`);
  car = car.replaceAll(/@([0-9a-f]{6})/g, "#$1").replaceAll(/\bc1(?=[a-z]["')])/g, `c${id}`);
  const height = (width * 240) / 640;
  const flip = isMirrored ? `transform="translate(${n(2 * x + width)} 0) scale(-1 1)"` : "";
  return `<g ${flip}><svg x="${n(x)}" y="${n(y - height * 0.925)}" width="${n(width)}" height="${n(height)}" viewBox="0 0 640 240">${car}</svg></g>`;
}
