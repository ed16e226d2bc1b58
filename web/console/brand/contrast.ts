/** Red, green and blue from 0 to 255 of `#0f4a4e`, `rgb(15, 74, 78)` or `color(srgb 0.1 0.2 0.3)`. @throws Error for another text */
function channelsOf(colour: string): number[] {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (hex) return hex.slice(1).map((part) => Number.parseInt(part, 16));
  const rgb = /^rgba?\(\s*([\d.]+)[,\s]+([\d.]+)[,\s]+([\d.]+)/.exec(colour);
  if (rgb) return rgb.slice(1).map(Number);
  const srgb = /^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)/.exec(colour);
  if (srgb) return srgb.slice(1).map((part) => Number(part) * 255);
  throw new Error(`${colour} is no colour`);
}

/** Relative luminance (WCAG 2.2). */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const TEXT = 4.5;
const MARK = 3;
/** Colours that meet on a screen, with the contrast that they need: texts 4.5, controls and marks of charts 3 (CO42). */
export const contrastPairs: readonly {
  readonly front: string;
  readonly back: string;
  readonly least: number;
}[] = [
  ...["--c-text", "--c-text-2", "--c-text-3", "--c-link"].flatMap((front) =>
    ["--c-bg", "--c-surface", "--c-surface-2"].map((back) => ({ front, back, least: TEXT })),
  ),
  { front: "--c-text-2", back: "--c-surface-3", least: TEXT },
  { front: "--c-on-primary", back: "--c-primary", least: TEXT },
  { front: "--c-on-primary", back: "--c-primary-press", least: TEXT },
  { front: "--c-on-primary-soft", back: "--c-primary-soft", least: TEXT },
  { front: "--c-on-accent", back: "--c-accent-fill", least: TEXT },
  { front: "--c-surface", back: "--c-err", least: TEXT },
  ...["accent", "ok", "info", "warn", "err", "mute"].map((name) => ({
    front: `--c-${name}`,
    back: `--c-${name}-soft`,
    least: TEXT,
  })),
  { front: "--c-on-hero-2", back: "--brand-900", least: TEXT },
  { front: "--k-on-side-muted", back: "--brand-900", least: TEXT },
  { front: "--k-on-badge", back: "--k-badge", least: TEXT },
  ...[
    "--c-field-line",
    "--c-focus",
    "--c-primary",
    "--k-series-1",
    "--k-series-2",
    "--k-series-3",
    "--k-series-4",
  ].map((front) => ({ front, back: "--c-surface", least: MARK })),
  ...["--k-series-1", "--k-series-2", "--k-series-4"].map((front) => ({
    front,
    back: "--k-tip",
    least: MARK,
  })),
];
