import { raise, toast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { dropDraft } from "./draft.ts";
import { removeLead } from "./later-api.ts";
import { laterWords as words } from "./later-words.ts";

/** Asks, and withdraws a lead of an activity; says what came of it. @returns whether it is withdrawn */
export async function withdrawAfterAsking(activityId: string, leadId: string): Promise<boolean> {
  const { done } = words;
  const isSure = await raise("dialog", { text: done.ask, confirm: done.confirm, cancel: done.keep });
  if (!isSure) return false;
  try {
    await removeLead(send, activityId, leadId);
    dropDraft(activityId);
    toast(done.withdrawn);
    return true;
  } catch {
    toast(done.failed);
    return false;
  }
}
