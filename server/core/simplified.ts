/** Traditional Chinese as simplified, for comparing and searching: names and texts are stored as they were written. */
import { Converter, type ConverterFunction } from "opencc-js/t2cn";

/** Forms of Hong Kong and of Taiwan; each lacks some characters of the other (衞, 著). */
let converters: readonly ConverterFunction[] | null = null;
/** Reads the tables at the first use: 50 ms and 5 MB. */
const allConverters = (): readonly ConverterFunction[] =>
  (converters ??= [Converter({ from: "hk", to: "cn" }), Converter({ from: "tw", to: "cn" })]);

const HAN = /\p{Script=Han}/gu;
const known = new Map<string, string>();
/** A few forms have two steps: 薴 → 苧 → 苎. */
function simplifiedCharacter(character: string): string {
  const before = known.get(character);
  if (before !== undefined) return before;
  const convert = (text: string): string => allConverters().reduce((form, one) => one(form), text);
  const simplified = convert(convert(character));
  known.set(character, simplified);
  return simplified;
}

/**
 * A text with every traditional character in its simplified form, each by itself, so that a part of a text has the
 * same form as in the whole: 发 for 發 and 髮. The length in characters stays.
 */
export const toSimplified = (text: string): string => text.replace(HAN, simplifiedCharacter);

/** The same with whole words first, whose characters by themselves have other forms: 瞭解 → 了解, 藉口 → 借口. */
export const toSimplifiedWords = (text: string): string =>
  toSimplified(allConverters().reduce((converted, convert) => convert(converted), text));

/** Blocks of Chinese characters in use: CJK Unified Ideographs and Extension A. */
const BLOCKS = [
  [0x4e00, 0x9fff],
  [0x3400, 0x4dbf],
] as const;
let writings: ReadonlyMap<string, readonly string[]> | null = null;
/** Reads which characters have one simplified form; at the first use: 50 ms. */
function readWritings(): ReadonlyMap<string, readonly string[]> {
  const characters = BLOCKS.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_none, at) => String.fromCodePoint(first + at)),
  );
  const convert = (text: string): string => allConverters().reduce((form, one) => one(form), text);
  // Lines of their own, so that no two characters are read as a word.
  const simplified = convert(convert(characters.join("\n"))).split("\n");
  const found = new Map<string, string[]>();
  for (const [at, character] of characters.entries()) {
    const form = simplified[at] ?? character;
    if (form !== character) found.set(form, [...(found.get(form) ?? [form]), character]);
  }
  return found;
}

/** All characters whose simplified form is the given one, that one included: 发, 發, 髮. */
export const charactersReadAs = (simplified: string): readonly string[] =>
  (writings ??= readWritings()).get(simplified) ?? [simplified];
