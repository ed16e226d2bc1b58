import { useEffect, useState } from "react";
import type { Refusal } from "#contract/core/errors.ts";
import type { FlowStatus } from "#contract/flow/flow.ts";
import { currentFlowKeys } from "./flow-keys.ts";
import { send } from "../http/send.ts";
import { useUser } from "../session/use-user.ts";

export type FlowStatusState = {
  /** null while it is loading, and for a visitor. */
  readonly status: FlowStatus | null;
  /** The refusal of the request for the status. */
  readonly refusal: Refusal | null;
};
const unknown: FlowStatusState = { status: null, refusal: null };

/**
 * The status with the person and activity that it belongs to, so that a late or left-over answer for others
 * is ignored.
 */
type LoadedStatus = FlowStatusState & { readonly openId: string; readonly activityId: string };

async function load(activityId: string, openId: string): Promise<LoadedStatus> {
  try {
    const { showFlowStatus } = await import("#contract/flow/flow.ts");
    const status = await send(showFlowStatus, { activityId, ...currentFlowKeys() }, { isSilent: true });
    return { status, refusal: null, activityId, openId };
  } catch (error) {
    // Errors other than refusals are scripts that failed to load: the status is unknown then.
    const isRefusal = error instanceof Error && error.name === "Refusal";
    return { status: null, refusal: isRefusal ? (error as Refusal) : null, activityId, openId };
  }
}

/**
 * Loads whether the logged-in person may take part, again after a login of another person (requirement N02).
 */
export function useFlowStatus(activityId: string): FlowStatusState & { reload: () => Promise<void> } {
  const openId = useUser()?.openId ?? null;
  const [loaded, setLoaded] = useState<LoadedStatus | null>(null);
  useEffect(() => {
    if (openId === null) return;
    let isCurrent = true;
    // Ignores a late answer for the previous activity or person.
    void load(activityId, openId).then((status) => isCurrent && setLoaded(status));
    return () => {
      isCurrent = false;
    };
  }, [activityId, openId]);
  const reload = async () => {
    if (openId !== null) setLoaded(await load(activityId, openId));
  };
  const isCurrent = loaded?.openId === openId && loaded?.activityId === activityId;
  const { status, refusal } = isCurrent && loaded ? loaded : unknown;
  return { status, refusal, reload };
}
