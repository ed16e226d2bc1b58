import { trimmed } from "#contract/core/text.ts";
import type { FormField } from "#contract/activity/activity.ts";
import { openQuestions, saveQuestions, type FormQuestionSet } from "#contract/compose/questions.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { staffActor } from "../http/security/audit-actor.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { formQuestionStore, type FormQuestionsRow } from "./question-store.ts";
import type { ComposedRow, EditedRow } from "./store.ts";
import { composeMessages } from "./messages.ts";

/** Trims texts and removes the options of questions that are not a choice. */
const normaliseQuestion = ({ optionPictures, maxPictures, ...one }: FormField): FormField => ({
  ...one,
  label: one.label.trim(),
  placeholder: one.placeholder.trim(),
  options: one.kind === "select" ? one.options.map((option) => option.trim()) : [],
  ...(one.kind === "select" && optionPictures !== undefined && { optionPictures }),
  ...(one.kind === "picture" && maxPictures !== undefined && { maxPictures }),
});

/** Maps the stored questions to the contract. @throws Refusal "conflict" if they were changed meanwhile */
export function presentQuestions(row: FormQuestionsRow | null): FormQuestionSet {
  if (row === null) throw new Refusal("conflict", { message: composeMessages.questionsMeanwhile });
  const { questions, revision, saved_by, saved_time } = row;
  return { questions, revision, savedBy: saved_by, savedTime: saved_time && toShanghaiIso(saved_time) };
}

/** Questions as they are stored. @throws Refusal "invalid" for pictures in a lead form, which is left without a login */
export function storedQuestions(
  questions: readonly FormField[],
  pageType: EditedRow["page_type"],
): FormField[] {
  const pictureAt =
    pageType === "lead" || pageType === "localOfflineLead"
      ? questions.findIndex(({ kind }) => kind === "picture")
      : -1;
  if (pictureAt >= 0)
    throw new Refusal("invalid", {
      fields: { [`questions.${pictureAt}.kind`]: composeMessages.noPicturesInLeads },
    });
  return questions.map(normaliseQuestion);
}

/**
 * Opens and saves the questions of a sign-up form by the link that composes the page.
 * @param pageOf throws a Refusal for an invalid link
 */
export function questionRoutes(
  { db, clock, config }: AppContext,
  calls: RpcRouter,
  pageOf: (link: string) => Promise<ComposedRow>,
  invalidatePages: () => void,
): void {
  const store = formQuestionStore(db);
  calls.on(openQuestions, async ({ link }) =>
    presentQuestions(await store.read((await pageOf(link)).activity_id)),
  );
  calls.on(saveQuestions, async ({ link, by, revision, questions }, caller) => {
    const { activity_id: activityId, link_id, page_type } = await pageOf(link);
    const saved = presentQuestions(
      await store.replace({
        activityId,
        revision,
        questions: storedQuestions(questions, page_type),
        by: trimmed(by),
        actor: staffActor(link_id, caller, config.brand),
        now: new Date(clock.now()),
      }),
    );
    invalidatePages();
    return saved;
  });
}
