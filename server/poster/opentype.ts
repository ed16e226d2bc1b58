import { createRequire } from "node:module";

export type PathCommand =
  | { readonly type: "M" | "L"; readonly x: number; readonly y: number }
  | { readonly type: "Q"; readonly x1: number; readonly y1: number; readonly x: number; readonly y: number }
  | {
      readonly type: "C";
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly x: number;
      readonly y: number;
    }
  | { readonly type: "Z" };
type Variation = { readonly variation: Readonly<Record<string, number>> };
export type OpenTypeFont = {
  charToGlyphIndex(character: string): number;
  /** @param size px per em */
  getPath(
    text: string,
    x: number,
    y: number,
    size: number,
    options: Variation,
  ): { readonly commands: readonly PathCommand[] };
  getAdvanceWidth(text: string, size: number, options: Variation): number;
};

/** The part of opentype.js that draws glyphs; the package has no types. */
const opentype = createRequire(import.meta.url)("opentype.js") as {
  /** @throws Error if the bytes are not a TrueType or OpenType font */
  parse(bytes: ArrayBuffer): OpenTypeFont;
};
export const parseFont = (bytes: ArrayBuffer): OpenTypeFont => opentype.parse(bytes);
