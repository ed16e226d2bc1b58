import { isBlank } from "#contract/core/text.ts";
import { useState } from "react";
import * as z from "zod/mini";
import type { Refusal, RefusalName } from "#contract/core/errors.ts";
import type { SendOptions } from "#contract/core/call.ts";
import { clubLimits } from "#contract/club/limits.ts";
import { raiseChallenge } from "../../platform/http/challenges.ts";
import { newUuid } from "../../platform/http/random-ids.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { useSingleFlight } from "../../ui/hooks/use-single-flight.ts";
import type { PictureUploads } from "../../ui/media/use-picture-uploads.ts";
import { expireScreens } from "../club-state.ts";
import { removeClubDraft, type ClubDraft } from "./club-draft.ts";
import type { DraftForm, DraftErrors } from "./use-club-draft.ts";
import type { DraftPictures } from "./use-draft-pictures.ts";
import { writingMessages } from "../writing-messages.ts";

type ArticleSubmissionOptions = {
  draftKey: string;
  form: DraftForm;
  pictures: DraftPictures;
  /** @throws Refusal */
  post: (
    values: ClubDraft,
    options: Pick<SendOptions, "idempotencyKey" | "handlesRefusal">,
  ) => Promise<{ articleId: string }>;
  onSent: (articleId: string) => Promise<void> | void;
};
export type ArticleSubmission = {
  /** Reason of a failure that belongs to no field. */
  readonly failure: string | null;
  readonly isBusy: boolean;
  readonly submit: () => void;
};

/** Refusals after the person has closed the login. */
const loginRefusals: readonly RefusalName[] = ["unauthenticated", "sessionExpired"];
/** Whether the form shows a refusal, so that the call must show no toast. */
const isShownInForm = (name: RefusalName): boolean => !loginRefusals.includes(name);

function validateDraft({ groupId, title, text }: ClubDraft, pictures: PictureUploads): DraftErrors {
  const { maxTitleLength, maxArticleLength } = clubLimits;
  const isEmpty = isBlank(text.text);
  return {
    ...(groupId === "" && { groupId: writingMessages.write.chooseGroup }),
    ...([...title].length > maxTitleLength && { title: writingMessages.tooLong(maxTitleLength) }),
    ...(isEmpty && { content: writingMessages.write.noContent }),
    ...([...text.text].length > maxArticleLength && { content: writingMessages.tooLong(maxArticleLength) }),
    ...(pictures.items.some(({ phase }) => phase === "failed") && {
      pictureIds: writingMessages.write.failedPicture,
    }),
  };
}

const publishedSchema = z.object({ articleId: z.string() });
/** Id of the article that was published before with the same key; null if there is none. */
const publishedArticleId = ({ refusal, data }: Refusal): string | null =>
  (refusal === "conflict" && publishedSchema.safeParse(data).data?.articleId) || null;

/** Submits an article: validates it, sends it once per key and handles refusals (requirement P12). */
export function useSubmitArticle({
  draftKey,
  form,
  pictures,
  post,
  onSent,
}: ArticleSubmissionOptions): ArticleSubmission {
  const { values, change, showErrors } = form;
  const [failure, setFailure] = useState<string | null>(null);
  const finish = async (articleId: string) => {
    removeClubDraft(draftKey);
    pictures.discard();
    expireScreens();
    await onSent(articleId);
  };
  const handleRefusal = async (refusal: Refusal): Promise<void> => {
    const articleId = publishedArticleId(refusal);
    // Asks the person, since either a second article would be published or their later changes would be lost.
    if (articleId !== null && (await raiseChallenge("dialog", writingMessages.write.known)))
      return finish(articleId);
    // The key was used with other content: the next attempt is another article.
    if (refusal.refusal === "conflict") change({ idempotencyKey: newUuid() });
    if (articleId !== null) return setFailure(writingMessages.write.anotherNow);
    if (
      refusal.fields["activityId"] !== undefined &&
      (await raiseChallenge("dialog", writingMessages.write.activityGone))
    ) {
      change({ activityId: null });
      return attempt({ ...values, activityId: null });
    }
    if (refusal.fields["pictureIds"] !== undefined && pictures.uploadAgain())
      return setFailure(writingMessages.write.picturesExpired);
    if (!showErrors(refusal.fields) && isShownInForm(refusal.refusal))
      setFailure(refusal.remark ?? refusal.message);
  };
  const attempt = async (draft: ClubDraft): Promise<void> => {
    try {
      const { articleId } = await post(draft, {
        idempotencyKey: draft.idempotencyKey,
        handlesRefusal: isShownInForm,
      });
      await finish(articleId);
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      await handleRefusal(refusal);
    }
  };
  const [isBusy, run] = useSingleFlight(async () => {
    setFailure(null);
    if (showErrors(validateDraft(values, pictures))) return;
    if (pictures.isBusy) return setFailure(writingMessages.write.waitForPictures);
    await attempt(values);
  });
  return { failure, isBusy, submit: () => void run() };
}
