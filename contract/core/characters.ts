/** Counting and cutting by characters, in few bytes for the first screens; `text.ts` has everything else. */

/** Number of characters as limits count them: code points, as in PostgreSQL. */
export const countCharacters = (text: string): number => [...text].length;

/** The first `most` code points: never half a surrogate pair, which no server accepts. */
export const cutCharacters = (text: string, most: number): string => [...text].slice(0, most).join("");
