import type { Light } from "./sky.ts";
import { circle, landBelow, mix, n, path, rect, stroke, WIDTH, type Drawing } from "./svg.ts";

/** Draws a part of a landscape; `y` is its height on the picture. */
export type Land = (light: Light, drawing: Drawing) => string;

export const wave = (
  drawing: Drawing,
  name: string,
  y: number,
  swing: number,
  count: number,
): [number, number][] =>
  Array.from({ length: count + 1 }, (_, k): [number, number] => [
    -10 + (k * (WIDTH + 20)) / count,
    y + drawing.between(-swing, swing, `${name}${k}`),
  ]);

/** Layers of ridges with mist between them. */
export const ridges: Land = (light, drawing) =>
  [0, 1, 2, 3]
    .map((k) => {
      const colour = mix(light.far, light.near, k / 4);
      const shape = landBelow(wave(drawing, `ridge${k}`, 210 + k * 44, 30, 6 + k));
      return drawing.filled(
        [
          [0, colour],
          [1, mix(colour, "#f7f2e4", light.isNight ? 0.06 : 0.42)],
        ],
        (fill) => path(shape, fill),
      );
    })
    .join("");

export const peaks: Land = (light, drawing) => {
  const base = 330;
  const peak = (x: number, y: number, half: number): string =>
    path(`M${n(x - half)} ${base}L${n(x)} ${n(y)}L${n(x + half)} ${base}Z`, mix(light.far, light.near, 0.3)) +
    path(
      `M${n(x)} ${n(y)}L${n(x - half * 0.3)} ${n(y + (base - y) * 0.3)}l${n(half * 0.14)} -8l${n(half * 0.12)} 16l${n(half * 0.14)} -14l${n(half * 0.12)} 10Z`,
      "#ffffff",
      'opacity=".92"',
    );
  const all = [0, 1, 2, 3, 4].map((k) =>
    peak(
      60 + k * 160 + drawing.between(-30, 30, `p${k}`),
      drawing.between(140, 240, `h${k}`),
      drawing.between(110, 170, `w${k}`),
    ),
  );
  return all.join("") + path(landBelow(wave(drawing, "foot", 322, 14, 6)), mix(light.far, light.near, 0.45));
};

export const karst: Land = (light, drawing) => {
  const cone = (x: number, y: number, half: number, colour: string): string =>
    path(
      `M${n(x - half)} 350C${n(x - half * 0.8)} ${n(y + 70)} ${n(x - half * 0.5)} ${n(y)} ${n(x)} ${n(y)}C${n(x + half * 0.55)} ${n(y)} ${n(x + half * 0.8)} ${n(y + 80)} ${n(x + half)} 350Z`,
      colour,
    );
  const rows = [0, 1].flatMap((row) =>
    [0, 1, 2, 3, 4, 5].map((k) =>
      cone(
        k * 140 + row * 60 + drawing.between(-30, 30, `k${row}${k}`),
        drawing.between(170, 260, `y${row}${k}`) + row * 26,
        drawing.between(46, 78, `h${row}${k}`),
        mix(light.far, light.near, 0.12 + row * 0.36),
      ),
    ),
  );
  const water = drawing.filled(
    [
      [0, mix(light.far, "#ffffff", 0.35)],
      [1, mix(light.far, light.near, 0.35)],
    ],
    (fill) => rect(0, 346, WIDTH, 160, fill),
  );
  return (
    rows.join("") +
    water +
    stroke("M120 366h90M300 378h130M520 364h80M600 386h110", "#ffffff", 1.6, 'opacity=".45"')
  );
};

export const sea: Land = (light, drawing) => {
  const water = drawing.filled(
    [
      [0, mix(light.far, "#ffffff", 0.12)],
      [1, mix(light.near, light.far, 0.2)],
    ],
    (fill) => rect(0, 290, WIDTH, 220, fill),
  );
  const sun = light.sun?.[0] ?? 380;
  const glitter = [0, 1, 2, 3, 4, 5]
    .map((k) => `M${n(sun - 52 + k * 5)} ${302 + k * 13}h${104 - k * 10}`)
    .join("");
  const cape = path(
    landBelow([
      [430, 300],
      [520, 282],
      [610, 272],
      [700, 262],
      [760, 258],
    ]),
    mix(light.far, light.near, 0.25),
  );
  const boat = `<g opacity=".9">${path("M232 300l30 0l-6 10h-20Z", mix(light.near, "#ffffff", 0.2))}${path("M246 258v40l-20 0ZM249 264v34l16 0Z", "#fdf7ea")}</g>`;
  return cape + water + stroke(glitter, light.sun?.[3] ?? "#fff", 2, 'opacity=".7"') + boat;
};

