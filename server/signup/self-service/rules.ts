import type { OwnSignUpState } from "#contract/signup/self-service.ts";

/** The facts that decide about a current or cancelled sign-up; times in ms. */
export type HeldSeat = {
  /** Time from which the seat can be neither cancelled nor changed (seat-expiry-store.ts). */
  readonly beginsTime: number;
  /** End of the session, else of the activity. */
  readonly endTime: number;
  /** Whether the person cancelled it. */
  readonly isCancelled: boolean;
  readonly isCheckedIn: boolean;
  /** null: the activity takes place */
  readonly activityCancelledTime: number | null;
};

/** Whether the activity was cancelled before it was over and before the person was checked in. */
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
/** Whether the seat can be cancelled or changed: until it begins or the person is checked in (requirement L17). */
export const canCancel = (held: HeldSeat, now: number): boolean =>
  !held.isCancelled && !held.isCheckedIn && !isActivityCancelled(held) && now < held.beginsTime;
