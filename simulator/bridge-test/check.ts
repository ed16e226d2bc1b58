import * as z from "zod/mini";
import { bridgeAnswer, bridgeHandler, bridgeResults } from "#contract/host/bridge-schemas.ts";

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };
const english = { error: z.locales.en().localeError };
const line = ({ path, message }: Issue): string =>
  path.length === 0 ? message : `${path.map(String).join(".")}: ${message}`;

/**
 * Violations of the contract in an answer's text; empty if valid.
 * @param handler the called handler; for an unknown one only the answer's envelope is validated
 */
export function checkAnswer(handler: string, text: string): { problems: string[] } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return { problems: [`invalid JSON: ${error instanceof Error ? error.message : ""}`] };
  }
  const answer = bridgeAnswer.safeParse(parsed, english);
  const problems = answer.success ? [] : answer.error.issues.map(line);
  const known = bridgeHandler.safeParse(handler);
  // Absent is not null: other pages of the maker may rely on the field.
  if (typeof parsed === "object" && parsed !== null && !("data" in parsed)) problems.push("data: missing");
  if (known.success && answer.success && answer.data.error === null) {
    const result = bridgeResults[known.data].safeParse(answer.data.data, english);
    if (!result.success)
      problems.push(...result.error.issues.map((issue) => line({ ...issue, path: ["data", ...issue.path] })));
  }
  return { problems };
}
