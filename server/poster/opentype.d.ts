/** The part of opentype.js that draws glyphs; the package brings no types of its own. */
declare module "opentype.js" {
  export type Variation = { readonly variation: Readonly<Record<string, number>> };
  export type Command =
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
  export type Path = { readonly commands: readonly Command[] };
  export type Font = {
    charToGlyphIndex(character: string): number;
    /** @param size px an em */
    getPath(text: string, x: number, y: number, size: number, options: Variation): Path;
    getAdvanceWidth(text: string, size: number, options: Variation): number;
  };
  const opentype: {
    /** @throws Error for bytes that are no TrueType or OpenType font */
    parse(bytes: ArrayBuffer): Font;
  };
  export default opentype;
}
