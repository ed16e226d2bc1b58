import { cancelSignUp, changeSession } from "#contract/own-sign-up.ts";
import { tellSignedUp } from "../platform/changed.ts";
import { raise, toast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { session } from "../platform/login/session.ts";
import { serverTime } from "../platform/server-time.ts";
import { track } from "../platform/track.ts";
import { refusalOf } from "../ui/failure.ts";
import { dropTicket, moveTicket, type Moved } from "./ticket-record.ts";
import { words } from "./words.ts";

/** A sign-up of the person's own that may be given up or changed. */
export type Held = {
  readonly activityId: string;
  readonly title: string;
  readonly sessionId: string | null;
  readonly dealerId: string | null;
  readonly startTime: string;
  readonly endTime: string;
};

/**
 * Asks, and gives the sign-up up (requirement L17); says what came of it.
 * @returns whether there is no sign-up any more
 */
export async function cancelOwn({ activityId, title }: Pick<Held, "activityId" | "title">): Promise<boolean> {
  const { cancelAsk } = words.own;
  const isSure = await raise("dialog", { ...cancelAsk, text: cancelAsk.text(title) });
  if (!isSure) return false;
  try {
    const { cancelled } = await send(cancelSignUp, { id: activityId }, { isSilent: true });
    await dropTicket(activityId);
    tellSignedUp();
    if (cancelled) track("sign_up_cancelled", { activity_id: activityId });
    toast(cancelled ? words.own.cancelled : words.own.notThere);
    return true;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    toast(refusal.message);
    return false;
  }
}

/** Moves the sign-up to another session, and the kept ticket with it. @throws Refusal */
export async function changeOwn({ activityId }: Held, sessionId: string): Promise<Moved> {
  const changed = await send(changeSession, { id: activityId, sessionId }, { isSilent: true });
  const openId = session.user()?.openId;
  if (openId !== undefined) await moveTicket(activityId, openId, changed, serverTime.now());
  tellSignedUp();
  return changed;
}
