import sharp from "sharp";

/** Size of a scene in px; larger than a picture, which is a crop of it. */
export const SCENE_SIZE = { width: 720, height: 380 } as const;
const { width: W, height: H } = SCENE_SIZE;

type Palette = {
  readonly sky: readonly [string, string, string];
  readonly sun: string;
  readonly near: string;
  readonly far: string;
};
const palettes: readonly Palette[] = [
  { sky: ["#b7d6d3", "#dfe9dc", "#fbe3bd"], sun: "#fff4d6", far: "#a9cac6", near: "#0f4a4e" },
  { sky: ["#7fa8c9", "#c7d9e6", "#f7d9c4"], sun: "#fff1e0", far: "#9fb9cf", near: "#23415e" },
  { sky: ["#f0a779", "#f6c79b", "#fbe6c4"], sun: "#fff0cf", far: "#dba283", near: "#6a2f22" },
  { sky: ["#9fc6b0", "#d3e6cf", "#f4f0cf"], sun: "#fffbe0", far: "#a6cbaa", near: "#214f37" },
  { sky: ["#5d6f9e", "#a99bc0", "#eec3b9"], sun: "#ffe9d8", far: "#9488b3", near: "#2b2b55" },
  { sky: ["#cfe0ea", "#e8eff2", "#fdf1e2"], sun: "#ffffff", far: "#c3d4de", near: "#4b6678" },
];
const between = (least: number, most: number): number => least + Math.random() * (most - least);
const decimal = (value: number): string => value.toFixed(1);

/** Interpolates two colours. @param part 0: the first, 1: the second */
function mix(from: string, to: string, part: number): string {
  const channel = (at: number) => {
    const [a, b] = [from, to].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number];
    return Math.round(a + (b - a) * part)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/** Height function of a ridge above its base line: the sum of a few waves of random length. */
function ridge(roughness: number): (x: number) => number {
  const waves = [1, 2.3, 4.7, 9.1].map((frequency) => ({
    length: (frequency * between(0.8, 1.25) * Math.PI * 2) / W,
    height: roughness / frequency,
    phase: between(0, Math.PI * 2),
  }));
  return (x) =>
    waves.reduce((total, { length, height, phase }) => total + Math.sin(x * length + phase) * height, 0);
}
const lineOf = (base: number, above: (x: number) => number): string =>
  Array.from({ length: W / 8 + 1 }, (_, at) => `${at * 8} ${decimal(base - above(at * 8))}`).join("L");

/** Rows of hills; contour lines and stones give each its own texture. */
function hills({ far, near }: Palette): string {
  const count = 5;
  return Array.from({ length: count }, (_, at) => {
    const part = (at + 0.4) / count;
    const base = H * (0.36 + 0.13 * at) + between(-8, 8);
    const above = ridge(26 - at * 2);
    const colour = mix(far, near, part);
    const contours = [14, 30, 48].map(
      (down) =>
        `<path d="M${lineOf(base + down, above)}" fill="none" stroke="${mix(colour, "#ffffff", 0.35)}" stroke-opacity="${decimal(0.5 - down / 160)}"/>`,
    );
    const stones = Array.from({ length: 16 }, () => {
      const x = between(0, W);
      return `<circle cx="${decimal(x)}" cy="${decimal(base - above(x) + between(6, 60))}" r="${decimal(between(0.8, 2.6))}" fill="${mix(colour, "#041214", 0.3)}" fill-opacity=".5"/>`;
    });
    return `<path d="M${lineOf(base, above)}L${W} ${H}L0 ${H}z" fill="${colour}"/>${contours.join("")}${stones.join("")}`;
  }).join("");
}

/** Fir trees in loose groups on the lower half. */
function trees({ near }: Palette): string {
  return Array.from({ length: 7 }, () => {
    const [cx, y] = [between(0, W), between(H * 0.6, H * 0.95)];
    return Array.from({ length: 4 }, () => {
      const x = cx + between(-34, 34);
      const size = between(16, 34);
      const colour = mix(near, Math.random() < 0.5 ? "#041214" : "#ffffff", between(0.1, 0.3));
      const tiers = [0, 0.3, 0.6].map((tier) => {
        const half = size * (0.16 + tier * 0.22);
        return `M${decimal(x)} ${decimal(y - size + tier * size * 0.8)}l${decimal(half)} ${decimal(size * 0.42)}h${decimal(-2 * half)}z`;
      });
      return `<path d="${tiers.join("")}" fill="${colour}"/>`;
    }).join("");
  }).join("");
}

/** Sun, clouds and birds. */
function sky({ sun }: Palette): string {
  const [x, y] = [between(80, W - 80), between(50, 130)];
  const clouds = Array.from({ length: 5 }, () => {
    const [cx, cy, rx] = [between(0, W), between(16, 130), between(26, 70)];
    return `<ellipse cx="${decimal(cx)}" cy="${decimal(cy)}" rx="${decimal(rx)}" ry="${decimal(rx / 5)}" fill="#fff" fill-opacity="${decimal(between(0.2, 0.55))}"/>`;
  });
  const birds = Array.from(
    { length: 4 },
    () =>
      `<path d="M${decimal(between(30, W - 30))} ${decimal(between(24, 110))}q5 -6 9 0q4 -6 9 0" fill="none" stroke="#17414a" stroke-opacity=".6" stroke-width="1.6"/>`,
  );
  return `<circle cx="${decimal(x)}" cy="${decimal(y)}" r="150" fill="url(#glow)"/><circle cx="${decimal(x)}" cy="${decimal(y)}" r="${decimal(between(20, 32))}" fill="${sun}"/>${clouds.join("")}${birds.join("")}`;
}

/** Draws a random landscape with grain. @returns raw RGB of SCENE_SIZE */
export async function drawScene(): Promise<Buffer> {
  const palette = palettes[Math.floor(Math.random() * palettes.length)] as Palette;
  const [top, middle, low] = palette.sky;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}"><defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${top}"/><stop offset=".4" stop-color="${middle}"/><stop offset=".7" stop-color="${low}"/></linearGradient><radialGradient id="glow"><stop stop-color="${palette.sun}" stop-opacity=".9"/><stop offset="1" stop-color="${palette.sun}" stop-opacity="0"/></radialGradient></defs><rect width="${W}" height="${H}" fill="url(#sky)"/>${sky(palette)}${hills(palette)}${trees(palette)}</svg>`;
  const grain = await sharp({
    create: {
      width: W,
      height: H,
      channels: 3,
      background: "#808080",
      noise: { type: "gaussian", mean: 128, sigma: 10 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return sharp(Buffer.from(svg))
    .removeAlpha()
    .composite([{ input: grain, blend: "soft-light" }])
    .removeAlpha()
    .raw()
    .toBuffer();
}
