import { grounds } from "./grounds.ts";
import type { LandName } from "./land.ts";
import { lights, type LightName } from "./sky.ts";
import { at, circle, mix, n, path, rect, stroke, WIDTH, type Drawing } from "./svg.ts";
import { view } from "./views.ts";

type Item =
  | "plant"
  | "guitar"
  | "cooler"
  | "tentbag"
  | "dog"
  | "flowers"
  | "books"
  | "skis"
  | "oranges"
  | "telescope";
const items: Readonly<Record<Item, string>> = {
  plant:
    rect(-22, -30, 44, 34, "#c8763f", 'rx="4"') +
    path(
      "M0 -30q-46 -20 -36 -74q30 14 36 74ZM0 -30q46 -20 40 -66q-36 8 -40 66ZM0 -30q-8 -50 6 -88q16 46 -6 88Z",
      "#4d8a5c",
    ),
  guitar:
    path("M-6 -30q-34 6 -30 34q4 18 36 14q30 4 34 -16q2 -24 -26 -30v-90h-14Z", "#b9783f") +
    circle(2, -4, 11, "#5a3418") +
    rect(-8, -132, 18, 22, "#4a2e1a"),
  cooler:
    rect(-44, -44, 88, 48, "#2f7fa0", 'rx="8"') +
    rect(-48, -54, 96, 16, "#f2f5f3", 'rx="6"') +
    stroke("M-26 -54q26 -26 52 0", "#f2f5f3", 6),
  tentbag:
    path("M-70 4v-26q0 -18 18 -18h104q18 0 18 18v26Z", "#d2722f") +
    stroke("M-34 -40v44M34 -40v44", "#8f4618", 5),
  dog:
    path("M-30 4v-52q0 -44 34 -44q34 0 34 44v52Z", "#d9a866") +
    circle(4, -76, 30, "#e2b676") +
    path("M-26 -92q-16 30 -4 48l14 -30ZM34 -92q16 30 4 48l-14 -30Z", "#a9743c") +
    circle(-6, -80, 4, "#2c2018") +
    circle(14, -80, 4, "#2c2018") +
    path("M-2 -66h12l-6 8Z", "#2c2018") +
    path("M0 -56q4 14 8 0Z", "#e2727a"),
  flowers:
    [-34, -12, 12, 34]
      .map(
        (x, k) =>
          stroke(`M${x} 4v-60`, "#4f8a58", 5) +
          circle(x, -66, 18, ["#e8a0b4", "#f0c23f", "#d2553f", "#f3e6ea"][k] ?? "#fff") +
          circle(x, -66, 6, "#8a5a20"),
      )
      .join("") + rect(-52, -22, 104, 26, "#8a6a48", 'rx="4"'),
  books:
    rect(-46, -14, 92, 18, "#c8553f") +
    rect(-40, -32, 84, 18, "#2f7f88") +
    rect(-44, -50, 86, 18, "#e0b34f") +
    rect(-34, -66, 70, 16, "#6d5f8f"),
  skis:
    stroke("M-60 4L30 -150M-40 4L50 -150", "#2f7fa0", 9, 'stroke-linecap="round"') +
    stroke("M20 4L-20 -130M36 4L-6 -130", "#d2553f", 4, 'stroke-linecap="round"'),
  oranges:
    rect(-56, -30, 112, 34, "#b58a58", 'rx="4"') +
    [-40, -20, 0, 20, 40, -30, -10, 10, 30]
      .map((x, k) => circle(x, k < 5 ? -32 : -46, 13, k % 2 === 0 ? "#f09a2f" : "#f2ad45"))
      .join(""),
  telescope:
    path("M-54 -10L46 -66l14 24L-42 14Z", "#e9ece9") + path("M46 -66l14 24l16 -8l-14 -26Z", "#2f3a3f"),
};
/** The open boot, with what was packed. */
export function boot(
  light: LightName,
  land: LandName,
  drawing: Drawing,
  packed: readonly Item[],
  paint: string,
): string {
  const body = mix(paint, lights[light].near, 0.1);
  const things = packed.map((item, k) => at(250 + k * 125, 392, 1.05, items[item])).join("");
  return (
    view(light, land, drawing) +
    grounds.grass(lights[light], drawing) +
    path("M120 40Q375 -14 630 40L600 96Q375 52 150 96Z", body) +
    path("M96 150Q110 84 190 84H560Q640 84 654 150L676 470H74Z", body) +
    path("M146 168Q158 120 214 120H536Q592 120 604 168L622 404H128Z", "#1a2224") +
    path("M128 404h494l12 26H116Z", "#39464a") +
    things +
    path("M74 470q-10 -120 24 -190l34 10l-14 140ZM676 470q10 -120 -24 -190l-34 10l14 140Z", "#b3261e") +
    rect(300, 446, 150, 30, "#e8eef0", 'rx="3"') +
    rect(300, 124, 150, 6, "#fff4d6", 'rx="3" opacity=".8"')
  );
}

