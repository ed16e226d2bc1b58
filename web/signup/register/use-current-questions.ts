import { useState } from "react";
import type { SignUpOffer } from "../api.ts";
import type { FormFieldList } from "../../platform/activity/refused-answers.ts";

/** Offer with the current questions, if they have changed since it was loaded. */
export function useCurrentQuestions(loaded: SignUpOffer) {
  const { activity } = loaded;
  const [renewed, setRenewed] = useState<{ of: FormFieldList; questions: FormFieldList } | null>(null);
  const offer: SignUpOffer =
    renewed?.of === activity.form
      ? { ...loaded, activity: { ...activity, form: [...renewed.questions] } }
      : loaded;
  return { offer, ask: (questions: FormFieldList) => setRenewed({ of: activity.form, questions }) };
}
