import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import type { WaitlistEntry } from "#contract/signup/waitlist.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { cancellationOf } from "../../activity/index.ts";
import { isCancelledWhileWaiting, isWaitlistPaused } from "./rules.ts";
import type { WaitlistDetailRow } from "./store.ts";
import { scheduleChangeOf } from "../schedule-store.ts";

/** Presents a row to its person. @param row with its current state, see `withCurrentState` */
export function toWaitlistEntry(row: WaitlistDetailRow): WaitlistEntry {
  const calledOff = isCancelledWhileWaiting(row) ? cancellationOf(row) : null;
  const state = calledOff ? "expired" : row.state;
  const moved = state === "expired" ? undefined : scheduleChangeOf(row);
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
    ...(moved && { moved }),
    ...(calledOff && { calledOff }),
  };
}