const plate = (inside: string) =>
  circle(246, 268, 154, "#000", 'opacity=".14"') +
  circle(240, 258, 152, "#fbf8f0") +
  circle(240, 258, 124, "#eee7d8") +
  inside;
const dishes = {
  noodles: plate(
    circle(240, 258, 112, "#c9743a") +
      stroke("M160 240q40 -30 80 0t80 0M156 266q42 -30 84 0t84 0M164 292q38 -30 76 0t76 0", "#f6dfa8", 9) +
      circle(290, 220, 30, "#fdf6e8") +
      circle(290, 220, 14, "#f2a53a") +
      [0, 1, 2, 3, 4].map((k) => circle(190 + k * 18, 312 - (k % 2) * 12, 6, "#4f9a58")).join(""),
  ),
  dumplings: plate(
    [0, 1, 2, 3, 4, 5]
      .map((k) => {
        const [x, y] = [240 + 66 * Math.cos(k), 258 + 66 * Math.sin(k)];
        return (
          circle(x, y, 36, "#fdf8ec") +
          stroke(`M${n(x - 18)} ${n(y)}q18 -14 36 0M${n(x)} ${n(y - 20)}v14`, "#d9cdb4", 3)
        );
      })
      .join(""),
  ),
  breakfast: plate(
    path("M170 230q60 -50 110 -10q20 40 -30 60q-70 10 -80 -50Z", "#fff8ea") +
      circle(214, 240, 24, "#f2b23a") +
      rect(228, 292, 92, 26, "#c9743a", 'rx="12"') +
      rect(168, 304, 60, 40, "#e2b676", 'rx="10"'),
  ),
  map:
    rect(84, 96, 330, 310, "#efe6cf", 'transform="rotate(-6 240 258)"') +
    stroke(
      "M120 360C180 280 160 240 240 230S320 150 380 130",
      "#d2553f",
      7,
      'stroke-dasharray="2 16" stroke-linecap="round"',
    ) +
    stroke("M96 200q90 30 150 -10t150 20M110 300q80 -20 160 20t130 -10", "#a9bfa0", 4) +
    path("M380 130l-14 -30a15 15 0 1 1 28 0Z", "#d2553f"),
};

/** A table seen from above: a cup, food, a map. */
export function table(wood: string, cups: readonly string[], dish: keyof typeof dishes): string {
  const planks = [0, 1, 2, 3, 4, 5]
    .map((k) => rect(0, k * 84, WIDTH, 82, mix(wood, "#2a1a10", k % 2 === 0 ? 0.04 : 0.12)))
    .join("");
  const cup = (x: number, y: number, drink: string) =>
    circle(x + 6, y + 8, 62, "#000", 'opacity=".14"') +
    circle(x, y, 60, "#f6f1e6") +
    circle(x, y, 46, drink) +
    path(`M${x - 22} ${y - 6}q22 -26 44 0q-22 24 -44 0Z`, "#f3e3c8", 'opacity=".7"');
  return (
    planks +
    dishes[dish] +
    cups.map((drink, k) => cup(560 + (k % 2) * 70, 150 + k * 190, drink)).join("") +
    stroke("M470 396L620 470", "#4a3324", 8, 'stroke-linecap="round"') +
    stroke("M486 386L640 454", "#4a3324", 8, 'stroke-linecap="round"')
  );
}
