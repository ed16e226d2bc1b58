import { raiseChallenge, showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { removeLeadDraft } from "../form/lead-draft.ts";
import { removeLead } from "../lazy-api.ts";
import { leadMessages } from "../messages.ts";

/**
 * Withdraws a lead of an activity after a confirmation, and shows the outcome.
 * @returns whether it was withdrawn
 */
export async function confirmAndWithdrawLead(activityId: string, leadId: string): Promise<boolean> {
  const { done } = leadMessages;
  const isSure = await raiseChallenge("dialog", { text: done.ask, confirm: done.confirm, cancel: done.keep });
  if (!isSure) return false;
  try {
    await removeLead(send, activityId, leadId);
    removeLeadDraft(activityId);
    showToast(done.withdrawn);
    return true;
  } catch {
    showToast(done.failed);
    return false;
  }
}
