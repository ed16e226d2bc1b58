import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Send } from "#contract/call.ts";
import type { Waiting } from "#contract/waitlist.ts";
import { keepAsking } from "../platform/keep-asking.ts";
import { session } from "../platform/login/session.ts";
import { isLookedAt } from "../platform/looked-at.ts";
import { isOffline, onReturn } from "../platform/network.ts";
import { serverTime } from "../platform/server-time.ts";
import { refusalOf } from "../ui/failure.ts";
import { loadSignUp, type Offer } from "./api.ts";
import type { ShownTicket } from "./sign-up-data.ts";
import { dropTicket, isAwaited, keepTicket, readTicket, ticketOf, type Ticket } from "./ticket-record.ts";

type TicketOptions = {
  activityId: string;
  offer: Offer | null;
  /** What the page was loaded with. */
  first: ShownTicket | null;
  firstWaiting: Waiting | null;
  /** Whose that is. */
  firstOf: string | null;
  /** Who is there now. */
  openId: string | null;
  send: Send;
};

/** Who is there now: a login in the press that submits comes after the page was last drawn. */
const personNow = (): string | null => session.user()?.openId ?? null;

/** How often a ticket on show asks whether its person has been checked in, ms. */
const ASK_EVERY = 15_000;
/** How often the desk may have taken that back, which it seldom does, ms. */
const ASK_AGAIN_EVERY = 60_000;
/** Shows a check-in, and one that was undone, on the guest's own phone soon after the desk's, on the day of the activity. */
function useCheckedIn(ticket: Ticket | null, ask: () => Promise<Ticket | null>, show: (one: Ticket) => void) {
  const look = useEffectEvent(async () => {
    if (ticket === null || isOffline() || !isLookedAt() || !isAwaited(ticket, serverTime.now())) return;
    const now = await ask();
    if (now !== null && (now.checkedInTime ?? null) !== checkedInTime) show(now);
  });
  const checkedInTime = ticket?.checkedInTime ?? null;
  const pause = checkedInTime === null ? ASK_EVERY : ASK_AGAIN_EVERY;
  useEffect(() => {
    // Without an answer the ticket stands as it is.
    const start = () => void look().catch(() => {});
    const timer = setInterval(start, pause);
    const stop = onReturn(start);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [pause]);
}

/** A place on the waitlist on show asks whether a seat is kept by now, which it is not for long. */
function useOffered(isAwaited: boolean, ask: () => Promise<unknown>) {
  const look = useEffectEvent(ask);
  useEffect(() => (isAwaited ? keepAsking(() => look()) : undefined), [isAwaited]);
}

/**
 * The person's ticket: from the page's data, else the kept one at once and the server's word after it.
 * Another person's is never shown, not for a moment (requirement Q14).
 */
export function useTicket(options: TicketOptions) {
  const { activityId, offer, first, firstWaiting, firstOf, openId, send } = options;
  const [place, setPlace] = useState({ openId: firstOf, waiting: firstWaiting });
  const [found, setFound] = useState(first);
  // The latest question that was answered: an older one's answer comes too late.
  const asked = useRef(0);
  const heard = useRef(0);
  const show = (ticket: Ticket, isNew: boolean, of = personNow()) => {
    // Of somebody who has left meanwhile nothing is shown or kept.
    if (of === null || of !== personNow()) return;
    heard.current = asked.current;
    setFound({ ticket, openId: of, isNew, isKept: false });
    void keepTicket(ticket, of, serverTime.now());
  };
  /** Asks the server. @returns whether there is a sign-up; null: nothing to go by any more */
  const ask = async (isNew: boolean): Promise<boolean | null> => {
    if (offer === null) return null;
    const of = personNow();
    const turn = ++asked.current;
    const state = await loadSignUp(send, activityId);
    if (of === null || of !== personNow() || turn < heard.current) return null;
    heard.current = turn;
    const ticket = ticketOf(state, offer.activity);
    setPlace({ openId: of, waiting: state.waiting ?? null });
    if (ticket) show(ticket, isNew, of);
    return ticket !== null;
  };
  const askAgain = useEffectEvent(() => ask(false));
  useEffect(() => {
    if (openId === null || first?.openId === openId) return;
    let isCurrent = true;
    const set = (ticket: Ticket | null, isKept: boolean) =>
      isCurrent && setFound(ticket && { ticket, openId, isNew: false, isKept });
    void readTicket(activityId, openId).then((kept) => {
      set(kept, false);
      return askAgain().then(
        (isSigned) => {
          if (isSigned !== false) return;
          set(null, false);
          void dropTicket(activityId);
        },
        // Nobody answers: what is kept stands, and says so.
        (error: unknown) => set(kept, refusalOf(error)?.status === 0),
      );
    });
    return () => {
      isCurrent = false;
    };
  }, [activityId, openId, first]);
  const shown = found?.openId === openId ? found : null;
  useCheckedIn(
    offer === null || shown === null || shown.isKept ? null : shown.ticket,
    async () => offer && ticketOf(await loadSignUp(send, activityId), offer.activity),
    (ticket) => show(ticket, false, openId),
  );
  // Another person's place is nobody's now.
  const waiting = openId !== null && place.openId === openId ? place.waiting : null;
  useOffered(waiting !== null && waiting.state !== "expired", () => ask(false));
  return { shown, show, ask, waiting, joinAgain: () => setPlace({ openId, waiting: null }) };
}
