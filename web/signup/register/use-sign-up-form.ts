import { useState } from "react";
import { useForm, type FieldPath, type UseFormReturn } from "react-hook-form";
import type { Send } from "#contract/core/call.ts";
import type { Channel } from "#contract/core/fields.ts";
import type { UserInfo } from "#contract/session/session.ts";
import { seatsFullRemark, type SignUpResult } from "#contract/signup/signup.ts";
import type { SignUpOffer } from "../api.ts";
import { firstDate } from "../session-choice/session-dates.ts";
import { fieldOrder, formResolver, type FormRequirements } from "./form-validation.ts";
import { emptySignUpValues, type FormValues } from "./form-values.ts";
import type { PersonActions } from "./person-actions.ts";
import { useSessionChoice } from "./use-session-choice.ts";
import { useSignUpDraft } from "./use-sign-up-draft.ts";
import { useCurrentQuestions } from "./use-current-questions.ts";
import { useSubmitSignUp } from "./use-submit-sign-up.ts";
import { signUpMessages } from "../messages.ts";

export type SignUpFormProps = {
  offer: SignUpOffer;
  /** Path of the detail page. */
  detail: string;
  send: Send;
  user: UserInfo | null;
  actions: PersonActions;
  channel: () => Channel;
  /** @param dates dates of the chosen dealer */
  onSigned: (result: SignUpResult, values: FormValues, dates: SignUpOffer["dates"]) => void;
  isSignedAfterAll: () => Promise<boolean>;
  /** All seats are taken: the form is for the waitlist. */
  isFull?: boolean;
};

/** Initial values: a single series, the nearest dealer and the first open date. */
function initialValuesOf({ activity, series, dealers, dates }: SignUpOffer): FormValues {
  const [only, other] = series.filter(({ seriesCode }) => activity.seriesCodes.includes(seriesCode));
  return {
    ...emptySignUpValues,
    seriesCode: only && !other ? only.seriesCode : "",
    dealerId: dealers[0]?.id ?? "",
    date: firstDate(dates),
    answers: Object.fromEntries(activity.form.map(({ key }) => [key, ""])),
  };
}

/** Focuses the first of the invalid fields, in the order of the form. */
const focusFirst = (form: UseFormReturn<FormValues>, order: readonly string[], names: readonly string[]) => {
  const first = order.find((name) => names.includes(name));
  // After the next paint: a field may appear only together with its error.
  if (first !== undefined) setTimeout(() => form.setFocus(first as FieldPath<FormValues>));
};

/** State of the form: values, choices, and submission. */
export function useSignUpForm(props: SignUpFormProps) {
  const { send, user, actions, channel } = props;
  const { offer, setQuestions } = useCurrentQuestions(props.offer);
  const { activity } = offer;
  /** All seats were taken while the form was filled in. If one becomes free, the sign-up still takes it. */
  const [areSeatsGone, setSeatsGone] = useState(false);
  const isFull = areSeatsGone || props.isFull === true;
  const [initialValues] = useState(() => initialValuesOf(props.offer));
  const form = useForm<FormValues>({
    defaultValues: initialValues,
    resolver: formResolver(activity, () => ({
      boundMobile: actions.person()?.mobile ?? null,
      channel: channel(),
    })),
    shouldFocusError: false,
  });
  const focusFault = (names: readonly string[], requirements: Pick<FormRequirements, "form"> = activity) =>
    focusFirst(form, fieldOrder(requirements), names);

  const choice = useSessionChoice({ form, offer: props.offer, send, isFull, focusFault });
  const draft = useSignUpDraft({
    form,
    activityId: activity.activityId,
    person: () => actions.person()?.openId ?? null,
    openId: user?.openId ?? null,
    start: initialValues,
    onRestored: ({ dealerId }) => void choice.reload(dealerId, signUpMessages.sessionGone),
  });
  const submit = useSubmitSignUp({
    form,
    activity,
    send,
    actions,
    channel,
    isWaiting: choice.isWaiting,
    idempotencyKey: () => draft.current?.idempotencyKey ?? "",
    focusFault,
    setQuestions,
    reselect: async ({ remark }) => {
      // No reload: many people find all seats taken at the same moment.
      if (remark === seatsFullRemark) setSeatsGone(true);
      else await choice.reload(form.getValues("dealerId"), signUpMessages.soldOut);
    },
    onSigned: (result, values) => props.onSigned(result, values, choice.dates.list),
    isSignedAfterAll: props.isSignedAfterAll,
  });
  return { form, offer, choice, submit, isFull };
}
