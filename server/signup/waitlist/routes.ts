import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import { acceptOffer, leaveWaitlist, type WaitlistEntry } from "#contract/signup/waitlist.ts";
import { cancellationOf, toShanghaiIso } from "../../activity/index.ts";
import { requireUser } from "../../http/pipeline/caller.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import type { AppContext } from "../../core/app-context.ts";
import { isCancelledWhileWaiting, isWaitlistPaused } from "./rules.ts";
import { createWaitlist } from "./queue.ts";
import type { WaitlistDetailRow, TimedWaitlistRow } from "./store.ts";

/** What stands at a moment: an offer whose time is over, and waiting for what has begun, have no hope left. */
export function withCurrentState<Row extends TimedWaitlistRow>(row: Row, now: number): Row {
  const isOver = row.state === "offered" && (row.offer_until?.getTime() ?? 0) <= now;
  const isMissed = row.state === "waiting" && row.begins_time.getTime() <= now;
  return isOver || isMissed ? { ...row, state: "expired" } : row;
}

/** A place on the waitlist as its person is told of it. */
export function toWaitlistEntry(row: WaitlistDetailRow): WaitlistEntry {
  const calledOff = isCancelledWhileWaiting(row) ? cancellationOf(row) : null;
  const state = calledOff ? "expired" : row.state;
  return {
    signUpId: row.signup_id,
    state,
    position: state === "waiting" ? row.before + 1 : 0,
    offerUntil: state === "offered" && row.offer_until ? toShanghaiIso(row.offer_until) : null,
    title: row.title,
    coverUrl: row.cover_url,
    startTime: toShanghaiIso(row.from_time),
    endTime: toShanghaiIso(row.to_time),
    dealerName: row.dealer && dealerDisplayName(row.dealer),
    address: row.address,
    ...(isWaitlistPaused(row) && { isPaused: true as const }),
    ...(calledOff && { calledOff }),
  };
}

/** Accepting and leaving; joining is a sign-up's own wish. @param seatFreed told of an activity */
export function waitlistRoutes(
  { db, clock }: AppContext,
  calls: RpcRouter,
  seatFreed: (activityId: string) => void,
): void {
  const queue = createWaitlist(db);
  calls.on(acceptOffer, async ({ id }, caller) => {
    const { signup_id, ticket_code, status } = await queue.accept(
      id,
      requireUser(caller).userId,
      clock.now(),
    );
    return { signUpId: signup_id, ticketCode: ticket_code, status };
  });
  calls.on(leaveWaitlist, async ({ id }, caller) => {
    const left = await queue.leave(id, requireUser(caller).userId, clock.now());
    seatFreed(id);
    return { left };
  });
}
