import { foldLetters } from "#contract/core/text.ts";
import { toSimplified, toSimplifiedWords } from "../../core/simplified.ts";

/** Both readings of traditional Chinese, since one character may be simplified differently within a word. */
const readings = (text: string): string[] => {
  const letters = foldLetters(text);
  return [...new Set([toSimplified(letters), toSimplifiedWords(letters)])];
};

/**
 * Creates a check for forbidden words, in whatever form they are written, simplified, traditional or mixed, and
 * whatever separates their letters.
 */
export function wordFilter(list: readonly string[]): (text: string) => boolean {
  const words = [...new Set(list.flatMap(readings))].filter((word) => word !== "");
  if (words.length === 0) return () => false;
  return (text) => readings(text).some((letters) => words.some((word) => letters.includes(word)));
}
