import { mix, rect, stroke } from "../../drawing/svg.ts";

/** Colours of a product's drawing, mixed from its paint. */
export type Tones = {
  readonly main: string;
  readonly dark: string;
  readonly deep: string;
  readonly light: string;
  readonly pale: string;
  /** A second colour, of seams and handles. */
  readonly trim: string;
};

/** Paints by their name on the screen. */
export const paints: Readonly<Record<string, string>> = {
  松针绿: "#2c6a58",
  青岚绿: "#17595c",
  岩灰: "#5d666b",
  夜黑: "#23302f",
  雾白: "#e4e8e4",
  柿橙: "#cf6a34",
  沙米: "#cdb78f",
  湖蓝: "#3f7897",
  苔绿: "#6f7f4b",
  酒红: "#8c3a3a",
  驼棕: "#b07a45",
  樱粉: "#d9a3a0",
};

/** @param trim the second colour; default: that of leather */
export function tonesOf(paint: string, trim = "#c17a3f"): Tones {
  const main = paints[paint] ?? paint;
  return {
    main,
    dark: mix(main, "#0c1716", 0.28),
    deep: mix(main, "#0c1716", 0.55),
    light: mix(main, "#ffffff", 0.28),
    pale: mix(main, "#ffffff", 0.6),
    trim,
  };
}

/** The brand's line of mountains, as it is printed on products. */
export const logo = (x: number, y: number, size: number, colour: string): string =>
  stroke(
    `M${x - size} ${y + size * 0.3}q${size * 0.35} ${-size * 0.9} ${size * 0.8} ${-size * 0.2}t${size * 1.2} ${-size * 0.35}`,
    colour,
    Math.max(2.5, size / 5),
    'stroke-linecap="round"',
  );
/** A soft vertical light along the left side of a round body. */
export const gloss = (x: number, y: number, width: number, height: number): string =>
  rect(x, y, width, height, "#ffffff", `rx="${width / 2}" opacity=".26"`);
