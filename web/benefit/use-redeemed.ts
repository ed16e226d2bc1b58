import { useEffect, useEffectEvent, useState } from "react";
import type { Coupon } from "#contract/benefit.ts";
import { send } from "../platform/http/send.ts";
import { isLookedAt } from "../platform/looked-at.ts";
import { isOffline } from "../platform/network.ts";
import { loadCoupons } from "./api.ts";

/** How often it is asked whether the coupon on show has been redeemed, ms: the desk's press takes so long to show. */
const ASK_EVERY = 4_000;

/** A coupon whose code is on show, as it stands by now: the dealer's staff may just have redeemed it. */
export function useRedeemed(coupon: Coupon): Coupon {
  const [now, setNow] = useState(coupon);
  const isOver = now.state === "used" || now.state === "expired";
  const ask = useEffectEvent(async () => {
    if (isOffline() || !isLookedAt()) return;
    const own = await loadCoupons(send, coupon.activityId);
    const found = own.find(({ couponId }) => couponId === coupon.couponId);
    if (found) setNow(found);
  });
  useEffect(() => {
    if (isOver) return;
    // Without an answer the code stands: it is read out as well.
    const timer = setInterval(() => void ask().catch(() => {}), ASK_EVERY);
    return () => clearInterval(timer);
  }, [isOver]);
  return now;
}
