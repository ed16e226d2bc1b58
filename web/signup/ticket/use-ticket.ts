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
  /** Null where the address names none. */
  activityId: string | null;
  /** What the page was loaded with. */
  first: ShownTicket | null;
  firstWaiting: WaitlistEntry | null;
  /** Whose that is. */
  firstOf: string | null;
  /** Who is there now. */
  openId: string | null;
  send: Send;
};

/** Who is there now: a login in the press that submits comes after the page was last drawn. */
const currentOpenId = (): string | null => currentSession.user()?.openId ?? null;

/** How often a ticket on show asks whether its person has been checked in, ms. */
const POLL_INTERVAL = 15_000;
/** How often the desk may have taken that back, which it seldom does, ms. */
const CHECKED_IN_POLL_INTERVAL = 60_000;
/**
 * On the day of the activity the guest's own phone shows soon what became of the ticket elsewhere: a check-in at the
 * desk, and one that was undone; in another tab or on another device another session, or that it was given up.
 */
function useTicketPolling(ticket: Ticket | null, ask: () => Promise<unknown>) {
  const look = useEffectEvent(async () => {
    if (ticket === null || isOffline() || !isPageVisible() || !isCheckInExpected(ticket, serverTime.now()))
      return;
    await ask();
  });
  const pause = (ticket?.checkedInTime ?? null) === null ? POLL_INTERVAL : CHECKED_IN_POLL_INTERVAL;
  useEffect(() => {
    // Without an answer the ticket stands as it is.
    const start = () => void look().catch(() => {});
    const timer = setInterval(start, pause);
    const stop = onReconnect(start);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [pause]);
}

/** A place on the waitlist on show asks whether a seat is kept by now, which it is not for long. */
function useWaitlistPolling(isAwaited: boolean, ask: () => Promise<unknown>) {
  const look = useEffectEvent(ask);
  useEffect(() => (isAwaited ? pollWithBackoff(() => look()) : undefined), [isAwaited]);
}

/** What of ticket and place is on show, and the ways to change that: by the server's word, by what was done here. */
function useTicketState({ activityId, first, firstWaiting, firstOf, send }: TicketOptions) {
  const [place, setPlace] = useState({ openId: firstOf, waiting: firstWaiting });
  const [found, setFound] = useState(first);
  // The latest question that was answered: an older one's answer comes too late.
  const asked = useRef(0);
  const heard = useRef(0);
  const put = (ticket: Ticket, isNew: boolean, of: string) => {
    setFound({ ticket, openId: of, isNew, isKept: false });
    void storeTicket(ticket, of, serverTime.now());
  };
  const show = (ticket: Ticket, isNew: boolean, of = currentOpenId()) => {
    // Of somebody who has left meanwhile nothing is shown or kept.
    if (of === null || of !== currentOpenId()) return;
    // What was asked before is older.
    heard.current = ++asked.current;
    put(ticket, isNew, of);
  };
  const drop = () => {
    setFound(null);
    if (activityId !== null) void removeTicket(activityId);
  };
  /** Asks the server. @returns whose answer it is, with the ticket; null: nothing to go by any more */
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
  /** Asks the server, and shows the ticket that there is. @returns whether there is a sign-up; null as above */
  const ask = async (isNew: boolean): Promise<boolean | null> => {
    const answer = await hear();
    if (answer?.ticket) put(answer.ticket, isNew, answer.of);
    return answer && answer.ticket !== null;
  };
  return { place, setPlace, found, setFound, heard, put, show, drop, hear, ask };
}

/**
 * The person's ticket: from the page's data, else the kept one at once and the server's word after it.
 * Another person's is never shown, not for a moment (requirement Q14).
 */
export function useTicket(options: TicketOptions) {
  const { activityId, first, firstOf, openId } = options;
  const { place, setPlace, found, setFound, heard, put, show, drop, hear, ask } = useTicketState(options);
  /** Whose ticket has been asked for, with an answer or in vain. */
  const [answeredOf, setAnsweredOf] = useState(firstOf);
  const askAgain = useEffectEvent(() => ask(false));
  const dropNow = useEffectEvent(drop);
  useEffect(() => {
    if (activityId === null || openId === null || first?.openId === openId) return;
    let isCurrent = true;
    const before = heard.current;
    /** What is kept, unless something has come meanwhile that is newer: a seat just taken must stay. */
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
          // Nobody answers: what is kept stands, and says so.
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
  // Another person's place is nobody's now.
  const waiting = openId !== null && place.openId === openId ? place.waiting : null;
  useWaitlistPolling(waiting !== null && waiting.state !== "expired", () => ask(false));
  const isArriving = useIsInitialCheck() && openId !== null && answeredOf !== openId;
  return { shown, show, ask, waiting, isArriving, joinAgain: () => setPlace({ openId, waiting: null }) };
}
