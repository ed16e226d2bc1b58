import type { Send } from "#contract/core/call.ts";
import type { Lead } from "#contract/lead/lead.ts";

/** The logged-in person's own lead of an activity; null where there is none. @throws Refusal */
export const loadLead = async (send: Send, activityId: string): Promise<Lead | null> =>
  // With its schemas loaded when it is made: the form comes rendered.
  send((await import("#contract/lead/lead.ts")).showLead, { id: activityId }, { isSilent: true });
