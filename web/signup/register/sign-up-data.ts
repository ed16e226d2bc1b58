import type { Send } from "#contract/core/call.ts";
import type { Cancellation } from "#contract/activity/cancellation.ts";
import type { WaitlistEntry } from "#contract/signup/waitlist.ts";
import { cancellationIn } from "../../ui/feedback/cancelled.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { loadSignUpOffer, loadSignUp, silentSend, type DealerOrigin, type SignUpOffer } from "../api.ts";
import { readStoredTicket, ticketOf, type Ticket } from "../ticket/ticket-record.ts";

/** A ticket on show: just made, or out of the browser's database because nothing else answers. */
export type ShownTicket = {
  readonly ticket: Ticket;
  /** Whose it is. */
  readonly openId: string;
  readonly isNew: boolean;
  readonly isKept: boolean;
};

/** What the page is loaded with; all null where the address names no activity. */
export type SignUpData = {
  readonly activityId: string | null;
  readonly offer: SignUpOffer | null;
  /** There is no such activity to sign up for, and why where it was called off; whoever has a ticket has it. */
  readonly gone: { readonly calledOff: Cancellation | null } | null;
  /** Whose ticket and place these are; null of a visitor. */
  readonly openId: string | null;
  readonly first: ShownTicket | null;
  /** The person's place on the waitlist. */
  readonly firstWaiting: WaitlistEntry | null;
};

/** The activity that an address names; null where it names none. */
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

/** As a visitor. @throws Refusal */
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

/** As a logged-in person, with the ticket; without a network the kept ticket alone. @throws as `loadPage` */
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
      first: ticket && { ticket, openId, isNew: false, isKept: false },
      firstWaiting: state?.waiting ?? null,
    };
  } catch (error) {
    const kept = asRefusal(error)?.status === 0 ? await readStoredTicket(activityId, openId) : null;
    if (kept === null) throw error;
    const first = { ticket: kept, openId, isNew: false, isKept: true };
    return { ...emptyData, activityId, openId, first };
  }
}
