import type { Send } from "#contract/core/call.ts";
import { enrollKoc, showKocProgram, type KocInfo, type KocStatus } from "#contract/koc/koc.ts";
import { notFoundResponse } from "../ui/feedback/cancelled.ts";
import { asRefusal } from "../ui/feedback/load-failure.ts";

/** An activity's KOC programme. @throws a 404 where there is none, with its words where the activity was called off; else Refusal */
export async function loadProgram(send: Send, activityId: string): Promise<KocInfo> {
  if (!/^\d{1,19}$/.test(activityId)) throw notFoundResponse();
  try {
    return await send(showKocProgram, { activityId }, { isSilent: true });
  } catch (error) {
    if (asRefusal(error)?.refusal === "notFound") throw notFoundResponse(error);
    throw error;
  }
}

/** Applies; login and slider come in between where they must (requirement M07). @throws Refusal */
export const enroll = async (send: Send, activityId: string, idempotencyKey: string): Promise<KocStatus> =>
  (await send(enrollKoc, { id: activityId }, { idempotencyKey })).status;
