import type { RedeemResult, ShownCoupon } from "#contract/check-in.ts";
import { formatMoment } from "../ui/format.ts";
import { TicketIcon } from "../ui/icons-of-things.tsx";
import { CheckCircleIcon, WarningIcon } from "../ui/icons.tsx";
import { words } from "./words.ts";

const texts = words.coupon;
/** A coupon to the end of a day ends at its last minute, not at the next one's first. */
const lastMoment = (validTo: string): string => formatMoment(Date.parse(validTo) - 1);

type CouponToldProps = { coupon: ShownCoupon; redeemed: RedeemResult["result"] | "undone" | null };

/** Where a coupon stands, in one line; `redeemed`: by the press just made. */
function standing(
  { state, validTo, usedTime, usedBy }: ShownCoupon,
  redeemed: CouponToldProps["redeemed"],
): string {
  if (redeemed === "done" || redeemed === "undone") return texts[redeemed];
  if (state === "expired") return texts.expired(lastMoment(validTo));
  if (state !== "used") return texts.open;
  const when = usedTime === null ? "" : formatMoment(usedTime);
  return usedBy === null ? texts.used(when) : texts.already(when, usedBy);
}

/** Whether a coupon can be redeemed as it stands. */
export const isOpen = ({ state }: ShownCoupon): boolean => state === "usable" || state === "soon";

/** The redemption of such a desk that stands, by its moment; null: there is none to take back. */
export const redemptionOf = ({ state, usedTime, usedBy }: ShownCoupon): string | null =>
  state === "used" && usedBy !== null ? usedTime : null;

/** A coupon that was scanned or typed, as large as a ticket's result: what it is worth, for what, and where it stands. */
export function CouponTold({ coupon, redeemed }: CouponToldProps) {
  const { name, value, condition, summary, validTo } = coupon;
  const isDone = redeemed === "done";
  const isFine = isDone || redeemed === "undone" || isOpen(coupon);
  return (
    <div className={isFine ? "ok" : "bad"}>
      {isDone ? <CheckCircleIcon size={24} /> : isFine ? <TicketIcon size={24} /> : <WarningIcon size={24} />}
      <div className="f1">
        <b className="t2">{standing(coupon, redeemed)}</b>
        <p className="md">{texts.named(value, name)}</p>
        <p>{[condition, summary].filter((text) => text !== "").join(texts.between)}</p>
        {isFine && !isDone && <p>{texts.until(lastMoment(validTo))}</p>}
      </div>
    </div>
  );
}
