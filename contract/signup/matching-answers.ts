import type { FormField } from "../activity/activity.ts";

/**
 * Selects the answers that a form asks for, trimmed and without empty ones: a draft may contain answers to
 * removed questions, and removed options.
 */
export function matchingAnswers(
  answers: Readonly<Record<string, string>>,
  questions: readonly Pick<FormField, "key" | "kind" | "options">[],
): Record<string, string> {
  return Object.fromEntries(
    questions.flatMap(({ key, kind, options }) => {
      const answer = answers[key]?.trim() ?? "";
      const isFitting = kind === "select" ? options.includes(answer) : answer !== "";
      return isFitting ? [[key, answer] as const] : [];
    }),
  );
}
