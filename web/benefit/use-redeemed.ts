import { useEffect, useEffectEvent, useState } from "react";
import type { Coupon } from "#contract/benefit.ts";
import { send } from "../platform/http/send.ts";
import { keepAsking } from "../platform/keep-asking.ts";
import { loadCoupon } from "./api.ts";

/** A coupon whose code is on show, as it stands by now: the dealer's staff may just have redeemed it. */
export function useRedeemed(coupon: Coupon): Coupon {
  const [now, setNow] = useState(coupon);
  const isOver = now.state === "used" || now.state === "expired";
  const ask = useEffectEvent(async () => {
    const found = await loadCoupon(send, coupon.couponId);
    if (found) setNow(found);
  });
  useEffect(() => {
    if (isOver) return;
    // Without an answer the code stands: it is read out as well.
    return keepAsking(() => ask());
  }, [isOver]);
  return now;
}
