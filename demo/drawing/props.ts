import type { Light } from "./sky.ts";
import { at, circle, mix, n, path, rect, stroke, type Drawing } from "./svg.ts";

type Prop = (light: Light, drawing: Drawing) => string;
const shade = (colour: string, light: Light): string => mix(colour, light.near, light.isNight ? 0.4 : 0.06);

const pine = (x: number, y: number, s: number, colour: string): string =>
  at(
    x,
    y,
    s,
    path("M0 -110L22 -70H-22ZM0 -84L28 -40H-28ZM0 -56L34 -8H-34Z", colour) +
      rect(-4, -10, 8, 14, mix(colour, "#2a1a10", 0.5)),
  );
const person = (x: number, y: number, s: number, coat: string, light: Light): string =>
  at(
    x,
    y,
    s,
    circle(0, -56, 8, "#e7b48f") +
      path("M-8 -60a8 8 0 0 1 16 0Z", "#2d2a2a") +
      path("M-11 -46q11 -6 22 0l3 26h-6v22h-6v-18h-4v18h-6v-22h-6Z", shade(coat, light)),
  );

const pines: Prop = (light) => {
  const colour = mix("#1f5a4a", light.near, light.isNight ? 0.6 : 0.3);
  return (
    pine(52, 408, 1.2, colour) +
    pine(96, 412, 0.85, colour) +
    pine(20, 414, 0.7, colour) +
    pine(700, 406, 1.25, colour) +
    pine(660, 412, 0.8, colour) +
    pine(738, 414, 0.9, colour)
  );
};
const snowPines: Prop = (light) => {
  const cap = (x: number, y: number, s: number) =>
    at(x, y, s, path("M0 -110L10 -92L2 -96L-4 -90L-10 -92ZM-16 -64l32 0l-6 -8l-10 4l-8 -4Z", "#ffffff"));
  return (
    pines(light, undefined as never) +
    cap(52, 408, 1.2) +
    cap(96, 412, 0.85) +
    cap(700, 406, 1.25) +
    cap(660, 412, 0.8)
  );
};
const bamboo: Prop = (light, drawing) =>
  Array.from({ length: 14 }, (_, k) => {
    const x = k < 7 ? k * 22 - 6 : 750 - (k - 7) * 22;
    const lean = drawing.between(-16, 16, k);
    const colour = shade(k % 2 === 0 ? "#5f9a58" : "#7fb26a", light);
    return (
      stroke(
        `M${x} 420Q${n(x + lean / 2)} 220 ${n(x + lean)} ${n(drawing.between(20, 90, `t${k}`))}`,
        colour,
        6,
      ) +
      stroke(
        `M${n(x + lean * 0.8)} 140l26 -14m-26 34l-24 -16m22 60l28 -10m-32 40l-22 -18`,
        colour,
        5,
        'stroke-linecap="round"',
      )
    );
  }).join("");
const blossoms: Prop = (light, drawing) =>
  [70, 690]
    .map(
      (x, side) =>
        stroke(
          `M${x} 420q${side === 0 ? 6 : -6} -90 ${side === 0 ? 30 : -30} -150`,
          shade("#5a4038", light),
          12,
          'stroke-linecap="round"',
        ) +
        Array.from({ length: 16 }, (_, k) =>
          circle(
            x + (side === 0 ? 20 : -20) + drawing.between(-86, 86, `x${side}${k}`),
            236 + drawing.between(-66, 60, `y${side}${k}`),
            drawing.between(15, 30, `r${side}${k}`),
            shade(k % 3 === 0 ? "#fbe3e6" : k % 3 === 1 ? "#f4bcc8" : "#f7d0d6", light),
            'opacity=".95"',
          ),
        ).join(""),
    )
    .join("") +
  Array.from({ length: 16 }, (_, k) =>
    circle(drawing.between(60, 700, `p${k}`), drawing.between(250, 480, `q${k}`), 2.6, "#f4bcc8"),
  ).join("");
const ginkgo: Prop = (light, drawing) =>
  [60, 180, 600, 710]
    .map(
      (x, side) =>
        rect(x - 5, 300, 10, 110, shade("#6b4b34", light)) +
        Array.from({ length: 9 }, (_, k) =>
          circle(
            x + drawing.between(-44, 44, `x${side}${k}`),
            262 + drawing.between(-60, 44, `y${side}${k}`),
            drawing.between(22, 36, `r${side}${k}`),
            shade(k % 2 === 0 ? "#f0c23f" : "#e0a72f", light),
          ),
        ).join(""),
    )
    .join("") +
  Array.from({ length: 30 }, (_, k) =>
    circle(drawing.between(0, 750, `f${k}`), drawing.between(400, 494, `g${k}`), 2.6, "#f0c23f"),
  ).join("");
