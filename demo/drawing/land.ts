import {
  city,
  dunes,
  karst,
  mesas,
  oldTown,
  peaks,
  ridgeLine,
  ridges,
  sea,
  wave,
  type Land,
} from "./land-shapes.ts";
import { circle, landBelow, mix, n, path, rect, stroke, WIDTH } from "./svg.ts";

/** Rows of a field towards the horizon, in one colour: tea, lavender, rape. */
const field =
  (crop: string): Land =>
  (light, drawing) => {
    const ground = mix(crop, light.near, light.isNight ? 0.6 : 0.18);
    const rows = Array.from({ length: 15 }, (_, k) => {
      const x = -300 + k * 96;
      return `M${n(375 + (x - 375) * 0.16)} 296L${x} 520`;
    }).join("");
    const hill = path(landBelow(wave(drawing, "hill", 262, 20, 5)), mix(light.far, crop, 0.35));
    return (
      ridgeLine(light, drawing) +
      hill +
      rect(0, 292, WIDTH, 220, ground) +
      stroke(rows, mix(crop, "#fff6d8", 0.25), 14, 'stroke-linecap="round" opacity=".75"')
    );
  };

const terraces: Land = (light, drawing) => {
  const steps = [0, 1, 2, 3, 4, 5].map((k) => {
    const colour = mix(
      k % 2 === 0 ? "#7fae74" : "#a7c991",
      light.near,
      light.isNight ? 0.6 : 0.08 + k * 0.07,
    );
    return path(landBelow(wave(drawing, `step${k}`, 230 + k * 24, 16 - k, 4)), colour);
  });
  return ridgeLine(light, drawing) + steps.join("");
};

/** Grassland with round tents. */
const grassland: Land = (light, drawing) => {
  const green = mix("#7fae6a", light.near, light.isNight ? 0.55 : 0.08);
  const yurt = (x: number, y: number, s: number): string =>
    path(
      `M${n(x - 30 * s)} ${n(y)}v-${n(20 * s)}q${n(30 * s)} -${n(30 * s)} ${n(60 * s)} 0v${n(20 * s)}Z`,
      "#f7f2e6",
    ) +
    rect(x - 6 * s, y - 18 * s, 12 * s, 18 * s, "#b4512f") +
    stroke(`M${n(x - 30 * s)} ${n(y - 20 * s)}h${n(60 * s)}`, "#3f7fa8", 3 * s);
  return (
    ridgeLine(light, drawing) +
    path(landBelow(wave(drawing, "g1", 290, 18, 4)), mix(green, light.far, 0.35)) +
    yurt(520, 306, 0.9) +
    yurt(600, 312, 1.1) +
    path(landBelow(wave(drawing, "g2", 330, 14, 4)), green)
  );
};

const forest: Land = (light, drawing) => {
  const leaf = (k: number): string =>
    mix(k % 3 === 0 ? "#d9a13b" : k % 3 === 1 ? "#c9692f" : "#7f8f45", light.near, light.isNight ? 0.6 : 0.1);
  const trees = Array.from({ length: 22 }, (_, k) => {
    const x = k * 36 + drawing.between(-12, 12, k);
    const y = 350 + drawing.between(-8, 10, `y${k}`);
    const r = drawing.between(26, 46, `r${k}`);
    return (
      rect(x - 3, y - r, 6, r + 10, mix("#5b3d2a", light.near, 0.3)) +
      circle(x, y - r - 14, r, leaf(k)) +
      circle(x - r * 0.3, y - r - 24, r * 0.55, mix(leaf(k), "#fff3d0", 0.22))
    );
  });
  return ridgeLine(light, drawing) + trees.join("");
};

/** A cable-stayed bridge over water. */
const bridge: Land = (light, drawing) => {
  const steel = mix("#f1ece0", light.near, light.isNight ? 0.45 : 0.15);
  const cables = (x: number): string =>
    Array.from(
      { length: 9 },
      (_, k) => `M${x} 128L${n(x - 20 - k * 22)} 318M${x} 128L${n(x + 20 + k * 22)} 318`,
    ).join("");
  return (
    ridgeLine(light, drawing) +
    drawing.filled(
      [
        [0, mix(light.far, "#ffffff", 0.2)],
        [1, light.near],
      ],
      (fill) => rect(0, 300, WIDTH, 210, fill),
    ) +
    stroke(cables(210) + cables(560), steel, 1.4, 'opacity=".8"') +
    rect(205, 120, 10, 230, steel) +
    rect(555, 120, 10, 230, steel) +
    rect(0, 316, WIDTH, 9, steel)
  );
};

