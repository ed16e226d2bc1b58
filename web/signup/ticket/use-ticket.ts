import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Send } from "#contract/core/call.ts";
import type { WaitlistEntry } from "#contract/signup/waitlist.ts";
import { pollWithBackoff } from "../../platform/browser/poll-with-backoff.ts";
import { currentSession } from "../../platform/session/session.ts";
import { isPageVisible } from "../../platform/browser/page-visibility.ts";
import { isOffline, onReconnect } from "../../platform/browser/network.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { loadSignUp } from "../api.ts";
import type { ShownTicket } from "../register/sign-up-data.ts";
import {
  removeTicket,
  isCheckInExpected,
  storeTicket,
  readStoredTicket,
  ticketOf,
  type Ticket,
} from "./ticket-record.ts";
import { useIsInitialCheck } from "./use-initial-check.ts";

type TicketOptions = {
  /** Null if the address has no activity id. */
  activityId: string | null;
  /** Data that the page was loaded with. */
  first: ShownTicket | null;
  firstWaiting: WaitlistEntry | null;
  /** Owner of that data. */
  firstOf: string | null;
  /** Person logged in now. */
  openId: string | null;
  send: Send;
};

/** Person logged in at this moment: a login during the submitting press is later than the last render. */
const currentOpenId = (): string | null => currentSession.user()?.openId ?? null;

/** Interval for checking whether the ticket was checked in, ms. */
const POLL_INTERVAL = 15_000;
/** Interval for checking whether the check-in was reversed, which is rare, ms. */
const CHECKED_IN_POLL_INTERVAL = 60_000;
/**
 * Updates the ticket on the day of the activity with changes made elsewhere: a check-in at the desk or its
 * reversal, and a new session or a cancellation in another tab or device.
 */
function useTicketPolling(ticket: Ticket | null, ask: () => Promise<unknown>) {
  const look = useEffectEvent(async () => {
    if (ticket === null || isOffline() || !isPageVisible() || !isCheckInExpected(ticket, serverTime.now()))
      return;
    await ask();
  });
  const pause = (ticket?.checkedInTime ?? null) === null ? POLL_INTERVAL : CHECKED_IN_POLL_INTERVAL;
  useEffect(() => {
    // Without an answer the ticket stays as it is.
    const start = () => void look().catch(() => {});
    const timer = setInterval(start, pause);
    const stop = onReconnect(start);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [pause]);
}

/** Polls while a waitlist entry is shown, because an offered seat is reserved only briefly. */
function useWaitlistPolling(isAwaited: boolean, ask: () => Promise<unknown>) {
  const look = useEffectEvent(ask);
  useEffect(() => (isAwaited ? pollWithBackoff(() => look()) : undefined), [isAwaited]);
}

/** Ticket and waitlist entry on the screen, with the functions that update them. */
function useTicketState({ activityId, first, firstWaiting, firstOf, send }: TicketOptions) {
  const [place, setPlace] = useState({ openId: firstOf, waiting: firstWaiting });
  const [found, setFound] = useState(first);
  // Number of the latest answered request: answers to older requests are ignored.
  const asked = useRef(0);
  const heard = useRef(0);
  const put = (ticket: Ticket, isNew: boolean, of: string) => {
    setFound({ ticket, openId: of, isNew, isKept: false });
    void storeTicket(ticket, of, serverTime.now());
  };
  const show = (ticket: Ticket, isNew: boolean, of = currentOpenId()) => {
    // Ignored if the person has logged out meanwhile.
    if (of === null || of !== currentOpenId()) return;
    // Pending requests are older than this ticket.
    heard.current = ++asked.current;
    put(ticket, isNew, of);
  };
  const drop = () => {
    setFound(null);
    if (activityId !== null) void removeTicket(activityId);
  };
  /** Requests the state. @returns the owner and the ticket; null if the answer is out of date */
  const hear = async (): Promise<{ of: string; ticket: Ticket | null } | null> => {
    if (activityId === null) return null;
    const of = currentOpenId();
    const turn = ++asked.current;
    const state = await loadSignUp(send, activityId);
    if (of === null || of !== currentOpenId() || turn < heard.current) return null;
    heard.current = turn;
    setPlace({ openId: of, waiting: state.waiting ?? null });
    return { of, ticket: ticketOf(state, activityId) };
  };
  /**
   * Requests the state and shows the ticket.
   * @returns whether there is a sign-up; null if the answer is out of date
   */
  const ask = async (isNew: boolean): Promise<boolean | null> => {
    const answer = await hear();
    if (answer?.ticket) put(answer.ticket, isNew, answer.of);
    return answer && answer.ticket !== null;
  };
  return { place, setPlace, found, setFound, heard, put, show, drop, hear, ask };
}

/**
 * The person's ticket: from the page's data, else the stored one at once and then the server's answer. Never
 * shows another person's ticket, not even for a moment (requirement Q14).
 */
export function useTicket(options: TicketOptions) {
  const { activityId, first, firstOf, openId } = options;
  const { place, setPlace, found, setFound, heard, put, show, drop, hear, ask } = useTicketState(options);
  /** Person whose ticket has been requested, successfully or not. */
  const [answeredOf, setAnsweredOf] = useState(firstOf);
  const askAgain = useEffectEvent(() => ask(false));
  const dropNow = useEffectEvent(drop);
  useEffect(() => {
    if (activityId === null || openId === null || first?.openId === openId) return;
    let isCurrent = true;
    const before = heard.current;
    /** Shows the stored ticket, unless something newer has arrived: a seat just taken must stay. */
    const set = (kept: Ticket | null, isKept: boolean) => {
      if (isCurrent && heard.current === before)
        setFound(kept && { ticket: kept, openId, isNew: false, isKept });
    };
    const follow = async () => {
      const kept = await readStoredTicket(activityId, openId);
      set(kept, false);
      await askAgain().then(
        (isSigned) => isCurrent && isSigned === false && dropNow(),
        (error: unknown) => {
          const refusal = asRefusal(error);
          // Without an answer the stored ticket stays, marked as an offline copy.
          if (refusal?.refusal !== "notFound") set(kept, refusal?.status === 0);
          else if (isCurrent && heard.current === before) dropNow();
        },
      );
    };
    void follow().finally(() => isCurrent && setAnsweredOf(openId));
    return () => {
      isCurrent = false;
    };
  }, [activityId, openId, first, heard, setFound]);
  const shown = found?.openId === openId ? found : null;
  useTicketPolling(shown === null || shown.isKept ? null : shown.ticket, async () => {
    const answer = await hear();
    if (answer === null) return;
    if (answer.ticket === null) drop();
    else if (JSON.stringify(answer.ticket) !== JSON.stringify(shown?.ticket))
      put(answer.ticket, false, answer.of);
  });
  // Ignores the waitlist entry of another person.
  const waiting = openId !== null && place.openId === openId ? place.waiting : null;
  useWaitlistPolling(waiting !== null && waiting.state !== "expired", () => ask(false));
  const isArriving = useIsInitialCheck() && openId !== null && answeredOf !== openId;
  return { shown, show, ask, waiting, isArriving, joinAgain: () => setPlace({ openId, waiting: null }) };
}
