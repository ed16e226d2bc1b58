import { cancelSignUp, changeSession } from "#contract/signup/self-service.ts";
import { notifySignedUp } from "../../platform/activity/activity-events.ts";
import { raiseChallenge, showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { currentSession } from "../../platform/session/session.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import { track } from "../../platform/tracking/track.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { removeTicket, moveTicket, type MovedSession } from "../ticket/ticket-record.ts";
import { signUpMessages } from "../messages.ts";

/** The person's own sign-up, which can be cancelled or changed. */
export type ManagedSignUp = {
  readonly activityId: string;
  readonly title: string;
  readonly sessionId: string | null;
  readonly dealerId: string | null;
  readonly startTime: string;
  readonly endTime: string;
};

/**
 * Asks for confirmation, cancels the sign-up (requirement L17) and shows the outcome.
 * @returns whether no sign-up is left
 */
export async function confirmAndCancelSignUp({
  activityId,
  title,
}: Pick<ManagedSignUp, "activityId" | "title">): Promise<boolean> {
  const { cancelAsk } = signUpMessages.own;
  const isSure = await raiseChallenge("dialog", { ...cancelAsk, text: cancelAsk.text(title) });
  if (!isSure) return false;
  try {
    const { cancelled } = await send(cancelSignUp, { id: activityId }, { isSilent: true });
    await removeTicket(activityId);
    notifySignedUp();
    if (cancelled) track("sign_up_cancelled", { activity_id: activityId });
    showToast(cancelled ? signUpMessages.own.cancelled : signUpMessages.own.notThere);
    return true;
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal === null) throw error;
    showToast(refusal.message);
    return false;
  }
}

/** Moves the sign-up and its stored ticket to another session. @throws Refusal */
export async function changeOwnSession(
  { activityId }: ManagedSignUp,
  sessionId: string,
): Promise<MovedSession> {
  const changed = await send(changeSession, { id: activityId, sessionId }, { isSilent: true });
  const openId = currentSession.user()?.openId;
  if (openId !== undefined) await moveTicket(activityId, openId, changed, serverTime.now());
  notifySignedUp();
  return changed;
}
