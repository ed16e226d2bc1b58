import type { Coupon } from "#contract/benefit.ts";
import { copyText } from "../platform/copy-text.ts";
import { toast } from "../platform/http/challenges.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Sheet } from "../ui/overlay.tsx";
import { QrCode } from "../ui/qr-code.tsx";
import { dottedDate } from "./dates.ts";
import { useRedeemed } from "./use-redeemed.ts";
import { words } from "./words.ts";

/** The code, to be scanned or read out at the dealer's; it says so as soon as they have redeemed it. */
export function CouponCode({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const { state, usedTime } = useRedeemed(coupon);
  const isUsed = state === "used";
  return (
    <Sheet isOpen title={words.code.title} onClose={onClose}>
      <div className="cp-code">
        <p className="md">{coupon.name}</p>
        <div className={classes("qr-box", isUsed && "used")}>
          <QrCode text={coupon.code.replaceAll(" ", "")} label={words.code.label(coupon.code)} />
        </div>
        <b>{coupon.code}</b>
        <output className="bs c2">
          {isUsed ? words.code.used(dottedDate(usedTime ?? "")) : words.code.text}
        </output>
        {isUsed ? (
          <Button size="small" onClick={onClose}>
            {words.code.close}
          </Button>
        ) : (
          <Button
            look="outline"
            size="small"
            onClick={() =>
              void copyText(coupon.code).then((isCopied) => isCopied && toast(words.code.copied))
            }
          >
            {words.code.copy}
          </Button>
        )}
      </div>
    </Sheet>
  );
}
