import type { FormField } from "../activity/activity.ts";
import * as z from "zod/mini";

/** An answer to one of the activity's own questions, as staff read it. */
export const labelledAnswer = z.object({ label: z.string(), answer: z.string() });
export type LabelledAnswer = z.output<typeof labelledAnswer>;

/** An answer as staff read it: pictures are counted, since only the person and a contest show them. */
export const readableAnswer = ({ kind }: Pick<FormField, "kind">, answer: string): string =>
  kind === "picture" && answer !== "" ? `${answer.split(",").length} 张照片` : answer;

/**
 * Labels answers in the order of their questions; answers to removed questions come last, labelled by their
 * keys.
 */
export function labelAnswers(
  form: readonly Pick<FormField, "key" | "label" | "kind">[],
  answers: Readonly<Record<string, string>>,
): LabelledAnswer[] {
  const asked = new Set(form.map(({ key }) => key));
  const gone = Object.keys(answers).filter((key) => !asked.has(key));
  return [...form, ...gone.map((key) => ({ key, label: key, kind: "text" as const }))].flatMap(
    ({ key, label, kind }) => {
      const answer = readableAnswer({ kind }, answers[key] ?? "");
      return answer === "" ? [] : [{ label, answer }];
    },
  );
}
