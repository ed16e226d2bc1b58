import { drawCar } from "./cars.ts";
import { grounds, type GroundName } from "./grounds.ts";
import { lands, type LandName } from "./land.ts";
import { props, type PropName } from "./props.ts";
import { drawSky, lights, type LightName } from "./sky.ts";
import { at, circle, Drawing, HEIGHT, mix, n, path, rect, stroke, WIDTH } from "./svg.ts";

/** A view without its ground. */
export const view = (light: LightName, land: LandName, drawing: Drawing): string =>
  drawSky(lights[light], drawing) + lands[land](lights[light], drawing);

/** The road ahead, seen from the driver's seat. */
export function dashboard(light: LightName, land: LandName, drawing: Drawing): string {
  const scene = lights[light];
  const cabin = scene.isNight ? "#0b1417" : "#1d2629";
  const road =
    path("M330 300h90L600 430H150Z", scene.road) +
    stroke("M375 304V326M375 340V372M375 388V430", scene.mark, 5);
  const wheel =
    circle(245, 470, 118, "none", `stroke="${mix(cabin, "#ffffff", 0.12)}" stroke-width="22"`) +
    rect(140, 462, 210, 18, mix(cabin, "#ffffff", 0.12)) +
    circle(245, 470, 26, mix(cabin, "#ffffff", 0.18));
  const screen =
    rect(420, 372, 190, 96, "#0a1215", 'rx="10"') +
    path("M432 452L470 410L500 430L556 388L600 404V456H432Z", "#2f8f88", 'opacity=".7"') +
    circle(540, 402, 6, "#ffb45c");
  return (
    view(light, land, drawing) +
    road +
    path("M-10 -10H90L10 390H-10ZM760 -10H660L740 390H760ZM-10 -10H760V26Q375 52 -10 26Z", cabin) +
    path("M-10 392Q375 336 760 392V510H-10Z", cabin) +
    wheel +
    screen +
    at(
      375,
      44,
      1,
      path(
        "M-64 -14h128q10 0 8 12l-6 22q-2 8 -12 8h-108q-10 0 -12 -8l-6 -22q-2 -12 8 -12Z",
        mix(cabin, "#ffffff", 0.1),
      ) + path("M-56 -6h112l-6 26h-100Z", mix(scene.far, "#ffffff", 0.3)),
    )
  );
}

/** The view behind, in the mirror at the door. */
export function mirror(light: LightName, land: LandName, drawing: Drawing): string {
  const scene = lights[light];
  const id = drawing.newId();
  const shape =
    "M180 130Q190 96 240 92L560 100Q612 104 616 156L604 320Q598 366 548 370L262 382Q208 384 198 336Z";
  return (
    view(light, "ridges", new Drawing(`${light}beside`, "e")) +
    rect(0, 0, WIDTH, HEIGHT, scene.near, 'opacity=".35"') +
    path("M640 500L700 60Q720 -10 760 -10V510Z", mix(scene.near, "#ffffff", 0.16)) +
    path(
      "M120 140Q130 66 220 58L570 66Q668 74 668 170L650 344Q640 420 560 424L250 436Q150 436 140 350Z",
      mix(scene.near, "#ffffff", 0.08),
    ) +
    `<defs><clipPath id="${id}"><path d="${shape}"/></clipPath></defs><g clip-path="url(#${id})"><g transform="translate(120 40) scale(.78)">${view(light, land, drawing)}${grounds.road(scene, drawing)}</g></g>` +
    stroke(shape, mix(scene.near, "#000000", 0.4), 6)
  );
}

/** A window in the rain or at night, with lights behind it. */
export function pane(light: LightName, colours: readonly string[], drawing: Drawing): string {
  const spots = Array.from({ length: 26 }, (_, k) =>
    circle(
      drawing.between(0, WIDTH, `x${k}`),
      drawing.between(120, 430, `y${k}`),
      drawing.between(14, 46, `r${k}`),
      colours[k % colours.length] ?? "#fff",
      'opacity=".38"',
    ),
  ).join("");
  const drops = Array.from({ length: 90 }, (_, k) =>
    circle(
      drawing.between(0, WIDTH, `dx${k}`),
      drawing.between(0, HEIGHT, `dy${k}`),
      drawing.between(1.5, 6, `dr${k}`),
      "#ffffff",
      'opacity=".4"',
    ),
  ).join("");
  const runs = Array.from({ length: 12 }, (_, k) => {
    const x = drawing.between(20, 730, `rx${k}`);
    return `M${n(x)} ${n(drawing.between(0, 160, `ry${k}`))}q6 60 -2 120t4 ${n(drawing.between(60, 160, `rl${k}`))}`;
  }).join("");
  return (
    drawSky({ ...lights[light], sun: null }, drawing) +
    spots +
    drops +
    stroke(runs, "#ffffff", 2.4, 'opacity=".35"') +
    path("M-10 -10H760V30H-10ZM-10 462H760V510H-10Z", "#12191b")
  );
}

/** A part of a car, close. */
export const detail = (
  light: LightName,
  land: LandName,
  series: "wangye" | "xingyun" | "zhuguang",
  paint: "sand" | "white" | "red",
  x: number,
  drawing: Drawing,
): string =>
  view(light, land, drawing) +
  grounds.road(lights[light], drawing) +
  drawCar(series, paint, { x, y: 476, width: 1250 }, "9");

/** A landscape without a car. */
export const landscape = (
  light: LightName,
  land: LandName,
  ground: GroundName,
  prop: PropName,
  drawing: Drawing,
): string =>
  view(light, land, drawing) + grounds[ground](lights[light], drawing) + props[prop](lights[light], drawing);
