import { useRef, useState } from "react";
import type { Send } from "#contract/core/call.ts";
import type { ActivityDate } from "#contract/signup/signup.ts";
import { loadDates, silentSend } from "../api.ts";

export type SessionDates = {
  readonly list: readonly ActivityDate[];
  readonly state: "ready" | "loading" | "failed";
};

/**
 * Dates and sessions of the chosen dealer; results of overtaken loads are ignored.
 * @param first null if they are loaded next
 */
export function useSessionDates(send: Send, activityId: string, first: readonly ActivityDate[] | null) {
  const [dates, setDates] = useState<SessionDates>({ list: first ?? [], state: first ? "ready" : "loading" });
  const requestCount = useRef(0);
  /** Loads the dates; null if the load failed or was overtaken. */
  const load = async (dealerId: string): Promise<SessionDates | null> => {
    const request = ++requestCount.current;
    setDates((before) => ({ ...before, state: "loading" }));
    try {
      const list = await loadDates(silentSend(send), activityId, dealerId);
      if (request !== requestCount.current) return null;
      const loaded: SessionDates = { list, state: "ready" };
      setDates(loaded);
      return loaded;
    } catch {
      if (request === requestCount.current) setDates((before) => ({ ...before, state: "failed" }));
      return null;
    }
  };
  return { dates, load };
}
