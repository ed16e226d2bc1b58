import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import type { SignUpDoors } from "./doors.ts";
import { signUpRoutes } from "./routes.ts";
import { signUpStore } from "./store.ts";

export type SignUps = {
  /** Whether a person holds a seat of an activity. */
  isSignedUp(activityId: string, userId: string): Promise<boolean>;
};

/** Sign-up for activities, tickets and sessions (contract section 6). */
export function createSignUps(kit: Kit, calls: Calls, doors: SignUpDoors): SignUps {
  const store = signUpStore(kit.db);
  signUpRoutes(kit, calls, store, doors);
  return {
    async isSignedUp(activityId, userId) {
      return (await store.own(activityId, userId))?.status === "confirmed";
    },
  };
}

export type { SignUpDoors } from "./doors.ts";
export { signUpWriter, type NewSignUp } from "./writer.ts";
