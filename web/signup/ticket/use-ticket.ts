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
function useTicketPolling(ticket: Ticket | null, refresh: () => Promise<unknown>) {
  const poll = useEffectEvent(async () => {
    if (ticket === null || isOffline() || !isPageVisible() || !isCheckInExpected(ticket, serverTime.now()))
      return;
    await refresh();
  });
  const pause = (ticket?.checkedInTime ?? null) === null ? POLL_INTERVAL : CHECKED_IN_POLL_INTERVAL;
  useEffect(() => {
    // Without an answer the ticket stays as it is.
    const start = () => void poll().catch(() => {});
    const timer = setInterval(start, pause);
    const stop = onReconnect(start);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [pause]);
}

/** Polls while a waitlist entry is shown, because an offered seat is reserved only briefly. */
function useWaitlistPolling(isWaiting: boolean, refresh: () => Promise<unknown>) {
  const poll = useEffectEvent(refresh);
  useEffect(() => (isWaiting ? pollWithBackoff(() => poll()) : undefined), [isWaiting]);
}

/** Ticket and waitlist entry on the screen, with the functions that update them. */
function useTicketState({ activityId, first, firstWaiting, firstOf, send }: TicketOptions) {
  const [entry, setEntry] = useState({ openId: firstOf, waiting: firstWaiting });
  const [found, setFound] = useState(first);
  // Number of the latest answered request: answers to older requests are ignored.
  const requestCount = useRef(0);
  const latestAnswered = useRef(0);
  const save = (ticket: Ticket, isNew: boolean, owner: string) => {
    setFound({ ticket, openId: owner, isNew, isOfflineCopy: false });
    void storeTicket(ticket, owner, serverTime.now());
  };
  const show = (ticket: Ticket, isNew: boolean, owner = currentOpenId()) => {
    // Ignored if the person has logged out meanwhile.
    if (owner === null || owner !== currentOpenId()) return;
    // Pending requests are older than this ticket.
    latestAnswered.current = ++requestCount.current;
    save(ticket, isNew, owner);
  };
  const remove = () => {
    setFound(null);
    if (activityId !== null) void removeTicket(activityId);
  };
  /** Requests the state. @returns the owner and the ticket; null if the answer is out of date */
  const loadState = async (): Promise<{ owner: string; ticket: Ticket | null } | null> => {
    if (activityId === null) return null;
    const owner = currentOpenId();
    const request = ++requestCount.current;
    const state = await loadSignUp(send, activityId);
    if (owner === null || owner !== currentOpenId() || request < latestAnswered.current) return null;
    latestAnswered.current = request;
    setEntry({ openId: owner, waiting: state.waiting ?? null });
    return { owner, ticket: ticketOf(state, activityId) };
  };
  /**
   * Requests the state and shows the ticket.
   * @returns whether there is a sign-up; null if the answer is out of date
   */
  const refresh = async (isNew: boolean): Promise<boolean | null> => {
    const answer = await loadState();
    if (answer?.ticket) save(answer.ticket, isNew, answer.owner);
    return answer && answer.ticket !== null;
  };
  return { entry, setEntry, found, setFound, latestAnswered, save, show, remove, loadState, refresh };
}

/**
 * The person's ticket: from the page's data, else the stored one at once and then the server's answer. Never
 * shows another person's ticket, not even for a moment (requirement Q14).
 */
export function useTicket(options: TicketOptions) {
  const { activityId, first, firstOf, openId } = options;
  const { entry, setEntry, found, setFound, latestAnswered, save, show, remove, loadState, refresh } =
    useTicketState(options);
  /** Person whose ticket has been requested, successfully or not. */
  const [answeredOf, setAnsweredOf] = useState(firstOf);
  const reload = useEffectEvent(() => refresh(false));
  const removeNow = useEffectEvent(remove);
  useEffect(() => {
    if (activityId === null || openId === null || first?.openId === openId) return;
    let isCurrent = true;
    const before = latestAnswered.current;
    /** Shows the stored ticket, unless something newer has arrived: a seat just taken must stay. */
    const showStored = (stored: Ticket | null, isOfflineCopy: boolean) => {
      if (isCurrent && latestAnswered.current === before)
        setFound(stored && { ticket: stored, openId, isNew: false, isOfflineCopy });
    };
    const load = async () => {
      const stored = await readStoredTicket(activityId, openId);
      showStored(stored, false);
      await reload().then(
        (isSigned) => isCurrent && isSigned === false && removeNow(),
        (error: unknown) => {
          const refusal = asRefusal(error);
          // Without an answer the stored ticket stays, marked as an offline copy.
          if (refusal?.refusal !== "notFound") showStored(stored, refusal?.status === 0);
          else if (isCurrent && latestAnswered.current === before) removeNow();
        },
      );
    };
    void load().finally(() => isCurrent && setAnsweredOf(openId));
    return () => {
      isCurrent = false;
    };
  }, [activityId, openId, first, latestAnswered, setFound]);
  const shown = found?.openId === openId ? found : null;
  useTicketPolling(shown === null || shown.isOfflineCopy ? null : shown.ticket, async () => {
    const answer = await loadState();
    if (answer === null) return;
    if (answer.ticket === null) remove();
    else if (JSON.stringify(answer.ticket) !== JSON.stringify(shown?.ticket))
      save(answer.ticket, false, answer.owner);
  });
  // Ignores the waitlist entry of another person.
  const waiting = openId !== null && entry.openId === openId ? entry.waiting : null;
  useWaitlistPolling(waiting !== null && waiting.state !== "expired", () => refresh(false));
  const isChecking = useIsInitialCheck() && openId !== null && answeredOf !== openId;
  return { shown, show, refresh, waiting, isChecking, joinAgain: () => setEntry({ openId, waiting: null }) };
}
