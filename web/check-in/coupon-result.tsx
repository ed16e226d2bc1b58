import type { RedeemResult, PresentedCoupon } from "#contract/check-in/check-in.ts";
import { formatMoment } from "../ui/display/format.ts";
import { TicketIcon } from "../ui/icons/detail-icons.tsx";
import { CheckCircleIcon, WarningIcon } from "../ui/icons/common-icons.tsx";
import { checkInMessages } from "./messages.ts";
import * as checkInCss from "./check-in.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as textCss from "../ui/styles/text.module.css";

const texts = checkInMessages.coupon;
/** A coupon to the end of a day ends at its last minute, not at the next one's first. */
const lastMoment = (validTo: string): string => formatMoment(Date.parse(validTo) - 1);

type CouponResultProps = { coupon: PresentedCoupon; redeemed: RedeemResult["result"] | "undone" | null };

/** Where a coupon stands, in one line; `redeemed`: by the press just made. */
function couponStatusText(
  { state, validTo, usedTime, usedBy }: PresentedCoupon,
  redeemed: CouponResultProps["redeemed"],
): string {
  if (redeemed === "done" || redeemed === "undone") return texts[redeemed];
  if (state === "expired") return texts.expired(lastMoment(validTo));
  if (state !== "used") return texts.open;
  const when = usedTime === null ? "" : formatMoment(usedTime);
  return usedBy === null ? texts.used(when) : texts.already(when, usedBy);
}

/** Whether a coupon can be redeemed as it stands. */
export const isRedeemable = ({ state }: PresentedCoupon): boolean => state === "usable" || state === "soon";

/** The redemption of such a desk that stands, by its moment; null: there is none to take back. */
export const undoableRedemption = ({ state, usedTime, usedBy }: PresentedCoupon): string | null =>
  state === "used" && usedBy !== null ? usedTime : null;

/** A coupon that was scanned or typed, as large as a ticket's result: what it is worth, for what, and where it stands. */
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
        {isFine && !isDone && <p>{texts.until(lastMoment(validTo))}</p>}
      </div>
    </div>
  );
}
