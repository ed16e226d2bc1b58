import type { FormField } from "#contract/activity.ts";
import type { Questions } from "#contract/compose-questions.ts";
import { questionsDraft } from "../platform/compose-link.ts";

type Draft = {
  readonly revision: string;
  readonly questions: readonly FormField[];
  readonly keptAt: number;
};

/** The questions of a form as they stand, and as they would be with what is written now. */
export type Asking = {
  readonly activityId: string;
  readonly standing: Questions;
  readonly list: readonly FormField[];
  /** What was written is put in the place of this one. */
  readonly revision: string;
  readonly isChanged: boolean;
  /** When what is written was kept on this device, ms; null: it was not, or nothing is to be kept. */
  readonly keptAt: number | null;
  /** Another one: the inputs are made anew. */
  readonly turn: number;
};

const isDraft = (kept: unknown): kept is Draft =>
  typeof kept === "object" &&
  kept !== null &&
  "revision" in kept &&
  "questions" in kept &&
  Array.isArray(kept.questions);
const isSame = (one: readonly FormField[], other: readonly FormField[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Whether this device has kept something that was not saved. */
export const hasDraft = (activityId: string): boolean => isDraft(questionsDraft.get(activityId));

const untouched = (activityId: string, standing: Questions, turn: number): Asking => ({
  activityId,
  standing,
  list: standing.questions,
  revision: standing.revision,
  isChanged: false,
  keptAt: null,
  turn,
});

/** Questions as they were loaded, with what this device has kept of them and not saved. */
export function asked(activityId: string, standing: Questions, turn: number): Asking {
  const kept = questionsDraft.get(activityId);
  if (!isDraft(kept) || isSame(kept.questions, standing.questions))
    return discarded(activityId, standing, turn);
  const { questions, revision, keptAt } = kept;
  return { ...untouched(activityId, standing, turn), list: questions, revision, keptAt, isChanged: true };
}

/** What is written goes, here and on this device: what stands is on show. */
export function discarded(activityId: string, standing: Questions, turn: number): Asking {
  questionsDraft.remove(activityId);
  return untouched(activityId, standing, turn);
}

/** Something else is written; it is kept on this device at once. */
export function reworded(before: Asking, list: readonly FormField[], revision = before.revision): Asking {
  const keptAt = Date.now();
  const isKept = questionsDraft.set(before.activityId, { revision, questions: list, keptAt } satisfies Draft);
  return { ...before, list, revision, isChanged: true, keptAt: isKept ? keptAt : null };
}

/** They are saved. What was written while they were on their way is not in it: that stays. */
export function settled(before: Asking, standing: Questions, sent: readonly FormField[]): Asking {
  if (before.list !== sent) return reworded({ ...before, standing }, before.list, standing.revision);
  return discarded(before.activityId, standing, before.turn);
}
