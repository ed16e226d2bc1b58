/** Of a name's keys; longer names are found by their beginning. */
const CHARACTERS = 24;

/** As it is looked for: one form for each character, no blanks. */
export const normaliseName = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, "");

const suffixes = (parts: readonly string[]): string[] =>
  parts.map((_part, at) =>
    parts
      .slice(at)
      .join("")
      .slice(0, 2 * CHARACTERS),
  );

/**
 * What a name is found by, each from its beginning: the name from each character on, its pinyin from each
 * syllable on, and their first letters. Chinese needs no spaces between words for that.
 */
export async function nameSearchKeys(name: string): Promise<string[]> {
  // Large, and needed when somebody is new or renamed.
  const { pinyin } = await import("pinyin-pro");
  const characters = [...normaliseName(name)].slice(0, CHARACTERS);
  const syllables = characters.map((character) =>
    normaliseName(pinyin(character, { toneType: "none", v: true })),
  );
  // Names are read as a whole where that differs: 单于, 曾国.
  const whole = pinyin(characters.join(""), { toneType: "none", type: "array", v: true }).map(normaliseName);
  const isWhole = whole.length === characters.length;
  const read = isWhole ? whole : syllables;
  const initials = read.map((syllable) => [...syllable][0] ?? "");
  const keys = [...suffixes(characters), ...suffixes(read), ...suffixes(initials)];
  return [...new Set(keys)].filter((key) => key !== "");
}
