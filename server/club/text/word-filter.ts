/** Letters that differ in form alone are one; what stands between characters to hide a word is none. */
const bare = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

/** Judges texts by a list of words that must not be in them, however they are spaced. */
export function wordFilter(list: readonly string[]): (text: string) => boolean {
  const words = list.map(bare).filter((word) => word !== "");
  return (text) => {
    const read = bare(text);
    return words.some((word) => read.includes(word));
  };
}
