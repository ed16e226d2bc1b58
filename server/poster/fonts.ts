import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { LRUCache } from "lru-cache";
import decompress from "woff2-encoder/decompress";
import { memoizeAsync } from "../core/memoize-async.ts";
import { parseFont, type PathCommand, type OpenTypeFont } from "./opentype.ts";

/** A glyph in units of 1/1,000 em: SVG path data relative to its baseline, and the advance to the next glyph. */
export type Glyph = { readonly path: string; readonly advance: number };
export type FontWeight = 400 | 600;

const EM = 1000;
/** The middle dot is as wide as a Chinese character in this font; between names it is set narrow. */
const DOT = { character: "·", advance: 400 } as const;
const FAMILY = "@fontsource-variable/noto-sans-sc";
const folder = dirname(createRequire(import.meta.url).resolve(`${FAMILY}/package.json`));

type Range = { readonly from: number; readonly to: number; readonly file: string };
/** Parses the character ranges of the font's hundred files, which have CSS syntax: "U+4e00-4e05,U+4e07". */
function rangesIn(bytes: Buffer): Range[] {
  return Object.entries(JSON.parse(bytes.toString()) as Record<string, string>).flatMap(([name, list]) =>
    list.split(",").map((range) => {
      const [from = "", to = from] = range.replace("U+", "").split("-");
      const file = `noto-sans-sc-${name.replace(/[[\]]/g, "")}-wght-normal.woff2`;
      return { from: parseInt(from, 16), to: parseInt(to, 16), file };
    }),
  );
}

/**
 * Formats SVG path data in whole units, moved to the left by `left`. The library's own function is not used, since it
 * writes "-0" as "0" without the separating blank.
 */
function pathData(commands: readonly PathCommand[], left: number): string {
  const at = (...numbers: number[]): string =>
    numbers.map((number, index) => String(Math.round(index % 2 === 0 ? number - left : number))).join(" ");
  return commands
    .map((one) => {
      if (one.type === "Z") return "Z";
      const end = at(one.x, one.y);
      if (one.type === "Q") return `Q${at(one.x1, one.y1)} ${end}`;
      if (one.type === "C") return `C${at(one.x1, one.y1, one.x2, one.y2)} ${end}`;
      return one.type + end;
    })
    .join("");
}

/**
 * Provides the glyphs of Noto Sans SC from a package. No font of the machine is used, so that the same text gives the
 * same picture everywhere.
 */
export class GlyphSource {
  readonly #glyphs = new LRUCache<string, Glyph>({ max: 6_000 });
  readonly #fonts = new LRUCache<string, Promise<OpenTypeFont>>({ max: 32 });
  readonly #ranges: () => Promise<Range[]>;
  readonly #read: (path: string) => Promise<Buffer>;

  constructor(read: (path: string) => Promise<Buffer> = (path) => readFile(path)) {
    this.#read = read;
    this.#ranges = memoizeAsync(async () => rangesIn(await read(join(folder, "unicode.json"))));
  }

  #font(file: string): Promise<OpenTypeFont> {
    const open = async (): Promise<OpenTypeFont> => {
      const bytes = await decompress(await this.#read(join(folder, "files", file)));
      return parseFont(new Uint8Array(bytes).buffer);
    };
    const cached = this.#fonts.get(file);
    if (cached) return cached;
    const font = open();
    this.#fonts.set(file, font);
    // Errors are not cached.
    font.catch(() => this.#fonts.delete(file));
    return font;
  }

  async #draw(character: string, weight: FontWeight): Promise<Glyph> {
    const code = character.codePointAt(0) ?? 0;
    const options = { variation: { wght: weight } };
    for (const { file } of (await this.#ranges()).filter(({ from, to }) => from <= code && code <= to)) {
      const font = await this.#font(file);
      if (font.charToGlyphIndex(character) === 0) continue;
      const own = font.getAdvanceWidth(character, EM, options);
      const advance = character === DOT.character ? DOT.advance : own;
      const { commands } = font.getPath(character, 0, 0, EM, options);
      return { path: pathData(commands, (own - advance) / 2), advance };
    }
    // Characters that the font lacks, such as emoji, leave no gap.
    return { path: "", advance: 0 };
  }

  /** Loads the glyphs of a text, one for each character. */
  glyphsOf(text: string, weight: FontWeight): Promise<Glyph[]> {
    return Promise.all(
      Array.from(text, async (character) => {
        const key = `${String(weight)}${character}`;
        const cached = this.#glyphs.get(key);
        if (cached) return cached;
        const glyph = await this.#draw(character, weight);
        this.#glyphs.set(key, glyph);
        return glyph;
      }),
    );
  }
}
