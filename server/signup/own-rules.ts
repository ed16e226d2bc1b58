import type { OwnState } from "#contract/own-sign-up.ts";

/** What decides about a sign-up that stands, or stood; times in ms. */
export type Held = {
  /** From then on a seat is neither given up nor changed (begins.ts). */
  readonly beginsTime: number;
  /** Of the session, else of the activity. */
  readonly endTime: number;
  readonly isCancelled: boolean;
  /** Its person came. */
  readonly isCheckedIn: boolean;
};

export function stateOf({ endTime, isCancelled, isCheckedIn }: Held, now: number): OwnState {
  if (isCancelled) return "cancelled";
  if (isCheckedIn) return "attended";
  return now < endTime ? "upcoming" : "ended";
}
/** A seat is given up or changed until what it is for begins, or its person came (requirement L17). */
export const canCancel = ({ beginsTime, isCancelled, isCheckedIn }: Held, now: number): boolean =>
  !isCancelled && !isCheckedIn && now < beginsTime;
