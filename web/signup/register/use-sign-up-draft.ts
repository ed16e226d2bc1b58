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
  /** Id of the person logged in at this moment. */
  person: () => string | null;
  /** Id as of the last render: a change of person resets the form. */
  openId: string | null;
  /** Initial values of the form, for fields that the draft left empty. */
  start: FormValues;
  onRestored: (values: FormValues) => void;
};

/** Fills empty values of a draft with the defaults of a new form. */
const withDefaults = (draft: FormValues, start: FormValues): FormValues => ({
  ...draft,
  seriesCode: draft.seriesCode || start.seriesCode,
  dealerId: draft.dealerId || start.dealerId,
  date: draft.date || start.date,
  answers: { ...start.answers, ...draft.answers },
});

/**
 * Restores the draft for this activity and stores each change (requirement L21).
 * @returns the draft whose key the sign-up sends; null before hydration
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
    // A visitor who returns from a login stays the author.
    draft.current = { ...draft.current, openId: options.person() ?? draft.current.openId, values };
    storeSignUpDraft(activityId, draft.current);
  });
  const changeHands = useEffectEvent(() => {
    if (draft.current === null || !isOtherPersons(draft.current, openId)) return;
    const kept = readSignUpDraft(activityId, openId);
    const isSame = kept?.idempotencyKey === draft.current.idempotencyKey;
    draft.current = isSame ? kept : newSignUpDraft(openId);
    // Binding a mobile may merge users: the form on the screen is still the person's own.
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
