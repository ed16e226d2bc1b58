import type { FormField } from "./activity.ts";
import * as z from "zod/mini";

/** What somebody answered to one of the activity's own questions, as whoever works for the maker reads it. */
export const toldAnswer = z.object({ label: z.string(), answer: z.string() });
export type ToldAnswer = z.output<typeof toldAnswer>;

/** Answers in the order of their questions; those to questions that were taken away come last, by their keys. */
export function toldAnswers(
  form: readonly Pick<FormField, "key" | "label">[],
  answers: Readonly<Record<string, string>>,
): ToldAnswer[] {
  const asked = new Set(form.map(({ key }) => key));
  const gone = Object.keys(answers).filter((key) => !asked.has(key));
  return [...form, ...gone.map((key) => ({ key, label: key }))].flatMap(({ key, label }) => {
    const answer = answers[key] ?? "";
    return answer === "" ? [] : [{ label, answer }];
  });
}
