import type { SignUpResult } from "#contract/signup.ts";
import { userOf, type Caller } from "../http/caller.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import type { Database } from "../database/database.ts";
import type { SignUpDoors } from "./doors.ts";
import { moveSignUps } from "./join.ts";
import { ownRoutes } from "./own-routes.ts";
import { signUpper, signUpRoutes, soldOutTeller } from "./routes.ts";
import { every } from "../timers.ts";
import { SignUpCounts, type SignUpObserver } from "./observer.ts";
import { ticketKeys, type TicketKeys } from "./ticket-keys.ts";
import { waitlistRoutes } from "./waitlist-routes.ts";
import { waitlist } from "./waitlist.ts";
import { SoldOut } from "./sold-out.ts";
import { signUpStore } from "./store.ts";

/** What a sign-up without a form is made of. */
export type PlainSignUp = {
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
  applyPlain(plain: PlainSignUp, caller: Caller): Promise<SignUpResult>;
  readonly tables: readonly string[];
  /** Two users turn out to be one person. */
  move(db: Database, from: string, to: string): Promise<void>;
  /** Whose ticket's code a scanned text is; null: none of ours. @param now the server's time, ms */
  judgeCode: TicketKeys["judge"];
  /** A full activity has a seat again: nobody is told the contrary from memory. */
  seatFreed(activityId: string): void;
  /** From now on tells how every wish for a seat goes; one observer, beside /metrics. */
  observe(observer: SignUpObserver): void;
  close(): void;
};
/** How long after its time an offer goes on to the next at the latest, ms. */
const SETTLE_EVERY = 10_000;

/** Sign-up for activities, tickets and sessions (contract section 6). */
export function createSignUps(kit: Kit, calls: Calls, doors: SignUpDoors): SignUps {
  const store = { ...signUpStore(kit.db), soldOut: new SoldOut(kit.db) };
  const seatFreed = (activityId: string): void => store.soldOut.forget(activityId);
  const keys = ticketKeys(kit);
  const counts = new SignUpCounts(kit.metrics);
  const signUpOnce = signUpper(kit, store, doors, counts);
  const tellSoldOut = soldOutTeller(store, counts);
  signUpRoutes(kit, calls, store, keys, { once: signUpOnce, tellSoldOut });
  ownRoutes(kit, calls, seatFreed);
  waitlistRoutes(kit, calls, seatFreed);
  const queue = waitlist(kit.db);
  const settling = every(SETTLE_EVERY, () => queue.settleAll(kit.clock.now()), kit.log);
  const seatOf: SignUps["seatOf"] = async (activityId, userId) => {
    const row = await store.own(activityId, userId);
    if (row?.status !== "confirmed") return null;
    return { signUpId: row.signup_id, ticketCode: row.ticket_code, status: row.status };
  };
  return {
    seatOf,
    isSignedUp: async (activityId, userId) => (await seatOf(activityId, userId)) !== null,
    applyPlain({ activityId, name, seriesCode, dealerId, sessionId }, caller) {
      const user = userOf(caller);
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
    move: moveSignUps,
    judgeCode: (text, now) => keys.judge(text, now),
    seatFreed,
    observe: (observer) => {
      counts.further = observer;
    },
    close: () => settling.stop(),
  };
}

export type { SignUpDoors } from "./doors.ts";
export type { SignUpObserver, SignUpOutcome } from "./observer.ts";
export { dealerOf } from "./dealer.ts";
export { giveUpAll, ownSignUps } from "./own.ts";
export { waitlist } from "./waitlist.ts";
export { signUpWriter, type NewSignUp } from "./writer.ts";
