import type { SignUpResult } from "#contract/signup/signup.ts";
import { requireUser, type Caller } from "../http/pipeline/caller.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import type { Database } from "../database/connection/database.ts";
import type { SignUpPorts } from "./ports.ts";
import { mergeSignUps } from "./merge-users-store.ts";
import { selfServiceRoutes } from "./self-service/routes.ts";
import { createRegistration, signUpRoutes, soldOutPrecheck } from "./register/routes.ts";
import { runPeriodically } from "../core/run-periodically.ts";
import { SignUpMetrics, type SignUpObserver } from "./register/observer.ts";
import { ticketKeys, type TicketKeys } from "./ticket/ticket-keys.ts";
import { waitlistRoutes } from "./waitlist/routes.ts";
import { createWaitlist } from "./waitlist/queue.ts";
import { SoldOutCache } from "./register/sold-out-cache.ts";
import { signUpStore } from "./register/store.ts";

/** What a sign-up without a form is made of. */
export type FormlessSignUp = {
  readonly activityId: string;
  readonly name: string;
  readonly seriesCode: string | null;
  readonly dealerId: string | null;
  readonly sessionId: string | null;
};
export type SignUps = {
  /** Whether a person holds a seat of an activity. */
  isSignedUp(activityId: string, userId: string): Promise<boolean>;
  /** What a person holds of an activity; null: no seat. */
  seatOf(activityId: string, userId: string): Promise<SignUpResult | null>;
  /** Signs the caller up by their own mobile, without form and slider. @throws Refusal as a sign-up */
  signUpInvitedGuest(plain: FormlessSignUp, caller: Caller): Promise<SignUpResult>;
  readonly tables: readonly string[];
  /** Two users turn out to be one person. */
  mergeUsers(db: Database, from: string, to: string): Promise<void>;
  /** Whose ticket's code a scanned text is; null: none of ours. @param now the server's time, ms */
  verifyTicketCode: TicketKeys["verify"];
  /** A full activity has a seat again: nobody is told the contrary from memory. */
  invalidateSoldOut(activityId: string): void;
  /** From now on tells how every wish for a seat goes; one observer, beside /metrics. */
  observe(observer: SignUpObserver): void;
  close(): void;
};
/** How long after its time an offer goes on to the next at the latest, ms. */
const SETTLE_INTERVAL = 10_000;

/** Sign-up for activities, tickets and sessions (contract section 6). */
export function createSignUps(context: AppContext, calls: RpcRouter, ports: SignUpPorts): SignUps {
  const store = { ...signUpStore(context.db), soldOut: new SoldOutCache(context.db) };
  const seatFreed = (activityId: string): void => store.soldOut.invalidate(activityId);
  const keys = ticketKeys(context);
  const counts = new SignUpMetrics(context.metrics);
  const signUpOnce = createRegistration(context, store, ports, counts);
  const tellSoldOut = soldOutPrecheck(store, counts);
  signUpRoutes(context, calls, store, keys, { once: signUpOnce, tellSoldOut });
  selfServiceRoutes(context, calls, seatFreed);
  waitlistRoutes(context, calls, seatFreed);
  const queue = createWaitlist(context.db);
  const settling = runPeriodically(SETTLE_INTERVAL, () => queue.advanceAll(context.clock.now()), context.log);
  const seatOf: SignUps["seatOf"] = async (activityId, userId) => {
    const row = await store.findSignUp(activityId, userId);
    if (row?.status !== "confirmed") return null;
    return { signUpId: row.signup_id, ticketCode: row.ticket_code, status: row.status };
  };
  return {
    seatOf,
    isSignedUp: async (activityId, userId) => (await seatOf(activityId, userId)) !== null,
    signUpInvitedGuest({ activityId, name, seriesCode, dealerId, sessionId }, caller) {
      const user = requireUser(caller);
      const args = {
        id: activityId,
        name,
        mobile: user.mobile ?? "",
        ...(seriesCode !== null && { seriesCode }),
        ...(dealerId !== null && { dealerId }),
        ...(sessionId !== null && { sessionId }),
        answers: {},
        consent: true as const,
        channel: {},
      };
      // Named, since copying an object leaves its getters behind.
      const asker = { ...caller, device: caller.device, idempotencyKey: null };
      return signUpOnce(args, { user, caller: asker, nonce: null }, true);
    },
    tables: ["signup", "signup_cancelled", "waitlist"],
    mergeUsers: mergeSignUps,
    verifyTicketCode: (text, now) => keys.verify(text, now),
    invalidateSoldOut: seatFreed,
    observe: (observer) => {
      counts.secondaryObserver = observer;
    },
    close: () => settling.stop(),
  };
}

export type { SignUpPorts } from "./ports.ts";
export type { SignUpObserver, SignUpOutcome } from "./register/observer.ts";
export { effectiveDealerId } from "./session-dealer-store.ts";
export { cancelUpcomingSignUps, createSelfService } from "./self-service/sign-up-changes.ts";
export { createWaitlist } from "./waitlist/queue.ts";
export { signUpWriter, type NewSignUp } from "./register/writer.ts";
