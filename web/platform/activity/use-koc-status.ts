import { useEffect, useState } from "react";
import type { KocApplicationStatus } from "#contract/koc/koc.ts";
import { send } from "../http/send.ts";
import { useUser } from "../session/use-user.ts";

/**
 * The application status with the person and activity that it belongs to, so that a late or left-over answer
 * for others is ignored.
 */
type LoadedStatus = {
  readonly openId: string;
  readonly activityId: string;
  /** null: the request failed. */
  readonly application: KocApplicationStatus | null;
};

async function load(activityId: string, openId: string): Promise<LoadedStatus> {
  try {
    const { showKocStatus } = await import("#contract/koc/koc.ts");
    const application = await send(showKocStatus, { activityId }, { isSilent: true });
    return { openId, activityId, application };
  } catch {
    return { openId, activityId, application: null };
  }
}

/**
 * Loads the logged-in person's application for an activity's KOC programme (requirement M06), again after a
 * login of another person. `application` is null for a visitor and until it is loaded; `phase` is "loading"
 * until then, and "failed" after an error.
 */
export function useKocStatus(activityId: string, hasProgram: boolean) {
  const openId = useUser()?.openId ?? null;
  const [loaded, setLoaded] = useState<LoadedStatus | null>(null);
  useEffect(() => {
    if (openId !== null && hasProgram) void load(activityId, openId).then(setLoaded);
  }, [activityId, openId, hasProgram]);
  const reload = async (): Promise<void> => {
    if (openId === null) return;
    // Keeps a loaded status visible while reloading; only an error is cleared.
    setLoaded((before) => (before?.application === null ? null : before));
    setLoaded(await load(activityId, openId));
  };
  const current = loaded?.openId === openId && loaded.activityId === activityId ? loaded : null;
  const settled = current?.application === null ? "failed" : "loaded";
  const phase = current === null ? "loading" : settled;
  return {
    phase: openId === null ? "visitor" : phase,
    application: current?.application ?? null,
    reload,
  } as const;
}
