import type { Coupon } from "#contract/benefit.ts";
import { copyText } from "../platform/copy-text.ts";
import { toast } from "../platform/http/challenges.ts";
import { Button } from "../ui/button.tsx";
import { Sheet } from "../ui/overlay.tsx";
import { QrCode } from "../ui/qr-code.tsx";
import { words } from "./words.ts";

/** The code, to be scanned or read out at the dealer's. */
export const CouponCode = ({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) => (
  <Sheet isOpen title={words.code.title} onClose={onClose}>
    <div className="cp-code">
      <p className="md">{coupon.name}</p>
      <QrCode text={coupon.code.replaceAll(" ", "")} label={words.code.label(coupon.code)} />
      <b>{coupon.code}</b>
      <p className="bs c2">{words.code.text}</p>
      <Button
        look="outline"
        size="small"
        onClick={() => void copyText(coupon.code).then((isCopied) => isCopied && toast(words.code.copied))}
      >
        {words.code.copy}
      </Button>
    </div>
  </Sheet>
);
