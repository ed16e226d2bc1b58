import type { Glyph } from "./fonts.ts";

const EM = 1000;
/** The glyphs of a line, with its width in px. */
export type TextLine = { readonly glyphs: readonly Glyph[]; readonly width: number };

const widthOf = (glyphs: readonly Glyph[], size: number): number =>
  glyphs.reduce((sum, { advance }) => sum + advance, 0) * (size / EM);

type Character = { readonly text: string; readonly glyph: Glyph };
/** Whether a character is part of a Latin word or number, within which no line may end. */
const isWord = (text: string): boolean => /[\p{Script=Latin}\p{Number}.,:/-]/u.test(text);
/** Whether a character may not begin a line. */
const isTrailing = (text: string): boolean => /[，。、；：！？）》」』”’·\s]/u.test(text);

/** Counts the characters of the next line: as many as fit without breaking a word. */
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
 * Breaks a text into lines.
 * @param size px per em
 * @param most maximum width of a line, px
 * @param lines maximum number of lines; a longer text ends with `ellipsis`
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
  const result: TextLine[] = [];
  while (rest.length > 0 && result.length < lines) {
    const isLast = result.length === lines - 1;
    let count = fittingCharacters(rest, size, most);
    const isCut = isLast && count < rest.length;
    if (isCut) count = fittingCharacters(rest, size, most - (ellipsis.advance * size) / EM);
    const line = [...rest.slice(0, count).map(({ glyph }) => glyph), ...(isCut ? [ellipsis] : [])];
    result.push({ glyphs: line, width: widthOf(line, size) });
    rest = rest.slice(count);
    while (rest[0]?.text.trim() === "") rest = rest.slice(1);
  }
  return result;
}

/** Draws a line as SVG with its baseline beginning at x, y. */
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
