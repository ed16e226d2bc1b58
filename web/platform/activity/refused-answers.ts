import type { FormField } from "#contract/activity/activity.ts";

export type FormFieldList = readonly FormField[];
/** The state of a form after the server refused its answers. */
type RefusedAnswers = {
  /** Error messages of fields that the form shows, by field name. */
  readonly fields: Readonly<Record<string, string>>;
  /** The activity's current questions, as far as they could be loaded. */
  readonly questions: FormFieldList;
  /**
   * Whether the questions differ from those of the form. "unknown": they must differ but could not be loaded.
   */
  readonly change: "none" | "changed" | "unknown";
};

/**
 * Loads the activity's current questions after a refusal of answers. Browser and server validate answers by
 * the same rules, so answers that only the server refuses belong to questions that the operator has changed
 * meanwhile.
 */
export async function resolveRefusedAnswers(
  fields: Readonly<Record<string, string>>,
  questions: FormFieldList,
  load: () => Promise<FormFieldList>,
): Promise<RefusedAnswers> {
  const isAnswer = (name: string): boolean => name.startsWith("answers.");
  if (!Object.keys(fields).some(isAnswer)) return { fields, questions, change: "none" };
  const loaded = await load().catch(() => null);
  const current = loaded ?? questions;
  const shown = Object.entries(fields).filter(
    ([name]) => !isAnswer(name) || current.some(({ key }) => name === `answers.${key}`),
  );
  const isChanged = JSON.stringify(current) !== JSON.stringify(questions);
  const isAllShown = shown.length === Object.keys(fields).length;
  return {
    fields: Object.fromEntries(shown),
    questions: current,
    change: isChanged ? "changed" : isAllShown ? "none" : "unknown",
  };
}
