import type { Send } from "#contract/call.ts";
import type { CalledOff } from "#contract/called-off.ts";
import type { Waiting } from "#contract/waitlist.ts";
import { calledOffIn } from "../ui/called-off.ts";
import { refusalOf } from "../ui/failure.ts";
import { loadOffer, loadSignUp, silently, type From, type Offer } from "./api.ts";
import { readTicket, ticketOf, type Ticket } from "./ticket-record.ts";

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
  readonly offer: Offer | null;
  /** There is no such activity to sign up for, and why where it was called off; whoever has a ticket has it. */
  readonly gone: { readonly calledOff: CalledOff | null } | null;
  /** Whose ticket and place these are; null of a visitor. */
  readonly openId: string | null;
  readonly first: ShownTicket | null;
  /** The person's place on the waitlist. */
  readonly firstWaiting: Waiting | null;
};

/** The activity that an address names; null where it names none. */
export function activityIdIn(request: Request): string | null {
  const id = new URL(request.url).searchParams.get("activityId");
  return id !== null && /^\d{1,19}$/.test(id) ? id : null;
}

const nothing: SignUpData = {
  activityId: null,
  offer: null,
  gone: null,
  openId: null,
  first: null,
  firstWaiting: null,
};

/** As a visitor. @throws Refusal */
export async function loadPage(send: Send, activityId: string | null, from: From): Promise<SignUpData> {
  if (activityId === null) return nothing;
  try {
    return { ...nothing, activityId, offer: await loadOffer(send, activityId, from) };
  } catch (error) {
    if (refusalOf(error)?.refusal !== "notFound") throw error;
    return { ...nothing, activityId, gone: { calledOff: calledOffIn(error) } };
  }
}

/** As a logged-in person, with the ticket; without a network the kept ticket alone. @throws as `loadPage` */
export async function loadOwnPage(
  send: Send,
  activityId: string | null,
  from: From,
  openId: string,
): Promise<SignUpData> {
  if (activityId === null) return nothing;
  try {
    const [page, state] = await Promise.all([
      loadPage(silently(send), activityId, from),
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
    const kept = refusalOf(error)?.status === 0 ? await readTicket(activityId, openId) : null;
    if (kept === null) throw error;
    const first = { ticket: kept, openId, isNew: false, isKept: true };
    return { ...nothing, activityId, openId, first };
  }
}