export const city: Land = (light, drawing) => {
  const row = (y: number, share: number, count: number, name: string): string =>
    Array.from({ length: count }, (_, k) => {
      const [w, h] = [drawing.between(30, 62, `${name}w${k}`), drawing.between(50, 190, `${name}h${k}`)];
      const x = (k * WIDTH) / count + drawing.between(-8, 8, `${name}x${k}`);
      const colour = mix(light.far, light.near, share);
      const lit = light.isNight || light.road === "#3a3450";
      const windows = Array.from({ length: 6 }, (_windows, j) =>
        rect(
          x + 6 + (j % 2) * (w / 2),
          y - h + 12 + Math.floor(j / 2) * 26,
          w / 5,
          6,
          lit ? "#ffd98e" : "#ffffff",
          `opacity="${lit ? 0.85 : 0.35}"`,
        ),
      ).join("");
      return rect(x, y - h, w, h + 40, colour, 'rx="3"') + windows;
    }).join("");
  const tower = path(
    "M372 60l5 0l3 54c10 6 10 20 0 26l4 46c12 8 12 26 0 34l8 140h-35l8 -140c-12 -8 -12 -26 0 -34l4 -46c-10 -6 -10 -20 0 -26Z",
    mix(light.far, light.near, 0.35),
  );
  return row(350, 0.12, 15, "back") + tower + row(360, 0.42, 12, "front");
};

/** Houses with white walls and dark stepped gables, by the water. */
export const oldTown: Land = (light, drawing) => {
  const wall = mix("#f3efe4", light.near, light.isNight ? 0.6 : 0.12);
  const roof = mix("#38434a", light.near, 0.3);
  const house = (x: number, w: number, h: number, k: number): string => {
    const top = 348 - h;
    const window = light.isNight ? "#ffcf7a" : mix(roof, wall, 0.3);
    return (
      rect(x, top, w, h, wall) +
      path(
        `M${n(x - 8)} ${n(top + 6)}h${n(w * 0.18)}v-12h${n(w * 0.2)}v-14h${n(w * 0.3)}v14h${n(w * 0.2)}v12h${n(w * 0.24)}v-8h-${n(w * 0.22)}v-12h-${n(w * 0.2)}v-14h-${n(w * 0.34)}v14h-${n(w * 0.2)}v12h-${n(w * 0.2)}Z`,
        roof,
      ) +
      rect(x + w * 0.22, top + 26, 14, 18, window, 'rx="1"') +
      rect(x + w * 0.58, top + 26, 14, 18, window, 'rx="1"') +
      (k % 2 === 0 ? circle(x + w / 2, top + 66, 5, "#c8452f") : "")
    );
  };
  const houses = [0, 1, 2, 3, 4, 5, 6].map((k) =>
    house(
      k * 112 - 20 + drawing.between(-10, 10, k),
      drawing.between(84, 104, `w${k}`),
      drawing.between(92, 140, `h${k}`),
      k,
    ),
  );
  return ridgeLine(light, drawing) + houses.join("");
};
export const ridgeLine: Land = (light, drawing) =>
  path(landBelow(wave(drawing, "line", 236, 24, 7)), mix(light.far, light.near, 0.12));

export const dunes: Land = (light, drawing) =>
  [0, 1, 2]
    .map((k) => {
      const colour = mix(mix(light.far, "#e9c38f", 0.5), light.near, 0.1 + k * 0.16);
      return drawing.filled(
        [
          [0, mix(colour, "#fff4dc", 0.3)],
          [1, colour],
        ],
        (fill) => path(landBelow(wave(drawing, `dune${k}`, 246 + k * 44, 34, 3 + k)), fill),
      );
    })
    .join("");

/** Flat-topped mountains. */
export const mesas: Land = (light, drawing) => {
  const mesa = (x: number, y: number, w: number): string =>
    path(
      `M${n(x)} 336L${n(x + w * 0.16)} ${n(y)}h${n(w * 0.62)}L${n(x + w)} 336Z`,
      mix("#b0623a", light.near, 0.2),
    ) +
    stroke(
      `M${n(x + w * 0.2)} ${n(y + 22)}h${n(w * 0.5)}M${n(x + w * 0.14)} ${n(y + 44)}h${n(w * 0.64)}`,
      mix("#8f4a2a", light.near, 0.3),
      2,
      'opacity=".6"',
    );
  return ridgeLine(light, drawing) + mesa(40, 206, 210) + mesa(300, 236, 150) + mesa(500, 214, 220);
};
