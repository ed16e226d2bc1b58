import type { FormField } from "../activity/activity.ts";

/**
 * Of some answers those that a form asks for, without blanks around them and without empty ones: a draft may hold
 * answers to a question that is gone, and choices that are no longer offered.
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
