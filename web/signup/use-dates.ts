import { useRef, useState } from "react";
import type { Send } from "#contract/call.ts";
import type { ActivityDate } from "#contract/signup.ts";
import { waitable } from "./dates.ts";
import { loadDates, silently } from "./api.ts";

export type Dates = {
  readonly list: readonly ActivityDate[];
  readonly state: "ready" | "loading" | "failed";
};

/**
 * Dates and sessions of the chosen dealer; of several loads the last one counts.
 * @param first null: they are loaded next @param isWaiting everything is full, and may be waited for
 */
export function useDates(
  send: Send,
  activityId: string,
  first: readonly ActivityDate[] | null,
  isWaiting = false,
) {
  const shown = (list: readonly ActivityDate[]) => (isWaiting ? waitable(list) : list);
  const [dates, setDates] = useState<Dates>({ list: shown(first ?? []), state: first ? "ready" : "loading" });
  const turn = useRef(0);
  /** Loads them; null where that failed or another load came in between. */
  const load = async (dealerId: string): Promise<Dates | null> => {
    const own = ++turn.current;
    setDates((before) => ({ ...before, state: "loading" }));
    try {
      const list = await loadDates(silently(send), activityId, dealerId);
      if (own !== turn.current) return null;
      const loaded: Dates = { list: shown(list), state: "ready" };
      setDates(loaded);
      return loaded;
    } catch {
      if (own === turn.current) setDates((before) => ({ ...before, state: "failed" }));
      return null;
    }
  };
  return { dates, load };
}
