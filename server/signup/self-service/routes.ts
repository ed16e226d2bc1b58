import {
  cancelSignUp,
  changeSession,
  listOwnSignUps,
  type OwnSignUp,
} from "#contract/signup/self-service.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { acknowledgeSchedule } from "#contract/signup/schedule.ts";
import { cancellationOf } from "../../activity/index.ts";
import { requireUser } from "../../http/pipeline/caller.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import type { AppContext } from "../../core/app-context.ts";
import { canCancel, isActivityCancelled, ownSignUpState } from "./rules.ts";
import { ownSignUpStore, type OwnSignUpRow } from "./store.ts";
import { createSelfService } from "./sign-up-changes.ts";
import { isCancelledWhileWaiting, isWaitlistPaused, withCurrentState } from "../waitlist/rules.ts";
import { waitlistStore, type WaitlistDetailRow } from "../waitlist/store.ts";
import { acknowledgeScheduleChange, scheduleChangeOf } from "../schedule-store.ts";

function toOwnSignUp(row: OwnSignUpRow, now: number): OwnSignUp {
  const seat = {
    beginsTime: row.begins_time.getTime(),
    endTime: row.to_time.getTime(),
    isCancelled: row.cancelled_time !== null,
    isCheckedIn: row.checked_in_time !== null,
    activityCancelledTime: row.called_off_time?.getTime() ?? null,
  };
  const isCancellable = canCancel(seat, now);
  const calledOff = isActivityCancelled(seat) ? cancellationOf(row) : null;
  const state = ownSignUpState(seat, now);
  const moved = state === "upcoming" ? scheduleChangeOf(row) : undefined;
  return {
    signUpId: row.signup_id,
    activityId: row.activity_id,
    activityType: row.activity_type,
    title: row.title,
    coverUrl: row.cover_url,
    state,
    sessionId: row.session_id,
    dealerId: row.dealer_id,
    startTime: toShanghaiIso(row.from_time),
    endTime: toShanghaiIso(row.to_time),
    dealerName: row.dealer && dealerDisplayName(row.dealer),
    address: row.address,
    canCancel: isCancellable,
    canChange: isCancellable && row.others > 0,
    createdTime: toShanghaiIso(row.created_time),
    ...(row.ticket_code !== null && !calledOff && { ticketCode: row.ticket_code }),
    ...(moved && { moved }),
    ...(calledOff && { calledOff }),
    ...(row.cancel_reason !== null && { cancelReason: row.cancel_reason }),
  };
}

function toOwnWaitlistEntry(row: WaitlistDetailRow): OwnSignUp {
  const calledOff = isCancelledWhileWaiting(row) ? cancellationOf(row) : null;
  const moved = calledOff || row.state === "expired" ? undefined : scheduleChangeOf(row);
  return {
    signUpId: row.signup_id,
    activityId: row.activity_id,
    activityType: row.activity_type,
    title: row.title,
    coverUrl: row.cover_url,
    state: calledOff ? "cancelled" : row.state,
    sessionId: row.session_id,
    dealerId: row.at_dealer_id,
    startTime: toShanghaiIso(row.from_time),
    endTime: toShanghaiIso(row.to_time),
    dealerName: row.dealer && dealerDisplayName(row.dealer),
    address: row.address,
    canCancel: false,
    canChange: false,
    createdTime: toShanghaiIso(row.joined_time),
    before: row.before,
    ...(row.state === "offered" &&
      !calledOff &&
      row.offer_until && { offerUntil: toShanghaiIso(row.offer_until) }),
    ...(isWaitlistPaused(row) && { isPaused: true as const }),
    ...(moved && { moved }),
    ...(calledOff && { calledOff }),
  };
}
const newestFirst = (one: OwnSignUp, other: OwnSignUp): number =>
  Date.parse(other.createdTime) - Date.parse(one.createdTime);

/** Handles the calls for the caller's own sign-ups: list, cancel, change the session. */
export function selfServiceRoutes(
  { db, clock }: AppContext,
  calls: RpcRouter,
  invalidateSoldOut: (activityId: string) => void,
): void {
  const own = createSelfService(db);
  calls.on(listOwnSignUps, async (_args, caller) => {
    const now = clock.now();
    const { userId } = requireUser(caller);
    const rows = await ownSignUpStore.list(db, userId, new Date(now));
    const waiting = (await waitlistStore.listOfUser(db, userId, null)).map((row) =>
      withCurrentState(row, now),
    );
    return [...waiting.map(toOwnWaitlistEntry), ...rows.map((row) => toOwnSignUp(row, now))].toSorted(
      newestFirst,
    );
  });
  calls.on(cancelSignUp, async ({ id }, caller) => {
    const cancelled = await own.cancel(id, requireUser(caller).userId, clock.now());
    invalidateSoldOut(id);
    return { cancelled };
  });
  calls.on(acknowledgeSchedule, async ({ id, changeId }, caller) => ({
    acknowledged: await acknowledgeScheduleChange(db, id, requireUser(caller).userId, changeId),
  }));
  calls.on(changeSession, async ({ id, sessionId }, caller) => {
    const session = await own.change(id, requireUser(caller).userId, sessionId, clock.now());
    return {
      sessionId,
      startTime: toShanghaiIso(session.start_time),
      endTime: toShanghaiIso(session.end_time),
    };
  });
}
