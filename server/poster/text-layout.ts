import type { Glyph } from "./fonts.ts";

const EM = 1000;
/** A run of glyphs that stands together, with its width in px. */
export type TextLine = { readonly glyphs: readonly Glyph[]; readonly width: number };

const widthOf = (glyphs: readonly Glyph[], size: number): number =>
  glyphs.reduce((sum, { advance }) => sum + advance, 0) * (size / EM);

type Character = { readonly text: string; readonly glyph: Glyph };
/** Latin words and numbers stay together; between Chinese characters a line may end anywhere. */
const isWord = (text: string): boolean => /[\p{Script=Latin}\p{Number}.,:/-]/u.test(text);
/** What does not begin a line. */
const isTrailing = (text: string): boolean => /[，。、；：！？）》」』”’·\s]/u.test(text);

/** How many of the characters the next line takes: as many as fit, and no part of a word. */
function fittingCharacters(characters: readonly Character[], size: number, most: number): number {
  let width = 0;
  let fits = 0;
  while (fits < characters.length) {
    width += ((characters[fits]?.glyph.advance ?? 0) * size) / EM;
    if (width > most) break;
    fits++;
  }
  if (fits === characters.length) return fits;
  let end = fits;
  const at = (index: number): string => characters[index]?.text ?? "";
  while (end > 0 && ((isWord(at(end - 1)) && isWord(at(end))) || isTrailing(at(end)))) end--;
  return end > 0 ? end : Math.max(1, fits);
}

/**
 * Sets a text in lines.
 * @param size px an em
 * @param most px a line may be wide
 * @param lines at most; what does not fit ends in `ellipsis`
 */
export function layOutText(
  text: string,
  glyphs: readonly Glyph[],
  { size, most, lines }: { size: number; most: number; lines: number },
  ellipsis: Glyph,
): TextLine[] {
  let rest: Character[] = Array.from(text, (character, at) => ({
    text: character,
    glyph: glyphs[at] ?? ellipsis,
  }));
  const set: TextLine[] = [];
  while (rest.length > 0 && set.length < lines) {
    const isLast = set.length === lines - 1;
    let count = fittingCharacters(rest, size, most);
    const isCut = isLast && count < rest.length;
    if (isCut) count = fittingCharacters(rest, size, most - (ellipsis.advance * size) / EM);
    const line = [...rest.slice(0, count).map(({ glyph }) => glyph), ...(isCut ? [ellipsis] : [])];
    set.push({ glyphs: line, width: widthOf(line, size) });
    rest = rest.slice(count);
    while (rest[0]?.text.trim() === "") rest = rest.slice(1);
  }
  return set;
}

/** A line as SVG, its baseline beginning at x, y. */
export function lineSvg({ glyphs }: TextLine, x: number, y: number, size: number, fill: string): string {
  const scale = size / EM;
  let at = x;
  const paths = glyphs.map(({ path, advance }) => {
    const place = at;
    at += advance * scale;
    return path === ""
      ? ""
      : `<path transform="translate(${place.toFixed(2)} ${String(y)}) scale(${String(scale)})" d="${path}"/>`;
  });
  return `<g fill="${fill}">${paths.join("")}</g>`;
}
