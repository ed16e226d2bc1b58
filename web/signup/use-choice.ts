import { useEffect, useEffectEvent, useRef } from "react";
import { useWatch, type UseFormReturn } from "react-hook-form";
import type { Send } from "#contract/call.ts";
import type { Offer } from "./api.ts";
import { firstDate, isFullOf, settleChoice } from "./dates.ts";
import type { FormValues } from "./form-values.ts";
import { useDates } from "./use-dates.ts";
import { words } from "./words.ts";

type ChoiceOptions = {
  form: UseFormReturn<FormValues>;
  offer: Offer;
  send: Send;
  /** All seats are taken: whatever is chosen is waited for. */
  isFull: boolean;
  focusFault: (names: readonly string[]) => void;
};

/** Dates and sessions on offer, with what stays chosen of them, and whether that is waited for. */
export function useChoice({ form, offer, send, isFull, focusFault }: ChoiceOptions) {
  const { activity } = offer;
  const { dates, load } = useDates(send, activity.activityId, offer.dates);
  /** Loads the dates of a dealer and keeps what can be kept of the choice. */
  const reload = async (dealerId: string, lost: string): Promise<void> => {
    if (!activity.asks.session) return;
    const loaded = await load(dealerId);
    if (loaded === null) return;
    const values = form.getValues();
    const choice = settleChoice(loaded.list, values, isFull || values.waits);
    form.setValue("date", choice.date || firstDate(loaded.list));
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
  /** Another dealer has other sessions: the one chosen before is no loss to tell of. */
  const chooseDealer = (dealerId: string): void => {
    form.setValue("sessionId", "");
    form.clearErrors("sessionId");
    void reload(dealerId, words.sessionGone);
  };
  const [sessionId, waits] = useWatch({ control: form.control, name: ["sessionId", "waits"] });
  return { dates, reload, chooseDealer, isWaiting: isFull || (waits && isFullOf(dates.list, sessionId)) };
}
