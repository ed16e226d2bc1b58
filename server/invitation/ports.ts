import type { Caller } from "../http/pipeline/caller.ts";

/** An application that a sealed code makes. */
export type InvitedSignUp = {
  readonly activityId: string;
  readonly name: string;
  readonly seriesCode: string | null;
  readonly dealerId: string | null;
  readonly sessionId: string | null;
};
/** What sealed codes ask of their neighbours. */
export type InvitationPorts = {
  /** What a person holds of an activity; null: no seat. */
  seatOf(activityId: string, userId: string): Promise<{ signUpId: string; ticketCode: string } | null>;
  /** Signs the caller up as any other sign-up, without form and slider. @throws Refusal as a sign-up */
  apply(plain: InvitedSignUp, caller: Caller): Promise<{ signUpId: string; ticketCode: string }>;
};
