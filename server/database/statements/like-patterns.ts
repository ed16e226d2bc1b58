import { foldForms } from "#contract/core/text.ts";

/**
 * Patterns for `ilike any(…::text[])` that find a keyword as it was typed, and in its folded form: a full-width "ＳＵＶ"
 * finds "SUV".
 */
export function likePatterns(keyword: string): string[] {
  const forms = new Set([keyword.trim(), foldForms(keyword).trim()]);
  return [...forms].filter((form) => form !== "").map((form) => `%${form.replace(/[\\%_]/g, "\\$&")}%`);
}
