import { foldLetters } from "#contract/core/text.ts";

/** Creates a check for forbidden words, in whatever form they are written, and whatever separates their letters. */
export function wordFilter(list: readonly string[]): (text: string) => boolean {
  const words = list.map(foldLetters).filter((word) => word !== "");
  return (text) => {
    const letters = foldLetters(text);
    return words.some((word) => letters.includes(word));
  };
}
