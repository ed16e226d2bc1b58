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
  /** When its activity was called off; null: it takes place. */
  readonly calledOffTime: number | null;
};

/** Whether what it is for does not take place: what was over by then, or had its person, did. */
export const isCalledOff = ({ endTime, isCancelled, isCheckedIn, calledOffTime }: Held): boolean =>
  !isCancelled && !isCheckedIn && calledOffTime !== null && calledOffTime < endTime;

export function stateOf(held: Held, now: number): OwnState {
  const { endTime, isCancelled, isCheckedIn } = held;
  if (isCancelled || isCalledOff(held)) return "cancelled";
  if (isCheckedIn) return "attended";
  return now < endTime ? "upcoming" : "ended";
}
/** A seat is given up or changed until what it is for begins, or its person came (requirement L17). */
export const canCancel = (held: Held, now: number): boolean =>
  !held.isCancelled && !held.isCheckedIn && !isCalledOff(held) && now < held.beginsTime;
