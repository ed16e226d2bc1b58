import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import type { SignUpDoors } from "./doors.ts";
import { signUpRoutes } from "./routes.ts";
import { signUpStore } from "./store.ts";

/** Sign-up for activities, tickets and sessions (contract section 6). */
export function createSignUps(kit: Kit, calls: Calls, doors: SignUpDoors): void {
  signUpRoutes(kit, calls, signUpStore(kit.db), doors);
}

export type { SignUpDoors } from "./doors.ts";
export { signUpWriter, type NewSignUp } from "./writer.ts";
