import type { FormField } from "../activity/activity.ts";
import { foldForms, isBlank } from "../core/text.ts";

/** An answer as it is validated and sent: "" if it shows nothing, a number in ASCII digits, no blanks at its ends. */
export function answerAsTyped(kind: FormField["kind"], text: string): string {
  if (isBlank(text)) return "";
  return kind === "number" ? foldForms(text).replace(/\s/g, "") : text.trim();
}

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
      const answer = answerAsTyped(kind, answers[key] ?? "");
      const isFitting = kind === "select" ? options.includes(answer) : answer !== "";
      return isFitting ? [[key, answer] as const] : [];
    }),
  );
}