const palms: Prop = (light) => {
  const palm = (x: number, s: number) =>
    at(
      x,
      412,
      s,
      stroke("M0 0Q14 -90 -6 -170", shade("#7b5a3c", light), 9) +
        [
          "M-6 -170q-50 -26 -84 6q42 -6 84 -6",
          "M-6 -170q50 -30 88 2q-44 -4 -88 -2",
          "M-6 -170q-36 -46 -70 -40q40 10 70 40",
          "M-6 -170q34 -46 72 -42q-40 12 -72 42",
          "M-6 -170q-6 40 -44 54q24 -26 44 -54",
        ]
          .map((d) => path(d, shade("#2f7d5b", light)))
          .join(""),
    );
  return palm(70, 1.15) + palm(130, 0.85) + palm(690, 1.1);
};
const tent: Prop = (light) => {
  const cloth = light.isNight ? "#f2b45f" : "#e9a24c";
  return (
    (light.isNight ? circle(600, 400, 110, "#ffcf7a", 'opacity=".16"') : "") +
    path("M520 430L604 316L690 430Z", cloth) +
    path("M604 316L574 430H640Z", mix(cloth, "#fff3d6", 0.55)) +
    stroke("M604 316L514 440M604 316L700 440", mix(cloth, "#5b3318", 0.4), 2) +
    path("M470 436q8 -20 0 -30q18 10 16 32Z", "#ff8a3c") +
    stroke("M458 440h34", "#4a3022", 6, 'stroke-linecap="round"')
  );
};
const lights: Prop = (_light, drawing) => {
  const bulbs = Array.from({ length: 13 }, (_, k) => {
    const x = 40 + k * 56;
    const y = 118 + 46 * Math.sin((Math.PI * k) / 12);
    return (
      circle(x, y + 6, 12, "#ffd98e", 'opacity=".25"') +
      circle(x, y + 6, 4.6, "#fff1c9") +
      (drawing.between(0, 1, k) < 0 ? "" : "")
    );
  }).join("");
  return (
    rect(34, 110, 5, 300, "#3d3a3a") +
    rect(712, 110, 5, 300, "#3d3a3a") +
    stroke("M38 116Q375 212 714 116", "#3d3a3a", 2) +
    bulbs
  );
};
const people: Prop = (light) =>
  person(560, 420, 1.05, "#d8692f", light) + person(592, 422, 1, "#1f6f73", light);
const family: Prop = (light) =>
  person(574, 424, 1.1, "#2f6f8f", light) +
  person(606, 426, 1.02, "#c8553f", light) +
  person(590, 432, 0.66, "#e0a72f", light);
const dog: Prop = (light) =>
  at(
    620,
    446,
    1,
    path(
      "M-26 -4v-20q6 -10 24 -8l20 -2l8 -10l6 8q10 2 8 10l-12 6v18h-6v-14h-26v12Z",
      shade("#c99a5b", light),
    ),
  );
const bicycles: Prop = (light) => {
  const bike = (x: number, colour: string) =>
    at(
      x,
      440,
      1,
      circle(-24, -16, 15, "none", `stroke="${shade("#2a3437", light)}" stroke-width="3"`) +
        circle(24, -16, 15, "none", `stroke="${shade("#2a3437", light)}" stroke-width="3"`) +
        stroke(
          "M-24 -16L-8 -42H14L24 -16M-8 -42L2 -16H-24M2 -16L14 -42L12 -52h8M-14 -46h12",
          shade(colour, light),
          3,
          'stroke-linecap="round"',
        ),
    );
  return bike(560, "#c8452f") + bike(640, "#1f6f73");
};
const coffee: Prop = (light) =>
  rect(530, 392, 120, 7, shade("#8a5b38", light)) +
  rect(540, 398, 5, 44, shade("#6b452a", light)) +
  rect(634, 398, 5, 44, shade("#6b452a", light)) +
  path("M552 392v-22h22v22ZM600 392v-16h18v16Z", shade("#f6f1e6", light)) +
  stroke("M560 362q-4 -8 2 -14M568 362q-4 -8 2 -14", "#ffffff", 2, 'opacity=".8"') +
  person(676, 436, 1, "#4d7a5c", light);
