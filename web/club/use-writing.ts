import { useRef, useState, type RefObject } from "react";
import { useNavigate } from "react-router";
import type { RefusalName } from "#contract/errors.ts";
import { communityLimits } from "#contract/community-limits.ts";
import { toast } from "../platform/http/challenges.ts";
import { newUuid } from "../platform/http/request.ts";
import { send } from "../platform/http/send.ts";
import { refusalOf } from "../ui/failure.ts";
import { useOneAtATime } from "../ui/use-one-at-a-time.ts";
import type { Pictures } from "../ui/use-pictures.ts";
import { publish } from "./api.ts";
import { expire } from "./club-state.ts";
import { dropDraft, keepDraft, readDraft, type Draft } from "./draft.ts";
import { markupOf } from "./mention/markup.ts";
import { emptyText } from "./mention/mention-text.ts";
import { words } from "./words.ts";

type Faults = Readonly<Record<string, string>>;
type WritingOptions = {
  groupId: string | null;
  /** Whether the person may write in this group. */
  isGroup: (groupId: string) => boolean;
  activityId: string | null;
  pictures: Pictures & { forget: () => void };
  /** Where it is written; null: not told. */
  cityCode: string | null;
};
export type Writing = {
  readonly values: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly faults: Faults;
  /** Why it was not sent, beside what stands at the fields. */
  readonly outcome: string | null;
  readonly isBusy: boolean;
  /** It was begun before. */
  readonly isRestored: boolean;
  readonly submit: () => void;
  readonly formRef: RefObject<HTMLFormElement | null>;
};

const PLACE = "write";
/** Fields in the order of the form, and where the focus goes for each. */
const fields: readonly (readonly [name: string, id: string])[] = [
  ["groupId", "write-group"],
  ["title", "write-title"],
  ["content", "write-content"],
  ["pictureIds", "write-pictures"],
];
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

type Beginning = Pick<WritingOptions, "groupId" | "isGroup" | "activityId">;
/** What was begun before, for the place that the address names; else something new. */
function beginning({ groupId, isGroup, activityId }: Beginning): { start: Draft; isRestored: boolean } {
  const kept = readDraft(PLACE);
  const keptGroup = kept !== null && isGroup(kept.groupId) ? kept.groupId : "";
  const fresh = { idempotencyKey: newUuid(), title: "", text: emptyText };
  return {
    start: {
      ...(kept ?? fresh),
      groupId: groupId ?? keptGroup,
      activityId: activityId ?? kept?.activityId ?? null,
    },
    isRestored: kept !== null,
  };
}

const formOf = (
  { groupId, title, text, activityId }: Draft,
  { pictures, cityCode }: Pick<WritingOptions, "pictures" | "cityCode">,
) => ({
  groupId,
  title: title.trim(),
  content: markupOf(text),
  pictureIds: [...pictures.ids],
  ...(activityId !== null && { activityId }),
  ...(cityCode !== null && { cityCode }),
});

/** Values that are kept with every change, and what is wrong with them. */
function useValues(given: Beginning) {
  const formRef = useRef<HTMLFormElement>(null);
  const [{ start, isRestored }] = useState(() => beginning(given));
  const [values, setValues] = useState<Draft>(start);
  const [faults, setFaults] = useState<Faults>({});
  const change = (part: Partial<Draft>) => {
    const next = { ...values, ...part };
    setValues(next);
    keepDraft(PLACE, next);
    const changed = "text" in part ? ["content"] : Object.keys(part);
    setFaults((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !changed.includes(name))),
    );
  };
  const show = (found: Faults): boolean => {
    setFaults(found);
    const first = fields.find(([name]) => found[name] !== undefined);
    if (!first) return false;
    // After the next paint: the message appears with the focus.
    setTimeout(() => {
      const field = formRef.current?.querySelector<HTMLElement>(`#${first[1]}`);
      field?.focus({ preventScroll: true });
      // With its message, which stands above it: the field may be higher than the screen.
      field?.closest(".fld")?.scrollIntoView({ block: "start" });
    });
    return true;
  };
  return { formRef, isRestored, values, change, faults, show };
}

/** An article as it is written: kept with every change, sent once however often it is pressed (requirement P12). */
export function useWriting({ pictures, cityCode, ...given }: WritingOptions): Writing {
  const navigate = useNavigate();
  const { show, ...form } = useValues(given);
  const { values, change } = form;
  const [outcome, setOutcome] = useState<string | null>(null);
  const [isBusy, run] = useOneAtATime(async () => {
    setOutcome(null);
    if (show(faultsOf(values, pictures))) return;
    if (pictures.isBusy) return setOutcome(words.write.waitForPictures);
    try {
      const { articleId } = await publish(send, formOf(values, { pictures, cityCode }), {
        idempotencyKey: values.idempotencyKey,
        isToldHere: isOutcome,
      });
      dropDraft(PLACE);
      pictures.forget();
      expire();
      toast(words.write.done);
      await navigate(`/club/article/${articleId}`, { replace: true });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      // Sent before with other content: what is written now is another article.
      if (refusal.refusal === "conflict") change({ idempotencyKey: newUuid() });
      if (!show(refusal.fields) && isOutcome(refusal.refusal)) setOutcome(refusal.remark ?? refusal.message);
    }
  });
  return { ...form, outcome, isBusy, submit: () => void run() };
}
