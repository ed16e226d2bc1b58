import { useState } from "react";
import * as z from "zod/mini";
import type { Refusal, RefusalName } from "#contract/errors.ts";
import type { SendOptions } from "#contract/call.ts";
import { communityLimits } from "#contract/community-limits.ts";
import { raise } from "../platform/http/challenges.ts";
import { newUuid } from "../platform/http/request.ts";
import { refusalOf } from "../ui/failure.ts";
import { useOneAtATime } from "../ui/use-one-at-a-time.ts";
import type { Pictures } from "../ui/use-pictures.ts";
import { expire } from "./club-state.ts";
import { dropDraft, type Draft } from "./draft.ts";
import type { DraftForm, Faults } from "./use-draft.ts";
import type { KeptPictures } from "./use-kept-pictures.ts";
import { words } from "./words.ts";

type WritingOptions = {
  /** Where it is kept until it is sent. */
  place: string;
  form: DraftForm;
  pictures: KeptPictures;
  /** @throws Refusal */
  post: (
    values: Draft,
    options: Pick<SendOptions, "idempotencyKey" | "isToldHere">,
  ) => Promise<{ articleId: string }>;
  onSent: (articleId: string) => Promise<void> | void;
};
export type Writing = {
  /** Why it was not sent, beside what stands at the fields. */
  readonly outcome: string | null;
  readonly isBusy: boolean;
  readonly submit: () => void;
};

/** The person stopped it themselves. */
const givenUp: readonly RefusalName[] = ["unauthenticated", "sessionExpired"];
/** What the form itself says, once: no toast beside it. */
const isOutcome = (name: RefusalName): boolean => !givenUp.includes(name);

function faultsOf({ groupId, title, text }: Draft, pictures: Pictures): Faults {
  const { titleMost, articleMost } = communityLimits;
  const isEmpty = text.text.trim() === "";
  return {
    ...(groupId === "" && { groupId: words.write.chooseGroup }),
    ...([...title].length > titleMost && { title: words.tooLong(titleMost) }),
    ...(isEmpty && { content: words.write.noContent }),
    ...([...text.text].length > articleMost && { content: words.tooLong(articleMost) }),
    ...(pictures.items.some(({ phase }) => phase === "failed") && {
      pictureIds: words.write.failedPicture,
    }),
  };
}

const known = z.object({ articleId: z.string() });
/** The article that the same key has written before; null where it is none, or another refusal. */
const knownBy = ({ refusal, data }: Refusal): string | null =>
  (refusal === "conflict" && known.safeParse(data).data?.articleId) || null;

/** An article as it is written: kept with every change, sent once however often it is pressed (requirement P12). */
export function useWriting({ place, form, pictures, post, onSent }: WritingOptions): Writing {
  const { values, change, show } = form;
  const [outcome, setOutcome] = useState<string | null>(null);
  const leaveTo = async (articleId: string) => {
    dropDraft(place);
    pictures.forget();
    expire();
    await onSent(articleId);
  };
  const refused = async (refusal: Refusal): Promise<void> => {
    const articleId = knownBy(refusal);
    // Without the person's word neither a second article is made nor what they have changed since is dropped.
    if (articleId !== null && (await raise("dialog", words.write.known))) return leaveTo(articleId);
    // Sent before with other content: what is written now is another one.
    if (refusal.refusal === "conflict") change({ idempotencyKey: newUuid() });
    if (articleId !== null) return setOutcome(words.write.anotherNow);
    if (refusal.fields["activityId"] !== undefined && (await raise("dialog", words.write.activityGone))) {
      change({ activityId: null });
      return attempt({ ...values, activityId: null });
    }
    if (refusal.fields["pictureIds"] !== undefined && pictures.sendAnew())
      return setOutcome(words.write.picturesAnew);
    if (!show(refusal.fields) && isOutcome(refusal.refusal)) setOutcome(refusal.remark ?? refusal.message);
  };
  const attempt = async (written: Draft): Promise<void> => {
    try {
      const { articleId } = await post(written, {
        idempotencyKey: written.idempotencyKey,
        isToldHere: isOutcome,
      });
      await leaveTo(articleId);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      await refused(refusal);
    }
  };
  const [isBusy, run] = useOneAtATime(async () => {
    setOutcome(null);
    if (show(faultsOf(values, pictures))) return;
    if (pictures.isBusy) return setOutcome(words.write.waitForPictures);
    await attempt(values);
  });
  return { outcome, isBusy, submit: () => void run() };
}
