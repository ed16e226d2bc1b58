import type { FormField } from "#contract/activity/activity.ts";
import type { FormQuestionSet } from "#contract/compose/questions.ts";
import { questionsDraft } from "../drafts.ts";

type StoredQuestions = {
  readonly revision: string;
  readonly questions: readonly FormField[];
  /** Time of storing, ms. */
  readonly keptAt: number;
};

/** Saved questions of a form and their unsaved changes. */
export type QuestionsState = {
  readonly activityId: string;
  readonly saved: FormQuestionSet;
  readonly list: readonly FormField[];
  /** Revision on which the changes are based. */
  readonly revision: string;
  readonly isChanged: boolean;
  /** Time at which the changes were stored on this device, ms; null: not stored, or no changes. */
  readonly storedAt: number | null;
  /** Number of loads; another one recreates the inputs. */
  readonly loads: number;
};

const isDraft = (stored: unknown): stored is StoredQuestions =>
  typeof stored === "object" &&
  stored !== null &&
  "revision" in stored &&
  "questions" in stored &&
  Array.isArray(stored.questions);
const isSame = (one: readonly FormField[], other: readonly FormField[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Whether this device has stored unsaved changes. */
export const hasStoredQuestions = (activityId: string): boolean => isDraft(questionsDraft.get(activityId));

const unchanged = (activityId: string, saved: FormQuestionSet, loads: number): QuestionsState => ({
  activityId,
  saved,
  list: saved.questions,
  revision: saved.revision,
  isChanged: false,
  storedAt: null,
  loads,
});

/** State of loaded questions, with the unsaved changes that this device has stored. */
export function startQuestions(activityId: string, saved: FormQuestionSet, loads: number): QuestionsState {
  const draft = questionsDraft.get(activityId);
  if (!isDraft(draft) || isSame(draft.questions, saved.questions))
    return discardChanges(activityId, saved, loads);
  const { questions, revision, keptAt: storedAt } = draft;
  return { ...unchanged(activityId, saved, loads), list: questions, revision, storedAt, isChanged: true };
}

/** Discards the changes, also on this device. */
export function discardChanges(activityId: string, saved: FormQuestionSet, loads: number): QuestionsState {
  questionsDraft.remove(activityId);
  return unchanged(activityId, saved, loads);
}

/** State after a change, which is stored on this device at once. */
export function withQuestions(
  before: QuestionsState,
  list: readonly FormField[],
  revision = before.revision,
): QuestionsState {
  const keptAt = Date.now();
  const isStored = questionsDraft.set(before.activityId, {
    revision,
    questions: list,
    keptAt,
  } satisfies StoredQuestions);
  return { ...before, list, revision, isChanged: true, storedAt: isStored ? keptAt : null };
}

/** State after saving. Changes made during the request stay unsaved. */
export function afterQuestionsSaved(
  before: QuestionsState,
  saved: FormQuestionSet,
  sent: readonly FormField[],
): QuestionsState {
  if (before.list !== sent) return withQuestions({ ...before, saved }, before.list, saved.revision);
  return discardChanges(before.activityId, saved, before.loads);
}
