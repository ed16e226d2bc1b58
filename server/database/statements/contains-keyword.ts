import { sql, type RawBuilder } from "kysely";
import { foldForms } from "#contract/core/text.ts";
import { charactersReadAs, toSimplified, toSimplifiedWords } from "../../core/simplified.ts";

/** Forms of a keyword: as it was typed, folded, and in simplified characters, so that a full-width "ＳＵＶ" finds "SUV". */
function formsOf(keyword: string): string[] {
  const folded = foldForms(keyword).trim();
  const forms = [keyword.trim(), folded, toSimplified(folded), toSimplifiedWords(folded)];
  return forms.filter((form) => form !== "");
}
const likePattern = (form: string): string => `%${form.replace(/[\\%_]/g, "\\$&")}%`;

const HAN = /\p{Script=Han}/u;
/** A character as a part of a regular expression of PostgreSQL: a class where it is written in several ways. */
function expressionOf(character: string): string {
  if (!HAN.test(character)) return character.replace(/[^\p{L}\p{N}\s]/u, "\\$&");
  const written = charactersReadAs(toSimplified(character));
  return written.length > 1 ? `[${written.join("")}]` : character;
}

/**
 * Condition that a text contains one of some keywords, whatever the case. Chinese is found in either script: 廣州 finds
 * 广州, and 发布 finds 發佈 (requirement J19).
 * @returns makes the condition for a column; no keyword is contained in nothing
 */
export function containsKeyword(
  ...keywords: readonly string[]
): (column: RawBuilder<unknown>) => RawBuilder<boolean> {
  const forms = [...new Set(keywords.flatMap(formsOf))];
  const expressions = [...new Set(forms.map((form) => [...form].map(expressionOf).join("")))];
  if (expressions.some((expression) => expression.includes("["))) {
    const expression = expressions.join("|");
    return (column) => sql<boolean>`${column} ~* ${expression}::text`;
  }
  const patterns = forms.map(likePattern);
  return (column) => sql<boolean>`${column} ilike any(${patterns}::text[])`;
}
