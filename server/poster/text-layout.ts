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

/** Whether a phrase ends after a character: a separator, punctuation or a blank. */
const isPhraseEnd = (text: string): boolean => /[，。、；：！？）》」』”’·\s]/u.test(text);
const isOpening = (text: string): boolean => /[（《「『“‘]/u.test(text);
/** Longest addition in brackets that stays whole, such as （试营业）, characters with the brackets. */
const MAX_WHOLE_BRACKETS = 8;

/** Whether a character is the unit of a number before it: 200 位. */
const isUnit = (at: (index: number) => string, index: number): boolean =>
  at(index - 1) === " " && /[0-9]/.test(at(index - 2)) && !isTrailing(at(index));

/** Whether a character is within a short addition in brackets. */
function isInBrackets(at: (index: number) => string, index: number): boolean {
  for (let start = index - 1; start >= 0 && start > index - MAX_WHOLE_BRACKETS && at(start) !== "）"; start--)
    if (at(start) === "（") {
      for (let end = index; end < start + MAX_WHOLE_BRACKETS; end++) if (at(end) === "）") return true;
      return false;
    }
  return false;
}

/** Start of the phrase that a break would divide, if the phrase fits a line; otherwise the break itself. */
function wholePhraseBreak(characters: readonly Character[], end: number, size: number, most: number): number {
  const at = (index: number): string => characters[index]?.text ?? "";
  const isBreak = (index: number): boolean =>
    !isTrailing(at(index)) && !isUnit(at, index) && (isPhraseEnd(at(index - 1)) || isOpening(at(index)));
  let start = end;
  while (start > 0 && !isBreak(start)) start--;
  let next = end;
  while (next < characters.length && !isBreak(next)) next++;
  while (next > end && at(next - 1).trim() === "") next--;
  return start > 0 &&
    widthOf(
      characters.slice(start, next).map(({ glyph }) => glyph),
      size,
    ) <= most
    ? start
    : end;
}

/**
 * Counts the characters of the next line: as many as fit without breaking a word.
 * @param isWhole also without breaking a phrase between separators or punctuation that fits a line
 */
function fittingCharacters(
  characters: readonly Character[],
  size: number,
  most: number,
  isWhole: boolean,
): number {
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
  const isJoined = (index: number): boolean =>
    (isWord(at(index - 1)) && isWord(at(index))) ||
    isTrailing(at(index)) ||
    isUnit(at, index) ||
    isInBrackets(at, index);
  while (end > 0 && isJoined(end)) end--;
  if (end === 0) return Math.max(1, fits);
  return isWhole ? wholePhraseBreak(characters, end, size, most) : end;
}

type TextStyle = { readonly size: number; readonly most: number; readonly lines: number };

/**
 * Breaks a text into lines, between phrases unless a line more would be needed than there are.
 * @param size px per em
 * @param most maximum width of a line, px
 * @param lines maximum number of lines; a longer text ends with `ellipsis`
 */
export function layOutText(
  text: string,
  glyphs: readonly Glyph[],
  style: TextStyle,
  ellipsis: Glyph,
): TextLine[] {
  const characters = Array.from(text, (character, at) => ({
    text: character,
    glyph: glyphs[at] ?? ellipsis,
  }));
  const whole = breakLines(characters, style, ellipsis, true);
  return whole.isCut ? breakLines(characters, style, ellipsis, false).result : whole.result;
}

function breakLines(
  characters: readonly Character[],
  { size, most, lines }: TextStyle,
  ellipsis: Glyph,
  isWhole: boolean,
): { result: TextLine[]; isCut: boolean } {
  let rest = characters;
  let isCut = false;
  const result: TextLine[] = [];
  while (rest.length > 0 && result.length < lines) {
    const isLast = result.length === lines - 1;
    let count = fittingCharacters(rest, size, most, isWhole && !isLast);
    isCut = isLast && count < rest.length;
    if (isCut) count = fittingCharacters(rest, size, most - (ellipsis.advance * size) / EM, false);
    const line = [...rest.slice(0, count).map(({ glyph }) => glyph), ...(isCut ? [ellipsis] : [])];
    result.push({ glyphs: line, width: widthOf(line, size) });
    rest = rest.slice(count);
    while (rest[0]?.text.trim() === "") rest = rest.slice(1);
  }
  return { result, isCut };
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
