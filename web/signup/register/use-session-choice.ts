import { useEffect, useEffectEvent, useRef } from "react";
import { useWatch, type UseFormReturn } from "react-hook-form";
import type { Send } from "#contract/core/call.ts";
import type { SignUpOffer } from "../api.ts";
import { firstDate, isSessionFullIn, reconcileSelection } from "../session-choice/session-dates.ts";
import type { FormValues } from "./form-values.ts";
import { useSessionDates } from "../session-choice/use-session-dates.ts";
import { signUpMessages } from "../messages.ts";

type SessionChoiceOptions = {
  form: UseFormReturn<FormValues>;
  offer: SignUpOffer;
  send: Send;
  /** All seats are taken: any choice is for the waitlist. */
  isFull: boolean;
  focusFault: (names: readonly string[]) => void;
};

/** Dates and sessions, the reconciled choice, and whether the choice is for the waitlist. */
export function useSessionChoice({ form, offer, send, isFull, focusFault }: SessionChoiceOptions) {
  const { activity } = offer;
  const { dates, load } = useSessionDates(send, activity.activityId, offer.dates);
  /** Loads the dates of a dealer and keeps as much of the choice as possible. */
  const reload = async (dealerId: string, message: string): Promise<void> => {
    if (!activity.asks.session) return;
    const loaded = await load(dealerId);
    if (loaded === null) return;
    const values = form.getValues();
    const choice = reconcileSelection(loaded.list, values, isFull || values.waits);
    form.setValue("date", choice.date || firstDate(loaded.list));
    form.setValue("sessionId", choice.sessionId);
    if (!choice.isLost) return;
    form.setError("sessionId", { type: "server", message });
    focusFault(["sessionId"]);
  };
  // A cached page is reloaded after hydration, and its sessions may have changed.
  const lastOffer = useRef(offer);
  const reloadIfChanged = useEffectEvent(() => {
    if (lastOffer.current === offer) return;
    lastOffer.current = offer;
    void reload(form.getValues("dealerId"), signUpMessages.sessionGone);
  });
  useEffect(() => reloadIfChanged(), [offer]);
  /** Another dealer has other sessions: the lost choice is not reported. */
  const chooseDealer = (dealerId: string): void => {
    form.setValue("sessionId", "");
    form.clearErrors("sessionId");
    void reload(dealerId, signUpMessages.sessionGone);
  };
  const [sessionId, waits] = useWatch({ control: form.control, name: ["sessionId", "waits"] });
  return {
    dates,
    reload,
    chooseDealer,
    isWaiting: isFull || (waits && isSessionFullIn(dates.list, sessionId)),
  };
}
