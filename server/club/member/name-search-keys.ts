import { foldForSearch } from "#contract/core/text.ts";
import { toSimplified } from "../../core/simplified.ts";

/** Maximum length of a name's keys; longer names are found by their first characters. */
const CHARACTERS = 24;

/** Normalises a name or keyword for the comparison: one form for each character, no blanks. */
export const normaliseName = foldForSearch;

const suffixes = (parts: readonly string[]): string[] =>
  parts.map((_part, at) =>
    parts
      .slice(at)
      .join("")
      .slice(0, 2 * CHARACTERS),
  );

/**
 * Search keys of a name, each for a prefix search: the name from each character on, its pinyin from each syllable
 * on, and the initials, also in simplified characters. Chinese names have no spaces that would separate words.
 */
export async function nameSearchKeys(name: string): Promise<string[]> {
  // Imports the large package only when a member is new or renamed.
  const { pinyin } = await import("pinyin-pro");
  const characters = [...normaliseName(name)].slice(0, CHARACTERS);
  const syllables = characters.map((character) =>
    normaliseName(pinyin(character, { toneType: "none", v: true })),
  );
  // Reads the name as a whole, because the pinyin of a character may depend on its neighbours: 单于, 曾国.
  const whole = pinyin(characters.join(""), { toneType: "none", type: "array", v: true }).map(normaliseName);
  const isWhole = whole.length === characters.length;
  const read = isWhole ? whole : syllables;
  const initials = read.map((syllable) => [...syllable][0] ?? "");
  const simplified = [...toSimplified(characters.join(""))];
  const keys = [...suffixes(characters), ...suffixes(simplified), ...suffixes(read), ...suffixes(initials)];
  return [...new Set(keys)].filter((key) => key !== "");
}
