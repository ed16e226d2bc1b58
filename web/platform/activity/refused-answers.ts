import type { FormField } from "#contract/activity/activity.ts";

export type FormFieldList = readonly FormField[];
/** How a form stands that was refused. */
type RefusedAnswers = {
  /** What is wrong, where the form has a field for it. */
  readonly fields: Readonly<Record<string, string>>;
  /** What the activity asks now, as far as is known. */
  readonly questions: FormFieldList;
  /** Whether that is something else than the form asked; "unknown": it must be, and could not be loaded. */
  readonly change: "none" | "changed" | "unknown";
};

/**
 * Browser and server judge answers alike: what the one let pass and the other refuses was judged by other questions,
 * since the operator has changed them while the form was filled in. They are loaded then.
 */
export async function resolveRefusedAnswers(
  fields: Readonly<Record<string, string>>,
  questions: FormFieldList,
  load: () => Promise<FormFieldList>,
): Promise<RefusedAnswers> {
  const isAnswer = (name: string): boolean => name.startsWith("answers.");
  if (!Object.keys(fields).some(isAnswer)) return { fields, questions, change: "none" };
  const loaded = await load().catch(() => null);
  const asked = loaded ?? questions;
  const shown = Object.entries(fields).filter(
    ([name]) => !isAnswer(name) || asked.some(({ key }) => name === `answers.${key}`),
  );
  const isOther = JSON.stringify(asked) !== JSON.stringify(questions);
  const isAllShown = shown.length === Object.keys(fields).length;
  return {
    fields: Object.fromEntries(shown),
    questions: asked,
    change: isOther ? "changed" : isAllShown ? "none" : "unknown",
  };
}
