import { useEffect, useEffectEvent, useState } from "react";
import type { Coupon } from "#contract/benefit/benefit.ts";
import { send } from "../../platform/http/send.ts";
import { pollWithBackoff } from "../../platform/browser/poll-with-backoff.ts";
import { loadUserCoupon } from "../api.ts";

/** Current state of a coupon while its code is displayed, since staff may redeem it at any time. */
export function useLiveCoupon(coupon: Coupon): Coupon {
  const [now, setNow] = useState(coupon);
  const isOver = now.state === "used" || now.state === "expired";
  const ask = useEffectEvent(async () => {
    const found = await loadUserCoupon(send, coupon.couponId);
    if (found) setNow(found);
  });
  useEffect(() => {
    if (isOver) return;
    // Keeps the code if a request fails, since it can also be read out.
    return pollWithBackoff(() => ask());
  }, [isOver]);
  return now;
}
