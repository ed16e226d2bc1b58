import type { FormField } from "../activity/activity.ts";
import * as z from "zod/mini";

/** An answer to one of the activity's own questions, as staff read it. */
export const labelledAnswer = z.object({ label: z.string(), answer: z.string() });
export type LabelledAnswer = z.output<typeof labelledAnswer>;

/**
 * Labels answers in the order of their questions; answers to removed questions come last, labelled by their
 * keys.
 */
export function labelAnswers(
  form: readonly Pick<FormField, "key" | "label">[],
  answers: Readonly<Record<string, string>>,
): LabelledAnswer[] {
  const asked = new Set(form.map(({ key }) => key));
  const gone = Object.keys(answers).filter((key) => !asked.has(key));
  return [...form, ...gone.map((key) => ({ key, label: key }))].flatMap(({ key, label }) => {
    const answer = answers[key] ?? "";
    return answer === "" ? [] : [{ label, answer }];
  });
}
