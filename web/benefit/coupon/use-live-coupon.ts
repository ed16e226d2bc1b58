import { useEffect, useEffectEvent, useState } from "react";
import type { Coupon } from "#contract/benefit/benefit.ts";
import { send } from "../../platform/http/send.ts";
import { pollWithBackoff } from "../../platform/browser/poll-with-backoff.ts";
import { loadUserCoupon } from "../api.ts";

/** A coupon whose code is on show, as it stands by now: the dealer's staff may just have redeemed it. */
export function useLiveCoupon(coupon: Coupon): Coupon {
  const [now, setNow] = useState(coupon);
  const isOver = now.state === "used" || now.state === "expired";
  const ask = useEffectEvent(async () => {
    const found = await loadUserCoupon(send, coupon.couponId);
    if (found) setNow(found);
  });
  useEffect(() => {
    if (isOver) return;
    // Without an answer the code stands: it is read out as well.
    return pollWithBackoff(() => ask());
  }, [isOver]);
  return now;
}
