import { useEffect, useState } from "react";
import type { Refusal } from "#contract/core/errors.ts";
import type { FlowStatus } from "#contract/flow/flow.ts";
import { currentFlowKeys } from "./flow-keys.ts";
import { send } from "../http/send.ts";
import { useUser } from "../session/use-user.ts";

export type FlowStatusState = {
  /** null until it is known, and for a visitor. */
  readonly status: FlowStatus | null;
  /** Why it is not known. */
  readonly refusal: Refusal | null;
};
const unknown: FlowStatusState = { status: null, refusal: null };

/** Whose standing it is before which activity: another's, come late or left over, is nobody's now. */
type Found = FlowStatusState & { readonly openId: string; readonly activityId: string };

async function find(activityId: string, openId: string): Promise<Found> {
  try {
    const { showFlowStatus } = await import("#contract/flow/flow.ts");
    const status = await send(showFlowStatus, { activityId, ...currentFlowKeys() }, { isSilent: true });
    return { status, refusal: null, activityId, openId };
  } catch (error) {
    // What is no refusal is a script that did not arrive: nothing is known then.
    const isRefusal = error instanceof Error && error.name === "Refusal";
    return { status: null, refusal: isRefusal ? (error as Refusal) : null, activityId, openId };
  }
}

/** Whether the logged-in person may take part, asked again whenever another one logs in (requirement N02). */
export function useFlowStatus(activityId: string): FlowStatusState & { ask: () => Promise<void> } {
  const openId = useUser()?.openId ?? null;
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (openId === null) return;
    let isCurrent = true;
    // Come late, the one before's would take the place of what is known by then.
    void find(activityId, openId).then((one) => isCurrent && setFound(one));
    return () => {
      isCurrent = false;
    };
  }, [activityId, openId]);
  const ask = async () => {
    if (openId !== null) setFound(await find(activityId, openId));
  };
  const isCurrent = found?.openId === openId && found?.activityId === activityId;
  const { status, refusal } = isCurrent && found ? found : unknown;
  return { status, refusal, ask };
}
