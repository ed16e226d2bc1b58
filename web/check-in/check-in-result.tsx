import type { Ref } from "react";
import type {
  CheckInResult,
  Guest,
  HandOverResult,
  PresentedCoupon,
  PresentedPickup,
  RedeemResult,
} from "#contract/check-in/check-in.ts";
import { dayNumber, formatClock } from "#contract/core/date-text.ts";
import { formatMoment } from "#contract/core/moment-text.ts";
import { CheckCircleIcon, WarningIcon } from "../ui/icons/common-icons.tsx";
import { CouponResult } from "./coupon-result.tsx";
import { PickupResult } from "./pickup-result.tsx";
import { checkInMessages } from "./messages.ts";
import * as checkInCss from "./check-in.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as textCss from "../ui/styles/text.module.css";

/** Outcome of the last action; `at` distinguishes two of the same kind. */
export type CheckInOutcome = { readonly at: number } & (
  | CheckInResult
  | { readonly result: "undone"; readonly guest: Guest | null }
  | { readonly result: "failed" | "refused"; readonly guest: null; readonly text: string }
  | {
      readonly result: "redeemed";
      readonly guest: null;
      readonly coupon: PresentedCoupon;
      readonly redeemed: RedeemResult["result"] | "undone";
    }
  | {
      readonly result: "handedOver";
      readonly guest: null;
      readonly pickup: PresentedPickup;
      readonly handed: HandOverResult["result"];
    }
);

const timeOf = (moment: string | null): string => (moment === null ? "" : formatMoment(moment));

function outcomeText(outcome: CheckInOutcome): string {
  const { guest } = outcome;
  switch (outcome.result) {
    case "already":
      return checkInMessages.results.already(timeOf(guest?.checkedInTime ?? null), guest?.checkedInBy ?? "");
    case "elsewhere":
      return checkInMessages.results.elsewhere(timeOf(guest?.startTime ?? null));
    case "failed":
      return `${checkInMessages.results.failed}（${outcome.text}）`;
    case "refused":
      return outcome.text;
    case "done":
    case "undone":
    case "stale":
      return checkInMessages.results[outcome.result];
    default:
      return checkInMessages.results.unknown;
  }
}

/** Coupon that the last outcome concerns; null for a guest. */
export const couponInOutcome = (outcome: CheckInOutcome | null): PresentedCoupon | null =>
  outcome?.result === "coupon" || outcome?.result === "redeemed" ? (outcome.coupon ?? null) : null;

/** Pick-up order that the last outcome concerns; null for a guest or a coupon. */
export const pickupInOutcome = (outcome: CheckInOutcome | null): PresentedPickup | null =>
  outcome?.result === "pickup" || outcome?.result === "pickupElsewhere" || outcome?.result === "handedOver"
    ? (outcome.pickup ?? null)
    : null;

/** Outcome of the last action in large type, readable at arm's length and announced to screen readers. */
export function CheckInResultView({
  outcome,
  outputRef,
}: {
  outcome: CheckInOutcome | null;
  outputRef: Ref<HTMLOutputElement>;
}) {
  const coupon = couponInOutcome(outcome);
  const redeemed = outcome?.result === "redeemed" ? outcome.redeemed : null;
  const pickup = pickupInOutcome(outcome);
  const handed = outcome?.result === "handedOver" ? outcome.handed : null;
  return (
    <output className={checkInCss.result} ref={outputRef} tabIndex={-1}>
      {outcome && coupon && <CouponResult key={outcome.at} {...{ coupon, redeemed }} />}
      {outcome && pickup && <PickupResult key={outcome.at} {...{ pickup, handed }} />}
      {outcome && !coupon && !pickup && <GuestResult key={outcome.at} outcome={outcome} />}
    </output>
  );
}

/** Time after the start for which an arrival past midnight belongs to the day of the start, ms. */
const LATEST_ARRIVAL = 12 * 3_600_000;
/** Whether a person arrived on another day than that of their session, which may go on after midnight. */
function isAnotherDay(startTime: string, arrivedTime: string): boolean {
  const late = Date.parse(arrivedTime) - Date.parse(startTime);
  return dayNumber(startTime) !== dayNumber(arrivedTime) && (late < 0 || late > LATEST_ARRIVAL);
}

/** Outcome for a ticket or a row of the list. */
function GuestResult({ outcome }: { outcome: CheckInOutcome }) {
  const { guest } = outcome;
  const isFine = outcome.result === "done" || outcome.result === "undone";
  // The server's time of the check-in, since the phone's clock may be wrong (requirement K22).
  const arrivedTime = outcome.result === "done" ? (guest?.checkedInTime ?? null) : null;
  const isOtherDay = guest !== null && arrivedTime !== null && isAnotherDay(guest.startTime, arrivedTime);
  return (
    <div className={isFine ? checkInCss.accepted : checkInCss.refused}>
      {isFine ? <CheckCircleIcon size={24} /> : <WarningIcon size={24} />}
      <div className={layoutCss.grow}>
        <b className={textCss.title2}>{outcomeText(outcome)}</b>
        {guest && outcome.result !== "unknown" && (
          <p>
            {guest.name} <span className={textCss.numeric}>{guest.mobile}</span> ·{" "}
            {formatClock(guest.startTime)}
          </p>
        )}
        {outcome.result === "unknown" && <p>{checkInMessages.results.unknownNext}</p>}
        {isOtherDay && <p>{checkInMessages.otherDay(formatMoment(guest.startTime))}</p>}
      </div>
    </div>
  );
}
