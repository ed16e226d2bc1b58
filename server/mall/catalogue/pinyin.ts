import { foldForSearch } from "#contract/core/text.ts";
import { toSimplified } from "../../core/simplified.ts";

/** Readings of a text for search: full pinyin and initials, separated by a blank: "chezaibingxiang czbx". */
export async function pinyinOf(text: string): Promise<string> {
  // Imports the large package only when a product is imported.
  const { pinyin } = await import("pinyin-pro");
  // Traditional characters have other readings there: 車 as in chess.
  const syllables = pinyin(toSimplified(foldForSearch(text)), {
    toneType: "none",
    type: "array",
    v: true,
    nonZh: "consecutive",
  });
  const folded = syllables.map(foldForSearch);
  const initials = folded.map((syllable) => (/^\d/.test(syllable) ? syllable : syllable.slice(0, 1)));
  return `${folded.join("")} ${initials.join("")}`;
}
