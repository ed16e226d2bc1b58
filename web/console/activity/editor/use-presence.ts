import { useEffect, useEffectEvent, useState } from "react";
import { PRESENCE_SECONDS } from "#contract/console/activity/draft.ts";
import { touchPresence } from "../api.ts";

type Revisions = { readonly revision: number; readonly liveRevision: number };
/**
 * Reports every 15 seconds that the operator edits an activity, and who else does (requirement CO87).
 * @param onRevisions is called with the revisions that are stored now
 * @returns names of the others
 */
export function usePresence(
  activityId: string,
  isEditing: boolean,
  onRevisions: (revisions: Revisions) => void,
): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  const notice = useEffectEvent(onRevisions);
  useEffect(() => {
    if (!isEditing) return undefined;
    let isOpen = true;
    const report = async (): Promise<void> => {
      try {
        const { others, ...revisions } = await touchPresence(activityId);
        if (!isOpen) return;
        setNames(others.map(({ name }) => name));
        notice(revisions);
      } catch {
        // The next report follows; the names of before say as much as none.
      }
    };
    void report();
    const timer = setInterval(() => void report(), PRESENCE_SECONDS * 1_000);
    return () => {
      isOpen = false;
      clearInterval(timer);
      touchPresence(activityId, true).catch(() => {});
    };
  }, [activityId, isEditing]);
  return names;
}
