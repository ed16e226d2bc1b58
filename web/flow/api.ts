import type { Send } from "#contract/core/call.ts";
import type { FlowDetail } from "#contract/flow/flow.ts";
import type { FlowKeys } from "../platform/activity/flow-keys.ts";

/**
 * Conditions between the user and the sign-up; the sheet itself shows failures (requirement N01).
 * @throws Refusal
 */
export const loadFlowDetail = async (send: Send, activityId: string, keys: FlowKeys): Promise<FlowDetail> => {
  const { checkFlowDetail } = await import("#contract/flow/flow.ts");
  return send(checkFlowDetail, { activityId, ...keys }, { isSilent: true });
};
