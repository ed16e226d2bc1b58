import type { Coupon } from "#contract/benefit/benefit.ts";
import { dottedDate } from "#contract/core/shanghai-date.ts";
import { copyText } from "../../platform/browser/copy-text.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { Button } from "../../ui/form/button.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { QrCode } from "../../ui/media/qr-code.tsx";
import { useLiveCoupon } from "./use-live-coupon.ts";
import { benefitMessages } from "../messages.ts";
import * as couponCss from "./coupon.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** The code to be scanned or read out at the dealer's; shows the redemption as soon as it happened. */
export function CouponCode({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const { state, usedTime } = useLiveCoupon(coupon);
  const isUsed = state === "used";
  return (
    <Sheet isOpen title={benefitMessages.code.title} onClose={onClose}>
      <div className={couponCss.code}>
        <p className={textCss.medium}>{coupon.name}</p>
        <div className={classNames("", isUsed && couponCss.used)}>
          <QrCode text={coupon.code.replaceAll(" ", "")} label={benefitMessages.code.label(coupon.code)} />
        </div>
        <b translate="no">{coupon.code}</b>
        <output className={`${textCss.small} ${textCss.secondary}`}>
          {isUsed
            ? benefitMessages.code.used(dottedDate(usedTime ?? ""))
            : benefitMessages.code[state === "expired" ? "over" : "text"]}
        </output>
        {isUsed ? (
          <Button size="small" onClick={onClose}>
            {benefitMessages.code.close}
          </Button>
        ) : (
          <Button
            look="outline"
            size="small"
            onClick={() =>
              void copyText(coupon.code).then(
                (isCopied) => isCopied && showToast(benefitMessages.code.copied),
              )
            }
          >
            {benefitMessages.code.copy}
          </Button>
        )}
      </div>
    </Sheet>
  );
}
