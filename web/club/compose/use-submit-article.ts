import { useState } from "react";
import * as z from "zod/mini";
import type { Refusal, RefusalName } from "#contract/core/errors.ts";
import type { SendOptions } from "#contract/core/call.ts";
import { clubLimits } from "#contract/club/limits.ts";
import { raiseChallenge } from "../../platform/http/challenges.ts";
import { newUuid } from "../../platform/http/random-id.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { useSingleFlight } from "../../ui/hooks/use-single-flight.ts";
import type { PictureUploads } from "../../ui/media/use-picture-uploads.ts";
import { expireScreens } from "../club-state.ts";
import { removeClubDraft, type ClubDraft } from "./club-draft.ts";
import type { DraftForm, DraftFaults } from "./use-club-draft.ts";
import type { DraftPictures } from "./use-draft-pictures.ts";
import { clubMessages } from "../messages.ts";

type ArticleSubmissionOptions = {
  /** Where it is kept until it is sent. */
  place: string;
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
  /** Why it was not sent, beside what stands at the fields. */
  readonly outcome: string | null;
  readonly isBusy: boolean;
  readonly submit: () => void;
};

/** The person stopped it themselves. */
const givenUp: readonly RefusalName[] = ["unauthenticated", "sessionExpired"];
/** What the form itself says, once: no toast beside it. */
const isOutcome = (name: RefusalName): boolean => !givenUp.includes(name);

function validateDraft({ groupId, title, text }: ClubDraft, pictures: PictureUploads): DraftFaults {
  const { maxTitleLength, maxArticleLength } = clubLimits;
  const isEmpty = text.text.trim() === "";
  return {
    ...(groupId === "" && { groupId: clubMessages.write.chooseGroup }),
    ...([...title].length > maxTitleLength && { title: clubMessages.tooLong(maxTitleLength) }),
    ...(isEmpty && { content: clubMessages.write.noContent }),
    ...([...text.text].length > maxArticleLength && { content: clubMessages.tooLong(maxArticleLength) }),
    ...(pictures.items.some(({ phase }) => phase === "failed") && {
      pictureIds: clubMessages.write.failedPicture,
    }),
  };
}

const publishedSchema = z.object({ articleId: z.string() });
/** The article that the same key has written before; null where it is none, or another refusal. */
const publishedArticleId = ({ refusal, data }: Refusal): string | null =>
  (refusal === "conflict" && publishedSchema.safeParse(data).data?.articleId) || null;

/** An article as it is written: kept with every change, sent once however often it is pressed (requirement P12). */
export function useSubmitArticle({
  place,
  form,
  pictures,
  post,
  onSent,
}: ArticleSubmissionOptions): ArticleSubmission {
  const { values, change, show } = form;
  const [outcome, setOutcome] = useState<string | null>(null);
  const leaveTo = async (articleId: string) => {
    removeClubDraft(place);
    pictures.forget();
    expireScreens();
    await onSent(articleId);
  };
  const refused = async (refusal: Refusal): Promise<void> => {
    const articleId = publishedArticleId(refusal);
    // Without the person's word neither a second article is made nor what they have changed since is dropped.
    if (articleId !== null && (await raiseChallenge("dialog", clubMessages.write.known)))
      return leaveTo(articleId);
    // Sent before with other content: what is written now is another one.
    if (refusal.refusal === "conflict") change({ idempotencyKey: newUuid() });
    if (articleId !== null) return setOutcome(clubMessages.write.anotherNow);
    if (
      refusal.fields["activityId"] !== undefined &&
      (await raiseChallenge("dialog", clubMessages.write.activityGone))
    ) {
      change({ activityId: null });
      return attempt({ ...values, activityId: null });
    }
    if (refusal.fields["pictureIds"] !== undefined && pictures.sendAnew())
      return setOutcome(clubMessages.write.picturesAnew);
    if (!show(refusal.fields) && isOutcome(refusal.refusal)) setOutcome(refusal.remark ?? refusal.message);
  };
  const attempt = async (written: ClubDraft): Promise<void> => {
    try {
      const { articleId } = await post(written, {
        idempotencyKey: written.idempotencyKey,
        handlesRefusal: isOutcome,
      });
      await leaveTo(articleId);
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      await refused(refusal);
    }
  };
  const [isBusy, run] = useSingleFlight(async () => {
    setOutcome(null);
    if (show(validateDraft(values, pictures))) return;
    if (pictures.isBusy) return setOutcome(clubMessages.write.waitForPictures);
    await attempt(values);
  });
  return { outcome, isBusy, submit: () => void run() };
}
