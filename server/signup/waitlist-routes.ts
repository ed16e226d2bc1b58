import { shownName } from "#contract/shown-name.ts";
import { acceptOffer, leaveWaitlist, type Waiting } from "#contract/waitlist.ts";
import { calledOffOf, momentOf } from "../activity/index.ts";
import { userOf } from "../http/caller.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import { isCalledOffWaiting, isPaused } from "./waitlist-rules.ts";
import { waitlist } from "./waitlist.ts";
import type { ShownWaitRow, TimedWaitRow } from "./waitlist-store.ts";

/** What stands at a moment: an offer whose time is over, and waiting for what has begun, have no hope left. */
export function asOf<Row extends TimedWaitRow>(row: Row, now: number): Row {
  const isOver = row.state === "offered" && (row.offer_until?.getTime() ?? 0) <= now;
  const isMissed = row.state === "waiting" && row.begins_time.getTime() <= now;
  return isOver || isMissed ? { ...row, state: "expired" } : row;
}

/** A place on the waitlist as its person is told of it. */
export function toWaiting(row: ShownWaitRow): Waiting {
  const calledOff = isCalledOffWaiting(row) ? calledOffOf(row) : null;
  const state = calledOff ? "expired" : row.state;
  return {
    signUpId: row.signup_id,
    state,
    position: state === "waiting" ? row.before + 1 : 0,
    offerUntil: state === "offered" && row.offer_until ? momentOf(row.offer_until) : null,
    title: row.title,
    coverUrl: row.cover_url,
    startTime: momentOf(row.from_time),
    endTime: momentOf(row.to_time),
    dealerName: row.dealer && shownName(row.dealer),
    address: row.address,
    ...(isPaused(row) && { isPaused: true as const }),
    ...(calledOff && { calledOff }),
  };
}

/** Accepting and leaving; joining is a sign-up's own wish. @param seatFreed told of an activity */
export function waitlistRoutes(
  { db, clock }: Kit,
  calls: Calls,
  seatFreed: (activityId: string) => void,
): void {
  const queue = waitlist(db);
  calls.on(acceptOffer, async ({ id }, caller) => {
    const { signup_id, ticket_code, status } = await queue.accept(id, userOf(caller).userId, clock.now());
    return { signUpId: signup_id, ticketCode: ticket_code, status };
  });
  calls.on(leaveWaitlist, async ({ id }, caller) => {
    const left = await queue.leave(id, userOf(caller).userId, clock.now());
    seatFreed(id);
    return { left };
  });
}
