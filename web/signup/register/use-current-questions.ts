import { useState } from "react";
import type { SignUpOffer } from "../api.ts";
import type { FormFieldList } from "../../platform/activity/refused-answers.ts";

/** Offer with the current questions, if they have changed since it was loaded. */
export function useCurrentQuestions(loaded: SignUpOffer) {
  const { activity } = loaded;
  const [updated, setUpdated] = useState<{ of: FormFieldList; questions: FormFieldList } | null>(null);
  const offer: SignUpOffer =
    updated?.of === activity.form
      ? { ...loaded, activity: { ...activity, form: [...updated.questions] } }
      : loaded;
  return { offer, setQuestions: (questions: FormFieldList) => setUpdated({ of: activity.form, questions }) };
}
