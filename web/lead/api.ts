import type { Send } from "#contract/core/call.ts";
import type { Lead } from "#contract/lead/lead.ts";

/** The logged-in user's lead of an activity; null if there is none. @throws Refusal */
export const loadLead = async (send: Send, activityId: string): Promise<Lead | null> =>
  // The schemas are imported on demand because the form comes server-rendered.
  send((await import("#contract/lead/lead.ts")).showLead, { id: activityId }, { isSilent: true });
