import type { RedeemResult, PresentedCoupon } from "#contract/check-in/check-in.ts";
import { formatMoment, formatDeadline } from "#contract/core/moment-text.ts";
import { TicketIcon } from "../ui/icons/detail-icons.tsx";
import { CheckCircleIcon, WarningIcon } from "../ui/icons/common-icons.tsx";
import { checkInMessages } from "./messages.ts";
import * as checkInCss from "./check-in.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as textCss from "../ui/styles/text.module.css";

const texts = checkInMessages.coupon;

type CouponResultProps = { coupon: PresentedCoupon; redeemed: RedeemResult["result"] | "undone" | null };

/** State of a coupon in one line; `redeemed`: by the last press. */
function couponStatusText(
  { state, validTo, usedTime, usedBy, lapsed, isHeld }: PresentedCoupon,
  redeemed: CouponResultProps["redeemed"],
): string {
  if (redeemed === "done" || redeemed === "undone") return texts[redeemed];
  if (lapsed !== undefined) return texts.lapsed[lapsed];
  if (isHeld === true) return texts.held;
  if (state === "expired") return texts.expired(formatDeadline(validTo));
  if (state !== "used") return texts.open;
  const when = usedTime === null ? "" : formatMoment(usedTime);
  return usedBy === null ? texts.used(when) : texts.already(when, usedBy);
}

/** Whether a coupon can be redeemed in its current state. */
export const isRedeemable = ({ state, isHeld }: PresentedCoupon): boolean =>
  isHeld !== true && (state === "usable" || state === "soon");

/** Time of the redemption that this desk may undo; null if there is none. */
export const undoableRedemption = ({ state, usedTime, usedBy }: PresentedCoupon): string | null =>
  state === "used" && usedBy !== null ? usedTime : null;

/** Scanned or typed coupon, as large as a ticket's result: value, name and state. */
export function CouponResult({ coupon, redeemed }: CouponResultProps) {
  const { name, value, condition, summary, validTo } = coupon;
  const isDone = redeemed === "done";
  const isFine = isDone || redeemed === "undone" || isRedeemable(coupon);
  return (
    <div className={isFine ? checkInCss.accepted : checkInCss.refused}>
      {isDone ? <CheckCircleIcon size={24} /> : isFine ? <TicketIcon size={24} /> : <WarningIcon size={24} />}
      <div className={layoutCss.grow}>
        <b className={textCss.title2}>{couponStatusText(coupon, redeemed)}</b>
        <p className={textCss.medium}>{texts.named(value, name)}</p>
        <p>{[condition, summary].filter((text) => text !== "").join(texts.between)}</p>
        {isFine && !isDone && <p>{texts.until(formatDeadline(validTo))}</p>}
      </div>
    </div>
  );
}
