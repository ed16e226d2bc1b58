import * as checkoutCss from "./checkout.module.css";
import type { Quote } from "#contract/order/checkout.ts";
import { formatLastDate } from "#contract/core/moment-text.ts";
import { priceText } from "#contract/mall/price-text.ts";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import * as overlayCss from "../../ui/overlay/overlay.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { checkoutMessages } from "./checkout-messages.ts";

type CouponSheetProps = {
  coupons: Quote["coupons"];
  chosenId: string | null;
  onChoose: (couponId: string | null) => void;
  onClose: () => void;
};

type EntryProps = { entry: Quote["coupons"][number]; isOn: boolean; onChoose: () => void };
const Entry = ({ entry: { coupon, isUsable, why, saveFen }, isOn, onChoose }: EntryProps) => (
  <label
    className={checkoutCss.coupon}
    aria-label={[
      coupon.value,
      coupon.condition,
      coupon.name,
      checkoutMessages.until(formatLastDate(coupon.validTo)),
      isUsable ? checkoutMessages.save(priceText(saveFen)) : why,
    ].join(" ")}
  >
    <span className={checkoutCss.value}>
      <b>{coupon.value}</b>
      <small>{coupon.condition}</small>
    </span>
    <span className={checkoutCss.facts}>
      <b>{coupon.name}</b>
      <small>{checkoutMessages.until(formatLastDate(coupon.validTo))}</small>
      <small className={textCss.accent}>{isUsable ? checkoutMessages.save(priceText(saveFen)) : why}</small>
    </span>
    <input type="radio" name="coupon" checked={isOn} disabled={!isUsable} onChange={onChoose} />
  </label>
);

/** The person's coupons for this order: usable ones first, the others with the reason (requirement MA14). */
export default function CouponSheet({ coupons, chosenId, onChoose, onClose }: CouponSheetProps) {
  const usable = coupons.filter(({ isUsable }) => isUsable);
  const others = coupons.filter(({ isUsable }) => !isUsable);
  return (
    <Sheet isOpen onClose={onClose} title={checkoutMessages.couponTitle}>
      <div className={overlayCss.body}>
        <h3 className={textCss.title3}>{checkoutMessages.usable(usable.length)}</h3>
        {usable.map((entry) => (
          <Entry
            key={entry.coupon.couponId}
            entry={entry}
            isOn={entry.coupon.couponId === chosenId}
            onChoose={() => onChoose(entry.coupon.couponId)}
          />
        ))}
        <label className={checkoutCss.none}>
          {checkoutMessages.notUse}
          <input type="radio" name="coupon" checked={chosenId === null} onChange={() => onChoose(null)} />
        </label>
        {others.length > 0 && <h3 className={textCss.title3}>{checkoutMessages.unusable(others.length)}</h3>}
        {others.map((entry) => (
          <Entry key={entry.coupon.couponId} entry={entry} isOn={false} onChoose={() => {}} />
        ))}
      </div>
    </Sheet>
  );
}
