import { guestState, type GuestListRow, type GuestState, type GuestStep } from "#contract/console/guests.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import { signUpMessages } from "../messages.ts";
import type { ConsoleGuestRow, SelectedGuest } from "./guest-list-store.ts";
import type { GuestDetailRow } from "./guest-detail-store.ts";

const { guest: messages } = signUpMessages;

/** A name as operators without the right person.name read it. */
export const maskGuestName = (name: string): string => `${[...name].slice(0, 1).join("")}**`;

/** Presents a row of the list. @param isNamed whether the operator reads names */
export const presentGuest = (row: ConsoleGuestRow, isNamed: boolean): GuestListRow => ({
  signUpId: row.signup_id,
  activityId: row.activity_id,
  activityTitle: row.title,
  name: row.name === undefined ? null : isNamed ? row.name : maskGuestName(row.name),
  mobile: row.mobile === undefined ? null : maskMobile(row.mobile),
  sessionId: row.session_id,
  startTime: toShanghaiIso(row.from_time),
  dealerName: row.dealer && dealerDisplayName(row.dealer),
  seriesName: row.series_name,
  source: row.source,
  createdTime: toShanghaiIso(row.created_time),
  state: row.state,
  checkedInTime: row.checked_in_time && toShanghaiIso(row.checked_in_time),
  position: row.position,
});

/** Numbers by state, 0 for a state without guests. */
export const completeCounts = (found: ReadonlyMap<GuestState, number>): Record<GuestState, number> =>
  Object.fromEntries(guestState.options.map((state) => [state, found.get(state) ?? 0])) as Record<
    GuestState,
    number
  >;

/** Bulk acts on guests. */
export type GuestAct = "checkIn" | "move" | "giveUp";
/**
 * The reason why a bulk act cannot change a guest, as far as it is known before; null: it can.
 * @param target session that guests are moved to; null: there is none in the guest's activity
 */
export function bulkFault(
  act: GuestAct,
  { state, has_begun, activity_id, session_id }: SelectedGuest,
  target: { readonly activityId: string; readonly sessionId: string; readonly hasBegun: boolean } | null,
): string | null {
  if (state === "cancelled") return messages.isCancelled;
  if (state === "waiting" || state === "offered") return messages.isWaiting;
  if (state === "attended") return act === "checkIn" ? messages.isCheckedIn : messages.hasCome;
  if (state === "calledOff") return messages.isCalledOff;
  if (act === "checkIn") return null;
  if (has_begun) return messages.hasBegun;
  if (act === "giveUp") return null;
  if (target?.activityId !== activity_id || session_id === null) return messages.otherActivity;
  if (target.hasBegun) return signUpMessages.sessionBegun;
  return target.sessionId === session_id ? messages.sameSession : null;
}

/** Groups faults with their numbers, the most frequent first. */
export const groupFaults = (faults: readonly string[]): { fault: string; count: number }[] =>
  [...Map.groupBy(faults, (fault) => fault)]
    .map(([fault, all]) => ({ fault, count: all.length }))
    .toSorted((one, other) => other.count - one.count);

type StepSource = {
  readonly row: ConsoleGuestRow;
  readonly detail: GuestDetailRow;
  readonly events: readonly {
    kind: "waited" | "seated" | "moved";
    at_time: Date;
    from_time: Date | null;
    to_time: Date | null;
    operator_id: string | null;
  }[];
  readonly coupons: readonly { name: string; created_time: Date; used_time: Date | null }[];
};
type TimedStep = { readonly at: Date; readonly step: Omit<GuestStep, "time"> };

/** The history of a guest, newest first. */
export function guestSteps({ row, detail, events, coupons }: StepSource): GuestStep[] {
  const isSeat = row.state !== "waiting" && row.state !== "offered";
  const hasWaited = events.some(({ kind }) => kind === "waited");
  const steps: TimedStep[] = [];
  const add = (at: Date | null, step: Omit<GuestStep, "time">): void => {
    if (at !== null) steps.push({ at, step });
  };
  // A seat from the waitlist has its own steps.
  if (!isSeat) add(row.created_time, { kind: "waited" });
  else if (!hasWaited)
    add(row.created_time, {
      kind: detail.added_by === null ? "signedUp" : "added",
      isByOperator: detail.added_by !== null,
    });
  for (const { kind, at_time, from_time, to_time, operator_id } of events)
    add(at_time, {
      kind,
      isByOperator: operator_id !== null,
      ...(from_time && { fromStartTime: toShanghaiIso(from_time) }),
      ...(to_time && { toStartTime: toShanghaiIso(to_time) }),
    });
  add(row.checked_in_time, {
    kind: "checkedIn",
    ...(detail.checked_in_by !== null && { text: detail.checked_in_by }),
  });
  add(detail.cancelled_time, {
    kind: detail.cancelled_by === null ? "cancelled" : "cancelledForGuest",
    isByOperator: detail.cancelled_by !== null,
  });
  for (const { name, created_time, used_time } of coupons) {
    add(created_time, { kind: "coupon", text: name });
    add(used_time, { kind: "couponUsed", text: name });
  }
  return steps
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .map(({ at, step }) => ({ ...step, time: toShanghaiIso(at) }));
}
