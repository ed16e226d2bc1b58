import { useEffect, useEffectEvent, useState } from "react";
import type { Coupon } from "#contract/benefit/benefit.ts";
import { send } from "../../platform/http/send.ts";
import { pollWithBackoff } from "../../platform/browser/poll-with-backoff.ts";
import { loadUserCoupon } from "../api.ts";

/** Current state of a coupon while its code is displayed, since staff may redeem it at any time. */
export function useLiveCoupon(coupon: Coupon): Coupon {
  const [current, setCurrent] = useState(coupon);
  const isFinal = current.state === "used" || current.state === "expired";
  const refresh = useEffectEvent(async () => {
    const found = await loadUserCoupon(send, coupon.couponId);
    if (found) setCurrent(found);
  });
  useEffect(() => {
    if (isFinal) return;
    // Keeps the code if a request fails, since it can also be read out.
    return pollWithBackoff(() => refresh());
  }, [isFinal]);
  return current;
}
