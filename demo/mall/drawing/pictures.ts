import type { SeriesCode } from "../../concepts/concept.ts";
import { drawCar, type Paint } from "../../drawing/cars.ts";
import { grounds, type GroundName } from "../../drawing/grounds.ts";
import { lands, type LandName } from "../../drawing/land.ts";
import { drawSky, lights, type LightName } from "../../drawing/sky.ts";
import { at, document, Drawing, HEIGHT, mix, rect, WIDTH } from "../../drawing/svg.ts";
import { seededPick } from "../../seeded-hash.ts";
import * as home from "./shapes-home.ts";
import * as road from "./shapes-road.ts";
import { tonesOf, type Tones } from "./tones.ts";

const shapes = { ...home, ...road };
/** Look of a product: a shape with its paint, or a model car ("car yuanshan teal"). */
export type Look = { readonly shape: string; readonly paint: string; readonly trim?: string | undefined };

const SIZE = 600;
/** Backdrops of the studio: wall, and floor. */
const backdrops: readonly (readonly [string, string])[] = [
  ["#f1ece2", "#dccfb8"],
  ["#e6eee6", "#bfd0bc"],
  ["#e4ebee", "#bdccd3"],
  ["#f1e6e1", "#d9c4bc"],
  ["#ececea", "#cbcfcc"],
  ["#e9e6f0", "#c8c4d6"],
];

const modelCar = (series: string, paint: string): string =>
  rect(-214, 104, 428, 66, "#2a3436", 'rx="10"') +
  rect(-214, 104, 428, 14, "#46555a", 'rx="7"') +
  rect(-60, 132, 120, 20, "#c9a86a", 'rx="4"') +
  drawCar(series as SeriesCode, paint as Paint, { x: -205, y: 106, width: 410 }, "m") +
  rect(-206, -110, 412, 216, "#ffffff", 'rx="6" opacity=".16" stroke="#ffffff" stroke-width="4"');

/** @throws Error if there is no such shape */
function shapesOf({ shape, paint, trim }: Look): string {
  const [name = "", series = ""] = shape.split(" ");
  if (name === "car") return modelCar(series, paint);
  const draw = (shapes as Readonly<Record<string, (tones: Tones) => string>>)[name];
  if (!draw) throw new Error(`no shape ${shape}`);
  return draw(tonesOf(paint, trim));
}

const square = (label: string, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" role="img" aria-label="${label}">${inside}</svg>`;
const shadow = (y: number, opacity: number): string =>
  `<ellipse cx="${SIZE / 2}" cy="${y}" rx="190" ry="16" fill="#26312f" opacity="${opacity}"/>`;

/** A product before a plain wall. @param seed selects the backdrop */
export function studioPicture(label: string, look: Look, seed: string): string {
  const [wall, floor] = seededPick(backdrops, seed);
  const drawing = new Drawing(seed);
  const ground = drawing.filled(
    [
      [0, wall],
      [0.74, mix(wall, floor, 0.35)],
      [0.75, floor],
      [1, mix(floor, wall, 0.4)],
    ],
    (fill) => rect(0, 0, SIZE, SIZE, fill),
  );
  return square(label, ground + shadow(490, 0.2) + at(300, 288, 1.2, shapesOf(look)));
}

/** A part of a product, enlarged. */
export function closePicture(label: string, look: Look, seed: string): string {
  const [wall, floor] = seededPick(backdrops, `${seed} close`);
  const drawing = new Drawing(`${seed} close`);
  const ground = drawing.filled(
    [
      [0, mix(wall, "#ffffff", 0.3)],
      [1, floor],
    ],
    (fill) => rect(0, 0, SIZE, SIZE, fill),
  );
  const place = drawing.between(-60, 60, "x");
  return square(label, ground + at(300 + place, 330, 2.3, shapesOf(look)));
}

/** Two of a product side by side, the second in another colour. */
export function pairPicture(label: string, look: Look, secondPaint: string, seed: string): string {
  const [wall, floor] = seededPick(backdrops, `${seed} pair`);
  const drawing = new Drawing(`${seed} pair`);
  const ground = drawing.filled(
    [
      [0, floor],
      [1, wall],
    ],
    (fill) => rect(0, 0, SIZE, SIZE, fill),
  );
  const one = at(196, 244, 0.84, shapesOf(look));
  const other = at(410, 372, 0.84, shapesOf({ ...look, paint: secondPaint }));
  return square(label, ground + one + other);
}

const scenes: readonly (readonly [LightName, LandName, GroundName])[] = [
  ["morning", "tea", "grass"],
  ["golden", "grassland", "grass"],
  ["dusk", "sea", "deck"],
  ["autumn", "forest", "grass"],
  ["mist", "ridges", "grass"],
  ["noon", "sea", "sand"],
];
/** A product outdoors. */
export function scenePicture(label: string, look: Look, seed: string): string {
  const [light, land, ground] = seededPick(scenes, `${seed} scene`);
  const drawing = new Drawing(`${seed} scene`);
  const scene = lights[light];
  return document(
    label,
    drawSky(scene, drawing) +
      lands[land](scene, drawing) +
      grounds[ground](scene, drawing) +
      `<ellipse cx="${WIDTH / 2}" cy="${HEIGHT - 42}" rx="150" ry="13" fill="#1a2322" opacity=".28"/>` +
      at(WIDTH / 2, HEIGHT - 182, 0.82, shapesOf(look)),
  );
}
