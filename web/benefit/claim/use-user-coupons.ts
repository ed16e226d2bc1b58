import { useEffect, useState } from "react";
import type { Coupon } from "#contract/benefit/benefit.ts";
import { send } from "../../platform/http/send.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { loadUserCoupons } from "../api.ts";

/** Coupons of the user as far as loaded. */
export type UserCoupons = {
  /** null: not loaded, or no user is logged in. */
  readonly coupons: readonly Coupon[] | null;
  readonly reload: () => void;
};

/** Coupons of the logged-in user for one activity; reloaded when another user logs in. */
export function useUserCoupons(activityId: string): UserCoupons {
  const openId = useUser()?.openId ?? null;
  const of = `${openId} ${activityId}`;
  const [reloadCount, setReloadCount] = useState(0);
  const [answer, setAnswer] = useState<{ of: string; coupons: readonly Coupon[] } | null>(null);
  useEffect(() => {
    if (openId === null) return;
    let isCurrent = true;
    loadUserCoupons(send, activityId).then(
      (coupons) => isCurrent && setAnswer({ of, coupons }),
      // Keeps the loaded coupons if the request fails: a dealer's showroom may have no network.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [activityId, openId, of, reloadCount]);
  // Never shows the previous user's coupons, not even for one frame.
  return {
    coupons: openId !== null && answer?.of === of ? answer.coupons : null,
    reload: () => setReloadCount((before) => before + 1),
  };
}
