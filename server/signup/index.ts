import type { SignUpResult } from "#contract/signup.ts";
import { userOf, type Caller } from "../http/caller.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import type { Database } from "../database/database.ts";
import type { SignUpDoors } from "./doors.ts";
import { moveSignUps } from "./join.ts";
import { ownRoutes } from "./own-routes.ts";
import { signUpper, signUpRoutes } from "./routes.ts";
import { every } from "../timers.ts";
import { ticketKeys, type TicketKeys } from "./ticket-keys.ts";
import { waitlistRoutes } from "./waitlist-routes.ts";
import { waitlist } from "./waitlist.ts";
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
  /** Signs the caller up by their own mobile, without form and slider. @throws Refusal as a sign-up */
  applyPlain(plain: PlainSignUp, caller: Caller): Promise<SignUpResult>;
  readonly tables: readonly string[];
  /** Two users turn out to be one person. */
  move(db: Database, from: string, to: string): Promise<void>;
  /** Whose ticket's code a scanned text is; null: none of ours. @param now the server's time, ms */
  judgeCode: TicketKeys["judge"];
  close(): void;
};
/** How long after its time an offer goes on to the next at the latest, ms. */
const SETTLE_EVERY = 10_000;

/** Sign-up for activities, tickets and sessions (contract section 6). */
export function createSignUps(kit: Kit, calls: Calls, doors: SignUpDoors): SignUps {
  const store = signUpStore(kit.db);
  const keys = ticketKeys(kit);
  signUpRoutes(kit, calls, store, doors, keys);
  const signUpOnce = signUpper(kit, store, doors);
  ownRoutes(kit, calls);
  waitlistRoutes(kit, calls);
  const queue = waitlist(kit.db);
  const settling = every(SETTLE_EVERY, () => queue.settleAll(kit.clock.now()), kit.log);
  return {
    async isSignedUp(activityId, userId) {
      return (await store.own(activityId, userId))?.status === "confirmed";
    },
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
      return signUpOnce(args, user, { ...caller, idempotencyKey: null }, true);
    },
    tables: ["signup", "signup_cancelled", "waitlist"],
    move: moveSignUps,
    judgeCode: (text, now) => keys.judge(text, now),
    close: () => settling.stop(),
  };
}

export type { SignUpDoors } from "./doors.ts";
export { ownSignUps } from "./own.ts";
export { waitlist } from "./waitlist.ts";
export { signUpWriter, type NewSignUp } from "./writer.ts";
