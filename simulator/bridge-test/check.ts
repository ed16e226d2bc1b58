import * as z from "zod/mini";
import { bridgeAnswer, bridgeHandler, bridgeResults } from "#contract/host/bridge-schemas.ts";

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };
const english = { error: z.locales.en().localeError };
const line = ({ path, message }: Issue): string =>
  path.length === 0 ? message : `${path.map(String).join(".")}: ${message}`;

/**
 * What an answer's text breaks of the contract; no problem: nothing.
 * @param handler the one that was called; an unknown one is held to an answer's outer shape alone
 */
export function checkAnswer(handler: string, text: string): { problems: string[] } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return { problems: [`no JSON: ${error instanceof Error ? error.message : ""}`] };
  }
  const answer = bridgeAnswer.safeParse(parsed, english);
  const problems = answer.success ? [] : answer.error.issues.map(line);
  const known = bridgeHandler.safeParse(handler);
  // Absent is not null: other pages of the maker's may rely on the field.
  if (typeof parsed === "object" && parsed !== null && !("data" in parsed)) problems.push("data: missing");
  if (known.success && answer.success && answer.data.error === null) {
    const result = bridgeResults[known.data].safeParse(answer.data.data, english);
    if (!result.success)
      problems.push(...result.error.issues.map((issue) => line({ ...issue, path: ["data", ...issue.path] })));
  }
  return { problems };
}
