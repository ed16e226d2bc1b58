/** Normalises letters that differ in form only, and removes characters that could separate a word. */
const normalise = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

/** Creates a check for forbidden words, however they are spaced. */
export function wordFilter(list: readonly string[]): (text: string) => boolean {
  const words = list.map(normalise).filter((word) => word !== "");
  return (text) => {
    const normalised = normalise(text);
    return words.some((word) => normalised.includes(word));
  };
}
