import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import type { UseFormReturn } from "react-hook-form";
import {
  isByOtherPerson,
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
    const stored = readSignUpDraft(activityId, options.person());
    draft.current = stored ?? newSignUpDraft(options.person());
    if (stored === null) return;
    const values = withDefaults(stored.values, start);
    form.reset(values, { keepDefaultValues: true });
    options.onRestored(values);
  });
  const save = useEffectEvent((values: FormValues) => {
    if (draft.current === null) return;
    // A visitor who returns from a login stays the author.
    draft.current = { ...draft.current, openId: options.person() ?? draft.current.openId, values };
    storeSignUpDraft(activityId, draft.current);
  });
  const onUserChange = useEffectEvent(() => {
    if (draft.current === null || !isByOtherPerson(draft.current, openId)) return;
    const stored = readSignUpDraft(activityId, openId);
    const isSame = stored?.idempotencyKey === draft.current.idempotencyKey;
    draft.current = isSame ? stored : newSignUpDraft(openId);
    // Binding a mobile may merge users: the form on the screen is still the person's own.
    if (isSame) return;
    form.reset(start);
  });
  const { subscribe } = form;
  useEffect(() => {
    restore();
    return subscribe({ formState: { values: true }, callback: ({ values }) => save(values) });
  }, [activityId, subscribe]);
  useEffect(() => onUserChange(), [openId]);
  return draft;
}
