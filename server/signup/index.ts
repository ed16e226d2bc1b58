import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import type { Database } from "../database/database.ts";
import type { SignUpDoors } from "./doors.ts";
import { moveSignUps } from "./join.ts";
import { ownRoutes } from "./own-routes.ts";
import { signUpRoutes } from "./routes.ts";
import { signUpStore } from "./store.ts";

export type SignUps = {
  /** Whether a person holds a seat of an activity. */
  isSignedUp(activityId: string, userId: string): Promise<boolean>;
  readonly tables: readonly string[];
  /** Two users turn out to be one person. */
  move(db: Database, from: string, to: string): Promise<void>;
};

/** Sign-up for activities, tickets and sessions (contract section 6). */
export function createSignUps(kit: Kit, calls: Calls, doors: SignUpDoors): SignUps {
  const store = signUpStore(kit.db);
  signUpRoutes(kit, calls, store, doors);
  ownRoutes(kit, calls);
  return {
    async isSignedUp(activityId, userId) {
      return (await store.own(activityId, userId))?.status === "confirmed";
    },
    tables: ["signup", "signup_cancelled"],
    move: moveSignUps,
  };
}

export type { SignUpDoors } from "./doors.ts";
export { ownSignUps } from "./own.ts";
export { signUpWriter, type NewSignUp } from "./writer.ts";
