import { foldLetters } from "#contract/core/text.ts";
import { toSimplified, toSimplifiedWords } from "../../core/simplified.ts";

/** Both readings of traditional Chinese, since one character may be simplified differently within a word. */
const readings = (text: string): string[] => {
  const letters = foldLetters(text);
  return [...new Set([toSimplified(letters), toSimplifiedWords(letters)])];
};

/** Whether a word has letters at all; one of signs and spaces alone would be found nowhere. */
export const hasLetters = (word: string): boolean => readings(word).some((letters) => letters !== "");

/**
 * Creates a search for forbidden words, in whatever form they are written, simplified, traditional or mixed, and
 * whatever separates their letters.
 * @returns a function that finds the words of a text, as they stand in the list
 */
export function wordFinder(list: readonly string[]): (text: string) => string[] {
  const words = new Map<string, string>();
  for (const word of list)
    for (const letters of readings(word)) if (letters !== "" && !words.has(letters)) words.set(letters, word);
  const entries = [...words];
  if (entries.length === 0) return () => [];
  return (text) => {
    const texts = readings(text);
    const found = entries.filter(([letters]) => texts.some((read) => read.includes(letters)));
    return [...new Set(found.map(([, word]) => word))];
  };
}
