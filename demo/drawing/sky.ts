import { circle, HEIGHT, n, path, rect, stroke, WIDTH, type Drawing, type Stops } from "./svg.ts";

/** Time of day and weather of a scene. */
export type Light = {
  readonly sky: Stops;
  /** Sun or moon: position, radius, colour; null: hidden. */
  readonly sun: readonly [x: number, y: number, r: number, colour: string] | null;
  /** Colour of far land, and of near land in shadow. */
  readonly far: string;
  readonly near: string;
  /** Colours of roads, and of their markings. */
  readonly road: string;
  readonly mark: string;
  readonly isNight: boolean;
  readonly weather?: "clouds" | "stars" | "rain" | "snow" | "birds" | "aurora";
};

export const lights = {
  dawn: {
    sky: [
      [0, "#9fc3c6"],
      [0.4, "#dfe0cd"],
      [0.75, "#fbd2a3"],
      [1, "#f3a97a"],
    ],
    sun: [540, 200, 32, "#fffaf0"],
    far: "#a9c4bd",
    near: "#12464b",
    road: "#3d5f62",
    mark: "#f4e6c8",
    isNight: false,
    weather: "birds",
  },
  morning: {
    sky: [
      [0, "#a8d3e2"],
      [0.6, "#e2f0ec"],
      [1, "#fbf6df"],
    ],
    sun: [150, 120, 34, "#fffdf2"],
    far: "#a9cfc0",
    near: "#2f7a66",
    road: "#5b6f72",
    mark: "#f3f5ee",
    isNight: false,
    weather: "clouds",
  },
  noon: {
    sky: [
      [0, "#6fb7dc"],
      [0.7, "#cfe9ee"],
      [1, "#eef5ea"],
    ],
    sun: [610, 92, 30, "#ffffff"],
    far: "#8fbfc2",
    near: "#2b6f7a",
    road: "#66757a",
    mark: "#ffffff",
    isNight: false,
    weather: "clouds",
  },
  golden: {
    sky: [
      [0, "#e9c38f"],
      [0.5, "#f7d9a4"],
      [1, "#f6ecd0"],
    ],
    sun: [590, 170, 38, "#fffaf0"],
    far: "#d9a577",
    near: "#7c3f24",
    road: "#74523f",
    mark: "#fbe9c8",
    isNight: false,
  },
  dusk: {
    sky: [
      [0, "#3f4d78"],
      [0.45, "#a8708f"],
      [0.8, "#f0956f"],
      [1, "#f9c07e"],
    ],
    sun: [500, 262, 30, "#fff1cf"],
    far: "#7d6390",
    near: "#2a2347",
    road: "#3a3450",
    mark: "#f3d9b5",
    isNight: false,
    weather: "birds",
  },
  violet: {
    sky: [
      [0, "#52598f"],
      [0.6, "#b98fb3"],
      [1, "#f3c9b4"],
    ],
    sun: [210, 230, 26, "#fff3df"],
    far: "#8f7fa9",
    near: "#3c3560",
    road: "#4a4468",
    mark: "#f5e1d6",
    isNight: false,
  },
  night: {
    sky: [
      [0, "#071722"],
      [0.6, "#0f3140"],
      [1, "#1c4f58"],
    ],
    sun: [600, 90, 22, "#fbf0d2"],
    far: "#1f4552",
    near: "#06161c",
    road: "#14252b",
    mark: "#cfe3df",
    isNight: true,
    weather: "stars",
  },
  polar: {
    sky: [
      [0, "#06142a"],
      [0.55, "#123a55"],
      [1, "#2b6a74"],
    ],
    sun: null,
    far: "#27495f",
    near: "#0a1d2b",
    road: "#1d3340",
    mark: "#d5ecec",
    isNight: true,
    weather: "aurora",
  },
  snow: {
    sky: [
      [0, "#8fb2c6"],
      [0.6, "#cddde4"],
      [1, "#eef4f5"],
    ],
    sun: [560, 130, 40, "#ffffff"],
    far: "#9db8c7",
    near: "#4f7286",
    road: "#c7d5dc",
    mark: "#ffffff",
    isNight: false,
    weather: "snow",
  },
  rain: {
    sky: [
      [0, "#5d7381"],
      [0.6, "#8fa3a8"],
      [1, "#b9c4c0"],
    ],
    sun: null,
    far: "#758b93",
    near: "#2b444c",
    road: "#3d4d53",
    mark: "#d7e2e2",
    isNight: false,
    weather: "rain",
  },
  mist: {
    sky: [
      [0, "#c3d0cb"],
      [0.6, "#e1e6da"],
      [1, "#f2eee0"],
    ],
    sun: [380, 150, 34, "#fffdf3"],
    far: "#b7c8bf",
    near: "#46665f",
    road: "#6f827d",
    mark: "#f4f2e6",
    isNight: false,
  },
  autumn: {
    sky: [
      [0, "#9ec4cf"],
      [0.6, "#e7e3cb"],
      [1, "#f7ddb0"],
    ],
    sun: [640, 150, 32, "#fffaf0"],
    far: "#c8a877",
    near: "#8a4b1f",
    road: "#6d5a4d",
    mark: "#f8ead0",
    isNight: false,
    weather: "clouds",
  },
} as const satisfies Record<string, Light>;
export type LightName = keyof typeof lights;

