import { cancelSignUp, changeSession, listOwnSignUps, type OwnSignUp } from "#contract/own-sign-up.ts";
import { shownName } from "#contract/shown-name.ts";
import { calledOffOf, momentOf } from "../activity/index.ts";
import { userOf } from "../http/caller.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import { canCancel, isCalledOff, stateOf } from "./own-rules.ts";
import { ownStore, type OwnRow } from "./own-store.ts";
import { ownSignUps } from "./own.ts";
import { asOf } from "./waitlist-routes.ts";
import { isCalledOffWaiting, isPaused } from "./waitlist-rules.ts";
import { waitlistStore, type ShownWaitRow } from "./waitlist-store.ts";

function toOwn(row: OwnRow, now: number): OwnSignUp {
  const held = {
    beginsTime: row.begins_time.getTime(),
    endTime: row.to_time.getTime(),
    isCancelled: row.cancelled_time !== null,
    isCheckedIn: row.checked_in_time !== null,
    calledOffTime: row.called_off_time?.getTime() ?? null,
  };
  const isFree = canCancel(held, now);
  const calledOff = isCalledOff(held) ? calledOffOf(row) : null;
  return {
    signUpId: row.signup_id,
    activityId: row.activity_id,
    activityType: row.activity_type,
    title: row.title,
    coverUrl: row.cover_url,
    state: stateOf(held, now),
    sessionId: row.session_id,
    dealerId: row.dealer_id,
    startTime: momentOf(row.from_time),
    endTime: momentOf(row.to_time),
    dealerName: row.dealer && shownName(row.dealer),
    address: row.address,
    canCancel: isFree,
    canChange: isFree && row.others > 0,
    createdTime: momentOf(row.created_time),
    ...(calledOff && { calledOff }),
  };
}

function toOwnWaiting(row: ShownWaitRow): OwnSignUp {
  const calledOff = isCalledOffWaiting(row) ? calledOffOf(row) : null;
  return {
    signUpId: row.signup_id,
    activityId: row.activity_id,
    activityType: row.activity_type,
    title: row.title,
    coverUrl: row.cover_url,
    state: calledOff ? "cancelled" : row.state,
    sessionId: row.session_id,
    dealerId: row.at_dealer_id,
    startTime: momentOf(row.from_time),
    endTime: momentOf(row.to_time),
    dealerName: row.dealer && shownName(row.dealer),
    address: row.address,
    canCancel: false,
    canChange: false,
    createdTime: momentOf(row.joined_time),
    before: row.before,
    ...(row.state === "offered" &&
      !calledOff &&
      row.offer_until && { offerUntil: momentOf(row.offer_until) }),
    ...(isPaused(row) && { isPaused: true as const }),
    ...(calledOff && { calledOff }),
  };
}
const newestFirst = (one: OwnSignUp, other: OwnSignUp): number =>
  Date.parse(other.createdTime) - Date.parse(one.createdTime);

/** The caller's own sign-ups: what they are, giving one up, another session. @param seatFreed told of an activity */
export function ownRoutes({ db, clock }: Kit, calls: Calls, seatFreed: (activityId: string) => void): void {
  const own = ownSignUps(db);
  calls.on(listOwnSignUps, async (_args, caller) => {
    const now = clock.now();
    const { userId } = userOf(caller);
    const rows = await ownStore.list(db, userId, new Date(now));
    const waiting = (await waitlistStore.own(db, userId, null)).map((row) => asOf(row, now));
    return [...waiting.map(toOwnWaiting), ...rows.map((row) => toOwn(row, now))].toSorted(newestFirst);
  });
  calls.on(cancelSignUp, async ({ id }, caller) => {
    const cancelled = await own.cancel(id, userOf(caller).userId, clock.now());
    seatFreed(id);
    return { cancelled };
  });
  calls.on(changeSession, async ({ id, sessionId }, caller) => {
    const session = await own.change(id, userOf(caller).userId, sessionId, clock.now());
    return { sessionId, startTime: momentOf(session.start_time), endTime: momentOf(session.end_time) };
  });
}
