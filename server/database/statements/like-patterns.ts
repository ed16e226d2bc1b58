import { foldForms } from "#contract/core/text.ts";
import { toSimplified, toSimplifiedWords } from "../../core/simplified.ts";

/**
 * Patterns for `ilike any(…::text[])` that find a keyword as it was typed, in its folded form, and in simplified
 * characters: a full-width "ＳＵＶ" finds "SUV", 廣州 finds 广州.
 */
export function likePatterns(keyword: string): string[] {
  const folded = foldForms(keyword).trim();
  const forms = new Set([keyword.trim(), folded, toSimplified(folded), toSimplifiedWords(folded)]);
  return [...forms].filter((form) => form !== "").map((form) => `%${form.replace(/[\\%_]/g, "\\$&")}%`);
}
