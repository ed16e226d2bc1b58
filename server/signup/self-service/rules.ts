import type { OwnSignUpState } from "#contract/signup/self-service.ts";

/** What decides about a sign-up that stands, or stood; times in ms. */
export type HeldSeat = {
  /** From then on a seat is neither given up nor changed (begins.ts). */
  readonly beginsTime: number;
  /** Of the session, else of the activity. */
  readonly endTime: number;
  readonly isCancelled: boolean;
  /** Its person came. */
  readonly isCheckedIn: boolean;
  /** When its activity was called off; null: it takes place. */
  readonly activityCancelledTime: number | null;
};

/** Whether what it is for does not take place: what was over by then, or had its person, did. */
export const isActivityCancelled = ({
  endTime,
  isCancelled,
  isCheckedIn,
  activityCancelledTime: calledOffTime,
}: HeldSeat): boolean => !isCancelled && !isCheckedIn && calledOffTime !== null && calledOffTime < endTime;

export function ownSignUpState(held: HeldSeat, now: number): OwnSignUpState {
  const { endTime, isCancelled, isCheckedIn } = held;
  if (isCancelled || isActivityCancelled(held)) return "cancelled";
  if (isCheckedIn) return "attended";
  return now < endTime ? "upcoming" : "ended";
}
/** A seat is given up or changed until what it is for begins, or its person came (requirement L17). */
export const canCancel = (held: HeldSeat, now: number): boolean =>
  !held.isCancelled && !held.isCheckedIn && !isActivityCancelled(held) && now < held.beginsTime;