/** Wind turbines on hills. */
const turbines: Land = (light, drawing) => {
  const turbine = (x: number, y: number, s: number): string =>
    `<g transform="translate(${x} ${y}) scale(${s})">${path("M-3 0L-1.6 -130h3.2L3 0Z", "#f4f6f3")}<g transform="translate(0 -130) rotate(${n(drawing.between(0, 110, x))})">${path("M0 0L4 -62L-2 -60ZM0 0L52 34L48 40ZM0 0L-56 28L-53 34Z", "#ffffff")}</g></g>`;
  return (
    ridgeLine(light, drawing) +
    turbine(140, 300, 1.1) +
    turbine(300, 280, 0.8) +
    turbine(470, 292, 1) +
    turbine(640, 276, 0.75) +
    path(landBelow(wave(drawing, "t", 300, 20, 4)), mix("#86ad7c", light.near, light.isNight ? 0.6 : 0.12))
  );
};

/** A hall with a row of windows: the scene outside is the light's. */
const hall: Land = (light, drawing) => {
  const wall = mix("#dfe5e2", light.near, light.isNight ? 0.72 : 0.12);
  const panes = [0, 1, 2, 3].map(
    (k) =>
      drawing.filled(light.sky, (fill) => rect(60 + k * 162, 110, 144, 190, fill, 'rx="4"')) +
      path(`M${70 + k * 162} 300v-40l30 -24l26 22l34 -34l44 40v36Z`, mix(light.far, light.near, 0.3)),
  );
  const ring = stroke(
    "M200 60a175 26 0 1 0 350 0a175 26 0 1 0 -350 0Z",
    light.isNight ? "#d9f5ef" : "#ffffff",
    9,
  );
  return (
    rect(0, 0, WIDTH, 392, wall) + panes.join("") + rect(0, 318, WIDTH, 6, mix(wall, light.near, 0.25)) + ring
  );
};

/** A workshop with its lifts, tools and a window. */
const garage: Land = (light, drawing) => {
  const wall = mix("#d5ddda", light.near, light.isNight ? 0.6 : 0.1);
  const board = mix("#1f6f73", light.near, 0.25);
  const tools = [0, 1, 2, 3, 4, 5, 6, 7]
    .map((k) => rect(520 + k * 26, 128, 6, drawing.between(30, 62, k), "#e9eeec", 'rx="3"'))
    .join("");
  const lamps = [150, 375, 600].map(
    (x) =>
      rect(x - 46, 20, 92, 9, "#39464a") + path(`M${x - 40} 29h80l70 250h-220Z`, "#fff6d8", 'opacity=".12"'),
  );
  const post = (x: number): string =>
    rect(x, 150, 18, 250, mix("#d8692f", light.near, 0.1)) + rect(x - 14, 388, 46, 12, "#4a2e1a");
  return (
    rect(0, 0, WIDTH, 400, wall) +
    drawing.filled(light.sky, (fill) => rect(36, 96, 190, 130, fill)) +
    stroke("M36 96h190v130h-190ZM131 96v130M36 161h190", mix(wall, "#39464a", 0.5), 5) +
    rect(500, 104, 230, 120, board) +
    tools +
    lamps.join("") +
    rect(640, 300, 92, 96, mix("#c9562c", light.near, 0.1), 'rx="4"') +
    stroke("M640 324h92M640 348h92M640 372h92", "#fbe9d8", 3) +
    post(270) +
    post(560)
  );
};

export const lands = {
  hall,
  garage,
  ridges,
  peaks,
  karst,
  sea,
  city,
  oldTown,
  dunes,
  mesas,
  terraces,
  grassland,
  forest,
  bridge,
  turbines,
  tea: field("#6fa061"),
  lavender: field("#8f7fc0"),
  rape: field("#e7c23f"),
  wheat: field("#d9b25a"),
} as const satisfies Record<string, Land>;
export type LandName = keyof typeof lands;
