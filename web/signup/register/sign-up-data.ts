import type { Send } from "#contract/core/call.ts";
import type { Cancellation } from "#contract/activity/cancellation.ts";
import type { WaitlistEntry } from "#contract/signup/waitlist.ts";
import { cancellationIn } from "../../ui/feedback/cancelled.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { loadSignUpOffer, loadSignUp, silentSend, type DealerOrigin, type SignUpOffer } from "../api.ts";
import { readStoredTicket, ticketOf, type Ticket } from "../ticket/ticket-record.ts";

/** Ticket on the screen: new, or an offline copy. */
export type ShownTicket = {
  readonly ticket: Ticket;
  /** Owner of the ticket. */
  readonly openId: string;
  readonly isNew: boolean;
  readonly isOfflineCopy: boolean;
};

/** Data of the page; all null if the address has no activity id. */
export type SignUpData = {
  readonly activityId: string | null;
  readonly offer: SignUpOffer | null;
  /**
   * The activity does not exist any more, with its cancellation if there is one; existing tickets stay
   * available.
   */
  readonly gone: { readonly calledOff: Cancellation | null } | null;
  /** Owner of the ticket and waitlist entry; null for a visitor. */
  readonly openId: string | null;
  readonly first: ShownTicket | null;
  /** The person's waitlist entry. */
  readonly firstWaiting: WaitlistEntry | null;
};

/** Activity id in an address; null without a valid one. */
export function activityIdIn(request: Request): string | null {
  const id = new URL(request.url).searchParams.get("activityId");
  return id !== null && /^\d{1,19}$/.test(id) ? id : null;
}

const emptyData: SignUpData = {
  activityId: null,
  offer: null,
  gone: null,
  openId: null,
  first: null,
  firstWaiting: null,
};

/** Data for a visitor. @throws Refusal */
export async function loadSignUpPage(
  send: Send,
  activityId: string | null,
  from: DealerOrigin,
): Promise<SignUpData> {
  if (activityId === null) return emptyData;
  try {
    return { ...emptyData, activityId, offer: await loadSignUpOffer(send, activityId, from) };
  } catch (error) {
    if (asRefusal(error)?.refusal !== "notFound") throw error;
    return { ...emptyData, activityId, gone: { calledOff: cancellationIn(error) } };
  }
}

/**
 * Data for a logged-in person, with the ticket; without a network only the stored ticket.
 * @throws as `loadSignUpPage`
 */
export async function loadSignUpPageOfUser(
  send: Send,
  activityId: string | null,
  from: DealerOrigin,
  openId: string,
): Promise<SignUpData> {
  if (activityId === null) return emptyData;
  try {
    const [page, state] = await Promise.all([
      loadSignUpPage(silentSend(send), activityId, from),
      loadSignUp(send, activityId).catch(() => null),
    ]);
    const ticket = state && ticketOf(state, activityId);
    return {
      ...page,
      openId,
      first: ticket && { ticket, openId, isNew: false, isOfflineCopy: false },
      firstWaiting: state?.waiting ?? null,
    };
  } catch (error) {
    const stored = asRefusal(error)?.status === 0 ? await readStoredTicket(activityId, openId) : null;
    if (stored === null) throw error;
    const first = { ticket: stored, openId, isNew: false, isOfflineCopy: true };
    return { ...emptyData, activityId, openId, first };
  }
}