const stalls: Prop = (light) => {
  const stall = (x: number, colour: string) =>
    rect(x, 350, 96, 62, shade("#e9dcc4", light)) +
    path(`M${x - 8} 352l10 -32h92l10 32Z`, shade(colour, light)) +
    stroke(
      `M${x + 12} 322l-6 30M${x + 36} 322v30M${x + 60} 322v30M${x + 84} 322l6 30`,
      "#fdf6e8",
      7,
      'opacity=".8"',
    ) +
    circle(x + 24, 376, 8, shade("#c8553f", light)) +
    circle(x + 44, 378, 7, shade("#e0a72f", light)) +
    circle(x + 66, 376, 8, shade("#6f9a4f", light));
  return (
    stall(30, "#c8452f") +
    stall(580, "#1f6f73") +
    person(160, 428, 1, "#6d5f8f", light) +
    person(546, 430, 0.98, "#d2622b", light)
  );
};
const charger: Prop = (light) =>
  rect(598, 300, 40, 128, shade("#f1f5f3", light), 'rx="8"') +
  rect(606, 312, 24, 30, "#12464b", 'rx="3"') +
  path("M620 316l-8 14h6l-2 10l8 -14h-6Z", "#63e6be") +
  stroke("M598 372q-60 10 -92 20", "#12262b", 5) +
  (light.isNight ? circle(618, 330, 70, "#63e6be", 'opacity=".14"') : "");
const kite: Prop = (light) =>
  stroke("M566 404Q500 220 330 120", "#6d7a7c", 1.2) +
  path("M330 120l-22 -22l26 -20l22 24Z", "#d8692f") +
  path("M330 120q-16 26 4 40q-16 14 0 30", "none", 'stroke="#d8692f" stroke-width="3"') +
  person(574, 440, 0.8, "#e0a72f", light);
const kayaks: Prop = (light) =>
  path("M470 430q80 -26 190 -8q-90 26 -190 8Z", shade("#d8692f", light)) +
  path("M500 452q80 -26 190 -8q-90 26 -190 8Z", shade("#e0c23f", light)) +
  stroke("M520 410l120 34", shade("#5b3d2a", light), 4);
const cones: Prop = (light) =>
  [60, 130, 610, 690]
    .map(
      (x) => path(`M${x} 440l12 -40h8l12 40Z`, shade("#e8622c", light)) + rect(x + 8, 418, 16, 7, "#fdf6e8"),
    )
    .join("");
const flags: Prop = (light) =>
  [70, 150, 610, 690]
    .map(
      (x, k) =>
        rect(x, 236, 3, 176, shade("#7b8688", light)) +
        path(
          `M${x + 3} 240q22 -10 44 0v28q-22 -10 -44 0Z`,
          shade(k % 2 === 0 ? "#1f6f73" : "#d8692f", light),
        ),
    )
    .join("");
const picnic: Prop = (light) =>
  path("M500 452l150 -10l40 26l-160 14Z", shade("#d2553f", light)) +
  stroke("M540 450l36 30M590 446l38 30M520 464l150 -12", "#fdf0e0", 4, 'opacity=".7"') +
  rect(566, 428, 40, 24, shade("#b98a4f", light), 'rx="4"') +
  stroke("M572 428q14 -20 28 0", shade("#7c5a30", light), 4) +
  person(676, 458, 0.9, "#4f86a8", light);
const telescope: Prop = (light) =>
  stroke("M600 440l20 -50l22 50M620 392v50", shade("#2f3a3f", light), 4) +
  at(620, 388, 1, path("M-30 8L34 -32l8 12L-22 22Z", shade("#e6e9e6", light))) +
  person(572, 442, 1, "#6d5f8f", light);
const lanterns: Prop = (_light, drawing) =>
  Array.from({ length: 7 }, (_, k) => {
    const x = 60 + k * 106;
    const y = 84 + drawing.between(0, 40, k);
    return (
      stroke(`M${x} 0V${n(y)}`, "#5b3a2a", 1.4) +
      circle(x, y + 16, 24, "#ff9a5c", 'opacity=".22"') +
      path(`M${x - 12} ${n(y + 4)}q12 -8 24 0q8 12 0 24q-12 8 -24 0q-8 -12 0 -24Z`, "#d23f2f") +
      rect(x - 5, y - 1, 10, 3, "#f2c25a") +
      rect(x - 5, y + 30, 10, 3, "#f2c25a")
    );
  }).join("");
const none: Prop = () => "";

export const props = {
  pines,
  snowPines,
  bamboo,
  blossoms,
  ginkgo,
  palms,
  tent,
  lights,
  people,
  family,
  dog,
  bicycles,
  coffee,
  stalls,
  charger,
  kite,
  kayaks,
  cones,
  flags,
  picnic,
  telescope,
  lanterns,
  none,
} as const satisfies Record<string, Prop>;
export type PropName = keyof typeof props;
