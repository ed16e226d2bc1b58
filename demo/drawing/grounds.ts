import { wave, type Land } from "./land-shapes.ts";
import { HEIGHT, landBelow, mix, path, rect, stroke, WIDTH } from "./svg.ts";

/** The ground in front: a road, a place, sand, snow, grass, planks. */
export const grounds = {
  road: (light, _drawing) =>
    rect(0, 392, WIDTH, HEIGHT - 392, light.road) +
    rect(0, 388, WIDTH, 6, mix(light.road, "#ffffff", 0.25)) +
    stroke("M-10 470H760", light.mark, 5, 'stroke-dasharray="54 34" opacity=".9"'),
  bend: (light, _drawing) =>
    path("M-10 430C150 404 300 410 430 416C560 422 680 408 760 396V510H-10Z", light.near) +
    path(
      "M-10 452C150 430 300 436 430 442C560 448 680 434 760 422V488C680 500 560 506 430 504C300 500 150 496 -10 510Z",
      light.road,
    ) +
    stroke(
      "M-10 480C150 460 300 466 430 472C560 476 680 462 760 452",
      light.mark,
      3,
      'stroke-dasharray="28 20" opacity=".85"',
    ),
  square: (light, _drawing) =>
    rect(0, 372, WIDTH, 130, mix(light.road, "#e9e2d2", light.isNight ? 0.1 : 0.45)) +
    stroke(
      "M-10 402H760M-10 440H760M120 372L40 510M330 372L300 510M520 372L560 510M690 372L770 510",
      mix(light.road, "#ffffff", 0.3),
      1.4,
      'opacity=".6"',
    ),
  sand: (light, drawing) =>
    path(landBelow(wave(drawing, "sand", 384, 8, 4)), mix("#e6d3a6", light.near, light.isNight ? 0.6 : 0.1)) +
    stroke(
      "M40 430q60 -10 120 0M420 448q80 -12 160 0M220 474q70 -10 140 0",
      mix("#c9b07c", light.near, 0.2),
      2,
      'opacity=".6"',
    ),
  snowfield: (light, drawing) =>
    drawing.filled(
      [
        [0, "#ffffff"],
        [1, mix("#d6e3ea", light.near, light.isNight ? 0.4 : 0.05)],
      ],
      (fill) => path(landBelow(wave(drawing, "snow", 376, 10, 4)), fill),
    ) +
    stroke(
      "M-10 462q380 -26 770 8M-10 478q380 -26 770 8",
      mix("#b4c7d2", light.near, 0.1),
      4,
      'opacity=".7"',
    ),
  grass: (light, drawing) =>
    drawing.filled(
      [
        [0, mix("#8cb878", light.near, light.isNight ? 0.6 : 0.1)],
        [1, mix("#4f7f4e", light.near, light.isNight ? 0.7 : 0.25)],
      ],
      (fill) => path(landBelow(wave(drawing, "grass", 380, 8, 4)), fill),
    ),
  deck: (light, _drawing) =>
    rect(0, 376, WIDTH, 130, mix("#a9784d", light.near, light.isNight ? 0.6 : 0.12)) +
    stroke(
      "M-10 398H760M-10 422H760M-10 450H760M-10 482H760",
      mix("#7c5233", light.near, 0.3),
      2,
      'opacity=".55"',
    ),
  floor: (light, drawing) =>
    drawing.filled(
      [
        [0, mix("#c9d2ce", light.near, light.isNight ? 0.6 : 0.12)],
        [1, mix("#eef1ee", light.near, light.isNight ? 0.5 : 0.06)],
      ],
      (fill) => rect(0, 386, WIDTH, 124, fill),
    ) +
    stroke(
      "M-10 428H760M120 386L20 510M375 386V510M630 386L740 510",
      mix("#aab5b0", light.near, 0.3),
      1.2,
      'opacity=".5"',
    ),
} as const satisfies Record<string, Land>;
export type GroundName = keyof typeof grounds;
