import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useForm, type FieldPath, type UseFormReturn } from "react-hook-form";
import type { Send } from "#contract/call.ts";
import type { Channel } from "#contract/fields.ts";
import type { UserInfo } from "#contract/session.ts";
import type { SignUpResult } from "#contract/signup.ts";
import type { Offer } from "./api.ts";
import { firstOpenDate, settleChoice, waitable } from "./dates.ts";
import { fieldOrder, formResolver } from "./form-rules.ts";
import { emptyValues, type FormValues } from "./form-values.ts";
import type { PersonActions } from "./person-actions.ts";
import { useDates } from "./use-dates.ts";
import { useDraft } from "./use-draft.ts";
import { useSubmit } from "./use-submit.ts";
import { words } from "./words.ts";

export type SignUpFormProps = {
  offer: Offer;
  /** The detail page's address. */
  detail: string;
  send: Send;
  user: UserInfo | null;
  actions: PersonActions;
  channel: () => Channel;
  onSigned: (result: SignUpResult, values: FormValues) => void;
  isSignedAfterAll: () => Promise<boolean>;
  /** Everything is full: the form is for the waitlist. */
  isWaiting?: boolean;
};

/** What a fresh form has chosen already: what there is only one of, and the nearest. */
function startOf({ activity, series, dealers, dates }: Offer, isWaiting: boolean): FormValues {
  const [only, other] = series.filter(({ seriesCode }) => activity.seriesCodes.includes(seriesCode));
  return {
    ...emptyValues,
    seriesCode: only && !other ? only.seriesCode : "",
    dealerId: dealers[0]?.id ?? "",
    date: firstOpenDate(isWaiting ? waitable(dates) : dates),
    answers: Object.fromEntries(activity.form.map(({ key }) => [key, ""])),
  };
}

/** Shows the first of some faulty fields, in the order of the form. */
const focusFirst = (form: UseFormReturn<FormValues>, order: readonly string[], names: readonly string[]) => {
  const first = order.find((name) => names.includes(name));
  // After the next paint: a field may only appear with its fault.
  if (first !== undefined) setTimeout(() => form.setFocus(first as FieldPath<FormValues>));
};

/** The form's state: what is filled in, what there is to choose, and the way out. */
export function useSignUpForm(props: SignUpFormProps) {
  const { offer, send, user, actions, channel, isWaiting = false } = props;
  const { activity } = offer;
  const [start] = useState(() => startOf(offer, isWaiting));
  const form = useForm<FormValues>({
    defaultValues: start,
    resolver: formResolver(activity, () => ({
      boundMobile: actions.person()?.mobile ?? null,
      channel: channel(),
    })),
    shouldFocusError: false,
  });
  const { dates, load } = useDates(send, activity.activityId, offer.dates, isWaiting);
  const focusFault = (names: readonly string[]) => focusFirst(form, fieldOrder(activity), names);

  /** Loads the dates of a dealer and keeps what can be kept of the choice. */
  const reload = async (dealerId: string, lost: string): Promise<void> => {
    if (!activity.asks.session) return;
    const loaded = await load(dealerId);
    if (loaded === null) return;
    const choice = settleChoice(loaded.list, form.getValues());
    form.setValue("date", choice.date);
    form.setValue("sessionId", choice.sessionId);
    if (!choice.isLost) return;
    form.setError("sessionId", { type: "server", message: lost });
    focusFault(["sessionId"]);
  };
  // A page that was kept is loaded again after hydration: what it offers may have changed.
  const seen = useRef(offer);
  const follow = useEffectEvent(() => {
    if (seen.current === offer) return;
    seen.current = offer;
    void reload(form.getValues("dealerId"), words.sessionGone);
  });
  useEffect(() => follow(), [offer]);
  const draft = useDraft({
    form,
    activityId: activity.activityId,
    person: () => actions.person()?.openId ?? null,
    openId: user?.openId ?? null,
    start,
    onRestored: ({ dealerId }) => void reload(dealerId, words.sessionGone),
  });
  const submit = useSubmit({
    form,
    activity,
    send,
    actions,
    channel,
    isWaiting,
    idempotencyKey: () => draft.current?.idempotencyKey ?? "",
    focusFault,
    reselect: () => reload(form.getValues("dealerId"), words.soldOut),
    onSigned: props.onSigned,
    isSignedAfterAll: props.isSignedAfterAll,
  });
  /** Another dealer has other sessions: the one chosen before is no loss to tell of. */
  const chooseDealer = (dealerId: string): void => {
    form.setValue("sessionId", "");
    form.clearErrors("sessionId");
    void reload(dealerId, words.sessionGone);
  };
  return { form, dates, chooseDealer, submit };
}
