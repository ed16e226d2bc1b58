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
