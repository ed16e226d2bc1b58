import { useState } from "react";
import type { RefusalName } from "#contract/errors.ts";
import type { SendOptions } from "#contract/call.ts";
import { communityLimits } from "#contract/community-limits.ts";
import { newUuid } from "../platform/http/request.ts";
import { refusalOf } from "../ui/failure.ts";
import { useOneAtATime } from "../ui/use-one-at-a-time.ts";
import type { Pictures } from "../ui/use-pictures.ts";
import { expire } from "./club-state.ts";
import { dropDraft, type Draft } from "./draft.ts";
import type { DraftForm, Faults } from "./use-draft.ts";
import { words } from "./words.ts";

type WritingOptions = {
  /** Where it is kept until it is sent. */
  place: string;
  form: DraftForm;
  pictures: Pictures & { forget: () => void };
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

/** An article as it is written: kept with every change, sent once however often it is pressed (requirement P12). */
export function useWriting({ place, form, pictures, post, onSent }: WritingOptions): Writing {
  const { values, change, show } = form;
  const [outcome, setOutcome] = useState<string | null>(null);
  const [isBusy, run] = useOneAtATime(async () => {
    setOutcome(null);
    if (show(faultsOf(values, pictures))) return;
    if (pictures.isBusy) return setOutcome(words.write.waitForPictures);
    try {
      const { articleId } = await post(values, {
        idempotencyKey: values.idempotencyKey,
        isToldHere: isOutcome,
      });
      dropDraft(place);
      pictures.forget();
      expire();
      await onSent(articleId);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      // Sent before with other content: what is written now is another one.
      if (refusal.refusal === "conflict") change({ idempotencyKey: newUuid() });
      if (!show(refusal.fields) && isOutcome(refusal.refusal)) setOutcome(refusal.remark ?? refusal.message);
    }
  });
  return { outcome, isBusy, submit: () => void run() };
}
