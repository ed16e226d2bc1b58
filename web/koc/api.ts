import type { Send } from "#contract/core/call.ts";
import { enrollKoc, showKocProgram, type KocInfo, type KocStatus } from "#contract/koc/koc.ts";
import { draftArgs, type DraftKeys } from "../platform/activity/preview-address.ts";
import { notFoundResponse } from "../ui/feedback/cancelled.ts";
import { asRefusal } from "../ui/feedback/load-failure.ts";

/**
 * Loads an activity's KOC programme.
 * @throws a 404 if there is none, with texts if the activity was cancelled; otherwise Refusal
 */
export async function loadProgram(
  send: Send,
  activityId: string,
  draft: DraftKeys | null = null,
): Promise<KocInfo> {
  if (!/^\d{1,19}$/.test(activityId)) throw notFoundResponse();
  try {
    return await send(showKocProgram, { activityId, ...draftArgs(draft) }, { isSilent: true });
  } catch (error) {
    if (asRefusal(error)?.refusal === "notFound") throw notFoundResponse(error);
    throw error;
  }
}

/** Applies; login and captcha are requested in between if required (requirement M07). @throws Refusal */
export const enroll = async (send: Send, activityId: string, idempotencyKey: string): Promise<KocStatus> =>
  (await send(enrollKoc, { id: activityId }, { idempotencyKey })).status;