const cloud = (x: number, y: number, scale: number): string =>
  path(
    `M${n(x)} ${n(y)}h${n(70 * scale)}a${n(14 * scale)} ${n(14 * scale)} 0 0 0 -16 -${n(16 * scale)}a${n(22 * scale)} ${n(22 * scale)} 0 0 0 -${n(38 * scale)} -4a${n(15 * scale)} ${n(15 * scale)} 0 0 0 -${n(20 * scale)} 20Z`,
    "#ffffff",
    'opacity=".85"',
  );

function weatherOf({ weather }: Light, drawing: Drawing): string {
  const many = (count: number, shape: (at: number) => string) =>
    Array.from({ length: count }, (_, k) => shape(k)).join("");
  const x = (k: number) => drawing.between(0, WIDTH, `x${k}`);
  switch (weather) {
    case "clouds":
      return cloud(x(1) * 0.7, 96, 1.2) + cloud(x(2) * 0.8 + 60, 62, 0.8);
    case "birds":
      return `<g opacity=".6">${stroke("M214 124q8 -7 14 0q6 -7 14 0M250 142q6 -5 10 0q5 -5 10 0M196 150q5 -4 9 0q4 -4 9 0", "#2c4a55", 2, 'stroke-linecap="round"')}</g>`;
    case "stars":
      return many(70, (k) =>
        circle(
          x(k),
          drawing.between(4, 250, `y${k}`),
          drawing.between(0.6, 1.7, `r${k}`),
          "#fff",
          `opacity="${n(drawing.between(0.3, 0.95, k))}"`,
        ),
      );
    case "snow":
      return many(60, (k) =>
        circle(
          x(k),
          drawing.between(0, 480, `y${k}`),
          drawing.between(1, 3, `r${k}`),
          "#fff",
          'opacity=".85"',
        ),
      );
    case "rain":
      return stroke(
        many(70, (k) => `M${n(x(k))} ${n(drawing.between(-10, 480, `y${k}`))}l-6 22`),
        "#e6f0f0",
        1.3,
        'opacity=".45"',
      );
    case "aurora": {
      const band = (y: number, colour: string): string =>
        path(
          `M-10 ${y}C160 ${y - 70} 260 ${y + 60} 420 ${y - 20}C560 ${y - 84} 650 ${y + 10} 760 ${y - 50}L760 ${y + 60}C650 ${y + 120} 560 ${y + 30} 420 ${y + 90}C260 ${y + 160} 160 ${y + 40} -10 ${y + 110}Z`,
          colour,
          'opacity=".28"',
        );
      return band(120, "#59e0b0") + band(86, "#7fd3ff") + weatherOf({ weather: "stars" } as Light, drawing);
    }
  }
  return "";
}

/** Sky with sun or moon, its glow, and the weather. */
export function drawSky(light: Light, drawing: Drawing): string {
  const sky = drawing.filled(light.sky, (fill) => rect(0, 0, WIDTH, HEIGHT, fill));
  if (light.sun === null) return sky + weatherOf(light, drawing);
  const [x, y, r, colour] = light.sun;
  const glow = drawing.glow([
    [0, colour, 0.95],
    [0.25, colour, 0.5],
    [1, colour, 0],
  ]);
  const spread = light.isNight ? 80 : 210;
  return `${sky}${glow.defs}${circle(x, y, spread, glow.fill)}${circle(x, y, r, colour)}${weatherOf(light, drawing)}`;
}
