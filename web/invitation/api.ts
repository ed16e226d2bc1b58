import type { Send } from "#contract/core/call.ts";
import {
  acceptInvitationCode,
  showInvitationCode,
  type InvitationCodeInfo,
} from "#contract/invitation/invitation.ts";

export type InvitationCode = { readonly activityId: string; readonly sec: string };

/** Loads what an invitation code grants (requirement M13). @throws Refusal */
export const loadInvitation = (send: Send, code: InvitationCode): Promise<InvitationCodeInfo> =>
  send(showInvitationCode, code, { isSilent: true });

/** Signs up without a form; login is requested in between if required (requirement M14). @throws Refusal */
export const acceptInvitation = (
  send: Send,
  code: InvitationCode,
): Promise<{ signUpId: string; ticketCode: string }> => send(acceptInvitationCode, code);
