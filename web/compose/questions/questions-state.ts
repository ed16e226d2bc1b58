import type { FormField } from "#contract/activity/activity.ts";
import type { FormQuestionSet } from "#contract/compose/questions.ts";
import { questionsDraft } from "../drafts.ts";

type StoredQuestions = {
  readonly revision: string;
  readonly questions: readonly FormField[];
  readonly keptAt: number;
};

/** The questions of a form as they stand, and as they would be with what is written now. */
export type QuestionsState = {
  readonly activityId: string;
  readonly standing: FormQuestionSet;
  readonly list: readonly FormField[];
  /** What was written is put in the place of this one. */
  readonly revision: string;
  readonly isChanged: boolean;
  /** When what is written was kept on this device, ms; null: it was not, or nothing is to be kept. */
  readonly keptAt: number | null;
  /** Another one: the inputs are made anew. */
  readonly turn: number;
};

const isDraft = (kept: unknown): kept is StoredQuestions =>
  typeof kept === "object" &&
  kept !== null &&
  "revision" in kept &&
  "questions" in kept &&
  Array.isArray(kept.questions);
const isSame = (one: readonly FormField[], other: readonly FormField[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Whether this device has kept something that was not saved. */
export const hasStoredQuestions = (activityId: string): boolean => isDraft(questionsDraft.get(activityId));

const untouched = (activityId: string, standing: FormQuestionSet, turn: number): QuestionsState => ({
  activityId,
  standing,
  list: standing.questions,
  revision: standing.revision,
  isChanged: false,
  keptAt: null,
  turn,
});

/** Questions as they were loaded, with what this device has kept of them and not saved. */
export function startQuestions(activityId: string, standing: FormQuestionSet, turn: number): QuestionsState {
  const kept = questionsDraft.get(activityId);
  if (!isDraft(kept) || isSame(kept.questions, standing.questions))
    return discardChanges(activityId, standing, turn);
  const { questions, revision, keptAt } = kept;
  return { ...untouched(activityId, standing, turn), list: questions, revision, keptAt, isChanged: true };
}

/** What is written goes, here and on this device: what stands is on show. */
export function discardChanges(activityId: string, standing: FormQuestionSet, turn: number): QuestionsState {
  questionsDraft.remove(activityId);
  return untouched(activityId, standing, turn);
}

/** Something else is written; it is kept on this device at once. */
export function withQuestions(
  before: QuestionsState,
  list: readonly FormField[],
  revision = before.revision,
): QuestionsState {
  const keptAt = Date.now();
  const isKept = questionsDraft.set(before.activityId, {
    revision,
    questions: list,
    keptAt,
  } satisfies StoredQuestions);
  return { ...before, list, revision, isChanged: true, keptAt: isKept ? keptAt : null };
}

/** They are saved. What was written while they were on their way is not in it: that stays. */
export function afterQuestionsSaved(
  before: QuestionsState,
  standing: FormQuestionSet,
  sent: readonly FormField[],
): QuestionsState {
  if (before.list !== sent) return withQuestions({ ...before, standing }, before.list, standing.revision);
  return discardChanges(before.activityId, standing, before.turn);
}
