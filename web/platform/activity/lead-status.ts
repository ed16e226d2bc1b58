import { useSyncExternalStore } from "react";
import { useUser } from "../session/use-user.ts";

/** Leads that the server has confirmed in this visit, as `openId activityId`. */
const confirmed = new Set<string>();
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Records whether a user has a lead of an activity, for every button that offers to leave one. */
export function setLeadStatus(activityId: string, openId: string, hasLead: boolean): void {
  confirmed[hasLead ? "add" : "delete"](`${openId} ${activityId}`);
  for (const listener of listeners) listener();
}

/** Whether the logged-in user is known to have a lead of this activity (requirement M01). */
export function useHasLead(activityId: string): boolean {
  const openId = useUser()?.openId;
  return useSyncExternalStore(
    subscribe,
    () => confirmed.has(`${openId} ${activityId}`),
    () => false,
  );
}
