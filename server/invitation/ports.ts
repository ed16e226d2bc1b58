import type { Caller } from "../http/pipeline/caller.ts";

/** A sign-up made by an invitation code. */
export type InvitedSignUp = {
  readonly activityId: string;
  readonly name: string;
  readonly seriesCode: string | null;
  readonly dealerId: string | null;
  readonly sessionId: string | null;
};
/** Dependencies of the invitation feature on other modules. */
export type InvitationPorts = {
  /** Finds a person's sign-up of an activity; null: no seat. */
  seatOf(activityId: string, userId: string): Promise<{ signUpId: string; ticketCode: string } | null>;
  /** Signs the caller up like any other sign-up, without form and captcha. @throws Refusal as a sign-up */
  signUp(invited: InvitedSignUp, caller: Caller): Promise<{ signUpId: string; ticketCode: string }>;
};
