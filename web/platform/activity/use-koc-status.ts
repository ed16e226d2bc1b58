import { useEffect, useState } from "react";
import type { KocApplicationStatus } from "#contract/koc/koc.ts";
import { send } from "../http/send.ts";
import { useUser } from "../session/use-user.ts";

/** Whose standing it is with which activity's programme: another's, come late or left over, is nobody's now. */
type Found = {
  readonly openId: string;
  readonly activityId: string;
  /** null: it could not be found out. */
  readonly standing: KocApplicationStatus | null;
};

async function find(activityId: string, openId: string): Promise<Found> {
  try {
    const { showKocStatus } = await import("#contract/koc/koc.ts");
    const standing = await send(showKocStatus, { activityId }, { isSilent: true });
    return { openId, activityId, standing };
  } catch {
    return { openId, activityId, standing: null };
  }
}

/**
 * Where the logged-in person stands with an activity's KOC programme (requirement M06), asked again
 * whenever another one logs in. `standing` is null for a visitor, and until it is known; while somebody
 * waits for that, `phase` is "asking", and "failed" where it could not be found out.
 */
export function useKocStatus(activityId: string, hasProgram: boolean) {
  const openId = useUser()?.openId ?? null;
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (openId !== null && hasProgram) void find(activityId, openId).then(setFound);
  }, [activityId, openId, hasProgram]);
  const ask = async (): Promise<void> => {
    if (openId === null) return;
    // What is known stays on show meanwhile; a failure does not.
    setFound((before) => (before?.standing === null ? null : before));
    setFound(await find(activityId, openId));
  };
  const current = found?.openId === openId && found.activityId === activityId ? found : null;
  const known = current?.standing === null ? "failed" : "known";
  const asked = current === null ? "asking" : known;
  return {
    phase: openId === null ? "visitor" : asked,
    standing: current?.standing ?? null,
    ask,
  } as const;
}
