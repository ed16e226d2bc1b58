/**
 * Texts that people type, paste or send: one definition of "blank", of a character, and of the forms of a digit, for
 * both sides. Without zod, because the forms use it too. Lengths are counted in code points, as PostgreSQL counts
 * them; cuts fall between grapheme clusters.
 */
import { countCharacters } from "./characters.ts";

/**
 * Characters that show nothing by themselves: white space, control, format and ignorable characters (zero width,
 * directions, variation selectors, Hangul fillers, U+034F), marks without a letter, lone surrogates, and the blanks
 * that Unicode calls symbols or letters (U+2800, U+FFFC, U+13441, U+13442, U+1D159).
 */
const BLANK =
  /^[\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{1d159}]*$/u;
/** The same without white space, and without marks, which change how a letter looks. */
const INVISIBLE =
  /(?!\p{White_Space})[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{1d159}]/gu;
/**
 * Characters that never belong in a line of text: they break it, turn its direction, or show nothing. Joiners,
 * variation selectors and tags stay, because emoji, rare Chinese characters and many scripts need them.
 */
const UNWANTED =
  /[\p{Cs}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u{13441}\u{13442}\u{1d159}\u00ad\u115f\u1160\u200b\u2060-\u2065\u2800\u3164\ufeff\uffa0\ufff9-\ufffc]|\u034f/gu;
const LINE_BREAKERS = /[\p{Cc}\p{White_Space}]+/gu;
/** Marks and joiners before the first letter, joiners after the last one. */
const LOOSE_ENDS = /^[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\s]+|[\u200c\u200d\s]+$/gu;

/** Whether a text shows nothing: it is empty, or consists of blanks and invisible characters only. */
export const isBlank = (text: string): boolean => BLANK.test(text);

/** A text without blanks at its ends: "" if it shows nothing. */
export const trimmed = (text: string): string => (isBlank(text) ? "" : text.trim());

type Segmenter = { segment(text: string): Iterable<{ readonly segment: string }> };
let segmenter: Segmenter | null | undefined;
/** Absent in Firefox before 125. */
const clusterSegmenter = (): Segmenter | null =>
  (segmenter ??= "Segmenter" in Intl ? new Intl.Segmenter(undefined, { granularity: "grapheme" }) : null);
/** Clusters without Intl.Segmenter: a character with its marks, selectors and joined characters. */
const CLUSTER =
  /(?:\p{Regional_Indicator}{2}|[^])(?:[\p{M}\p{Emoji_Modifier}\u200c\u{e0020}-\u{e007f}]|\u200d\p{Extended_Pictographic}?)*/gu;
const clustersOf = function* (text: string): Iterable<string> {
  const found = clusterSegmenter();
  if (found) for (const { segment } of found.segment(text)) yield segment;
  else yield* text.match(CLUSTER) ?? [];
};

/**
 * Cuts a text to at most `most` code points, between two characters as people see them: never half an emoji, a
 * letter without its accent, or half a surrogate pair. A single character with more code points is cut inside.
 */
export function cutText(text: string, most: number): string {
  // Longer than any limit is not segmented: one cluster may be as long as the text.
  const whole = text.length > most ? text.slice(0, 8 * most + 64).replace(/\p{Cs}/gu, "") : text;
  if (whole.length <= most) return whole.replace(/\p{Cs}/gu, "");
  let kept = "";
  let count = 0;
  for (const cluster of clustersOf(whole)) {
    const length = countCharacters(cluster);
    if (count + length > most) return kept === "" ? [...cluster].slice(0, most).join("") : kept;
    kept += cluster;
    count += length;
  }
  return kept;
}

/** Cuts a text that is longer than `most` code points, and marks the cut with "…", which is counted. */
export const shortenText = (text: string, most: number): string =>
  countCharacters(text) <= most ? cutText(text, most) : `${cutText(text, most - 1).trimEnd()}…`;

/**
 * Makes one clean line of a text from outside, such as a nickname: line breaks and blanks become one blank, control
 * characters, directions and invisible characters are dropped, all visible characters stay.
 * @returns "" if nothing visible is left
 */
export function cleanLine(text: string, most: number): string {
  const line = text
    .slice(0, 8 * most + 1_024)
    .replace(UNWANTED, "")
    .replace(LINE_BREAKERS, " ")
    .replace(LOOSE_ENDS, "");
  const cut = cutText(line, most).replace(LOOSE_ENDS, "");
  return isBlank(cut) ? "" : cut;
}

