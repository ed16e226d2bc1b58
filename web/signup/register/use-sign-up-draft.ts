import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import type { UseFormReturn } from "react-hook-form";
import {
  isOtherPersons,
  storeSignUpDraft,
  newSignUpDraft,
  readSignUpDraft,
  type SignUpDraft,
} from "./sign-up-draft.ts";
import type { FormValues } from "./form-values.ts";

type DraftOptions = {
  form: UseFormReturn<FormValues>;
  activityId: string;
  /** Who is logged in, at this moment. */
  person: () => string | null;
  /** The same as last rendered: another one gets another form. */
  openId: string | null;
  /** The values of a form just opened, for what a draft left empty. */
  start: FormValues;
  onRestored: (values: FormValues) => void;
};

/** Empty texts of a draft give way to what a fresh form offers. */
const withDefaults = (draft: FormValues, start: FormValues): FormValues => ({
  ...draft,
  seriesCode: draft.seriesCode || start.seriesCode,
  dealerId: draft.dealerId || start.dealerId,
  date: draft.date || start.date,
  answers: { ...start.answers, ...draft.answers },
});

/**
 * Takes up the form begun for this activity, and keeps every change of it (requirement L21).
 * @returns the draft whose key the sign-up carries; null before hydration
 */
export function useSignUpDraft(options: DraftOptions): RefObject<SignUpDraft | null> {
  const { form, activityId, openId, start } = options;
  const draft = useRef<SignUpDraft | null>(null);
  const restore = useEffectEvent(() => {
    const kept = readSignUpDraft(activityId, options.person());
    draft.current = kept ?? newSignUpDraft(options.person());
    if (kept === null) return;
    const values = withDefaults(kept.values, start);
    form.reset(values, { keepDefaultValues: true });
    options.onRestored(values);
  });
  const keep = useEffectEvent((values: FormValues) => {
    if (draft.current === null) return;
    // A visitor on the way back from a login is still who they were.
    draft.current = { ...draft.current, openId: options.person() ?? draft.current.openId, values };
    storeSignUpDraft(activityId, draft.current);
  });
  const changeHands = useEffectEvent(() => {
    if (draft.current === null || !isOtherPersons(draft.current, openId)) return;
    const kept = readSignUpDraft(activityId, openId);
    const isSame = kept?.idempotencyKey === draft.current.idempotencyKey;
    draft.current = isSame ? kept : newSignUpDraft(openId);
    // Their mobile's binding made them another person: the form on show is still what they began.
    if (isSame) return;
    form.reset(start);
  });
  const { subscribe } = form;
  useEffect(() => {
    restore();
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) });
  }, [activityId, subscribe]);
  useEffect(() => changeHands(), [openId]);
  return draft;
}
