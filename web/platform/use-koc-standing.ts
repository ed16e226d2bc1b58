import { useEffect, useState } from "react";
import type { Refusal } from "#contract/errors.ts";
import type { KocStanding } from "#contract/koc.ts";
import { send } from "./http/send.ts";
import { useUser } from "./login/use-user.ts";

/** Whose standing it is with which activity's programme: another's, come late or left over, is nobody's now. */
type Found = {
  readonly openId: string;
  readonly activityId: string;
  readonly standing: KocStanding | null;
  readonly refusal: Refusal | null;
};

async function find(activityId: string, openId: string): Promise<Found> {
  try {
    const { showKocStatus } = await import("#contract/koc.ts");
    const standing = await send(showKocStatus, { activityId }, { isSilent: true });
    return { openId, activityId, standing, refusal: null };
  } catch (error) {
    const isRefusal = error instanceof Error && error.name === "Refusal";
    return { openId, activityId, standing: null, refusal: isRefusal ? (error as Refusal) : null };
  }
}

/**
 * Where the logged-in person stands with an activity's KOC programme (requirement M06), asked again
 * whenever another one logs in. `standing` is null until it is known, and for a visitor; `refusal`
 * says why it is not known.
 */
export function useKocStanding(activityId: string, hasProgram: boolean) {
  const openId = useUser()?.openId ?? null;
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (openId !== null && hasProgram) void find(activityId, openId).then(setFound);
  }, [activityId, openId, hasProgram]);
  const ask = async (): Promise<void> => {
    if (openId !== null) setFound(await find(activityId, openId));
  };
  const isCurrent = found !== null && found.openId === openId && found.activityId === activityId;
  return {
    isVisitor: openId === null,
    standing: isCurrent ? found.standing : null,
    refusal: isCurrent ? found.refusal : null,
    ask,
  };
}