const ASCII = /^[ -~]*$/;
const isDigit = (code: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(code));
/** Digits of a script are ten consecutive code points from zero to nine. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && isDigit(code - value - 1)) value++;
  return String(value);
}

/**
 * Folds the forms of characters that mean the same: full-width, circled and mathematical forms, digits of other
 * scripts; drops what shows nothing. For comparing, searching and reading numbers, not for storing names.
 */
export const foldForms = (text: string): string =>
  ASCII.test(text)
    ? text
    : text
        .normalize("NFKC")
        .replace(INVISIBLE, "")
        .replace(/[^\P{Nd}0-9]/gu, digitOf)
        .normalize("NFKC");

/** Form of a text for search: folded, lower case, without blanks. */
export const foldForSearch = (text: string): string =>
  foldForms(foldForms(text).toLowerCase()).replace(/\p{White_Space}+/gu, "");

/** A search text for a call: "" if it shows nothing, otherwise cut to the call's limit. */
export const searchKeyword = (text: string, most: number): string =>
  isBlank(text) ? "" : cutText(text.trim(), most).trim();

/** Letters and digits of a text without their accents, lower case, for finding words whatever separates or disguises them. */
export const foldLetters = (text: string): string =>
  foldForSearch(text)
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .normalize("NFKC");

const MOBILE = /^1[3-9][0-9]{9}$/;
/** Separators that people write between the digits of one number: blanks, hyphens, dots, brackets. */
const SEPARATED = /([0-9+])[\p{Zs}\p{Pd}\t.()_'·\u2022\u2212\u30fb]+(?=[0-9])/gu;

/**
 * Reads a mobile of mainland China from what people paste: with +86, blanks, hyphens, brackets, characters of the
 * contacts app that show nothing, full-width digits, or text around it.
 * @returns 11 digits; without exactly one number in the text, its folded form
 */
export function pickMobile(text: string): string {
  if (MOBILE.test(text)) return text;
  const plain = foldForms(text).replace(SEPARATED, "$1");
  const found = (plain.match(/[A-Za-z0-9_+@.-]+/g) ?? []).flatMap(
    (word) => /^[.-]*(?:\+|00)?(?:86)?(1[3-9][0-9]{9})[.-]*$/.exec(word)?.[1] ?? [],
  );
  const [only] = found;
  return only !== undefined && found.every((one) => one === only) ? only : plain.trim();
}

/** Content of a field for a mobile: the number as soon as there is one, until then what was typed. */
export function mobileAsTyped(text: string): string {
  const picked = pickMobile(text);
  return MOBILE.test(picked) ? picked : text;
}

/** All digits of a text, in ASCII. */
export const pickDigits = (text: string): string => foldForms(text).replace(/[^0-9]/g, "");

/**
 * Reads a code of `count` digits from what people paste: the digits alone, separated digits, or a whole SMS.
 * @returns the code; without one, all digits of the text
 */
export function pickCode(text: string, count: number): string {
  const plain = foldForms(text);
  const [, after = ""] = /(?:码|\bcode\b)(.*)$/is.exec(plain) ?? [];
  for (const part of [after, plain])
    for (const form of [part, part.replace(SEPARATED, "$1")]) {
      const code = form.match(/[0-9]+/g)?.find((digits) => digits.length === count);
      if (code !== undefined) return code;
    }
  return plain.replace(/[^0-9]/g, "");
}

/** Content of a field for a code: the code, or the digits typed so far. */
export const codeAsTyped = (text: string, count: number): string => pickCode(text, count).slice(0, count);

/**
 * Reads a number of `count` Latin letters and digits (ticket, coupon, vehicle) from what people paste: in groups, or
 * with text around it.
 * @returns upper case without separators; without exactly one number of that length, all letters and digits
 */
export function pickCharacters(text: string, count: number): string {
  const plain = foldForms(text).toUpperCase();
  const all = plain.replace(/[^0-9A-Z]/g, "");
  if (all.length === count) return all;
  const found = new Set<string>();
  for (const run of plain.split(/[^0-9A-Z\s\p{Pd}]+/u)) {
    const words = run.split(/[^0-9A-Z]+/);
    for (let from = 0; from < words.length; from++) {
      let joined = "";
      for (let to = from; to < words.length && joined.length < count; to++) joined += words[to] ?? "";
      if (joined.length === count) found.add(joined);
    }
  }
  const [only] = found;
  return only !== undefined && found.size === 1 ? only : all;
}

/** Content of a field for a number of `count` letters and digits: the number once it is complete. */
export function charactersAsTyped(text: string, count: number): string {
  const picked = pickCharacters(text, count);
  return picked.length === count ? picked : foldForms(text).toUpperCase();
}
