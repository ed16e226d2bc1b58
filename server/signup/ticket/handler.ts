import { maskMobile } from "#contract/core/mask-mobile.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import { showSignUp, type SignUpState } from "#contract/signup/signup.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { activityNotFound, cancellationOf } from "../../activity/index.ts";
import type { AppContext } from "../../core/app-context.ts";
import { requireUser } from "../../http/pipeline/caller.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import { isActivityPublished } from "../activity-store.ts";
import { signUpMessages } from "../messages.ts";
import { canCancel, isActivityCancelled, ownSignUpState, type HeldSeat } from "../self-service/rules.ts";
import { withCurrentState } from "../waitlist/rules.ts";
import { waitlistStore } from "../waitlist/store.ts";
import { toWaitlistEntry } from "../waitlist/waitlist-entry.ts";
import { findTicket, type TicketRow } from "./store.ts";
import type { TicketKeys } from "./ticket-keys.ts";
import { scheduleChangeOf } from "../schedule-store.ts";

function toSignUpState(row: TicketRow, now: number, key: string): SignUpState {
  const seat: HeldSeat = {
    beginsTime: row.begins_time.getTime(),
    endTime: row.to_time.getTime(),
    isCancelled: false,
    isCheckedIn: row.checked_in_time !== null,
    activityCancelledTime: row.called_off_time?.getTime() ?? null,
  };
  const isCancellable = canCancel(seat, now);
  const calledOff = isActivityCancelled(seat) ? cancellationOf(row) : null;
  const moved = ownSignUpState(seat, now) === "upcoming" ? scheduleChangeOf(row) : undefined;
  return {
    signed: true,
    signUpId: row.signup_id,
    ticketCode: row.ticket_code,
    status: row.status,
    ticket: {
      name: row.name,
      mobile: maskMobile(row.mobile),
      seriesName: row.series_name,
      dealerName: row.dealer && dealerDisplayName(row.dealer),
      address: row.address,
      activityType: row.activity_type,
      longitude: row.longitude,
      latitude: row.latitude,
      startTime: toShanghaiIso(row.from_time),
      endTime: toShanghaiIso(row.to_time),
      title: row.title,
      coverUrl: row.cover_url,
      createdTime: toShanghaiIso(row.created_time),
      sessionId: row.session_id,
      dealerId: row.at_dealer_id,
      key,
      checkedInTime: row.checked_in_time && toShanghaiIso(row.checked_in_time),
      canCancel: isCancellable,
      canChange: isCancellable && row.others > 0,
      ...(calledOff && { calledOff }),
      ...(moved && { moved }),
      calendarSequence: row.calendar_sequence,
      calendarTime: toShanghaiIso(row.calendar_stamp),
    },
  };
}

/** Handles `showSignUp`: the caller's ticket, else their waitlist entry. */
export function handleShowSignUp({ db, clock }: AppContext, calls: RpcRouter, keys: TicketKeys): void {
  calls.on(showSignUp, async ({ activityId }, caller) => {
    const now = clock.now();
    const { userId } = requireUser(caller);
    const row = await findTicket(db, activityId, userId, new Date(now));
    if (row) return toSignUpState(row, now, await keys.keyOf(row.signup_id));
    const [entry] = await waitlistStore.listOfUser(db, userId, activityId);
    if (entry) {
      const waiting = toWaitlistEntry(withCurrentState(entry, now));
      const status = waiting.state === "expired" ? null : ("waitlisted" as const);
      return { signed: false, signUpId: waiting.signUpId, ticketCode: null, status, ticket: null, waiting };
    }
    if (!(await isActivityPublished(db, activityId)))
      throw await activityNotFound(db, activityId, signUpMessages.unknownActivity);
    return { signed: false, signUpId: null, ticketCode: null, status: null, ticket: null };
  });
}
