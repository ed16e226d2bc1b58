import type { Send } from "#contract/call.ts";
import { applySealed, showSealed, type Sealed } from "#contract/seal.ts";

export type Code = { readonly activityId: string; readonly sec: string };

/** What a code grants (requirement M13). @throws Refusal */
export const loadSealed = (send: Send, code: Code): Promise<Sealed> =>
  send(showSealed, code, { isSilent: true });

/** Applies without a form; login comes in between where it must (requirement M14). @throws Refusal */
export const apply = (send: Send, code: Code): Promise<{ signUpId: string; ticketCode: string }> =>
  send(applySealed, code);
