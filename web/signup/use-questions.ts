import { useState } from "react";
import type { Offer } from "./api.ts";
import type { Questions } from "../platform/questions-now.ts";

/** An offer with the questions that are asked now, where these were found to be others since it was loaded. */
export function useQuestions(loaded: Offer) {
  const { activity } = loaded;
  const [renewed, setRenewed] = useState<{ of: Questions; questions: Questions } | null>(null);
  const offer: Offer =
    renewed?.of === activity.form
      ? { ...loaded, activity: { ...activity, form: [...renewed.questions] } }
      : loaded;
  return { offer, ask: (questions: Questions) => setRenewed({ of: activity.form, questions }) };
}
