import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import type { Database } from "../database/database.ts";
import type { SignUpDoors } from "./doors.ts";
import { moveSignUps } from "./join.ts";
import { ownRoutes } from "./own-routes.ts";
import { signUpRoutes } from "./routes.ts";
import { every } from "../timers.ts";
import { ticketKeys } from "./ticket-keys.ts";
import { waitlistRoutes } from "./waitlist-routes.ts";
import { waitlist } from "./waitlist.ts";
import { signUpStore } from "./store.ts";

export type SignUps = {
  /** Whether a person holds a seat of an activity. */
  isSignedUp(activityId: string, userId: string): Promise<boolean>;
  readonly tables: readonly string[];
  /** Two users turn out to be one person. */
  move(db: Database, from: string, to: string): Promise<void>;
  close(): void;
};
/** How long after its time an offer goes on to the next at the latest, ms. */
const SETTLE_EVERY = 10_000;

/** Sign-up for activities, tickets and sessions (contract section 6). */
export function createSignUps(kit: Kit, calls: Calls, doors: SignUpDoors): SignUps {
  const store = signUpStore(kit.db);
  const keys = ticketKeys(kit);
  signUpRoutes(kit, calls, store, doors, keys);
  ownRoutes(kit, calls);
  waitlistRoutes(kit, calls);
  const queue = waitlist(kit.db);
  const settling = every(SETTLE_EVERY, () => queue.settleAll(kit.clock.now()), kit.log);
  return {
    async isSignedUp(activityId, userId) {
      return (await store.own(activityId, userId))?.status === "confirmed";
    },
    tables: ["signup", "signup_cancelled", "waitlist"],
    move: moveSignUps,
    close: () => settling.stop(),
  };
}

export type { SignUpDoors } from "./doors.ts";
export { ownSignUps } from "./own.ts";
export { waitlist } from "./waitlist.ts";
export { signUpWriter, type NewSignUp } from "./writer.ts";
