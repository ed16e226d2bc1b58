import { useEffect, useState } from "react";
import type { Coupon } from "#contract/benefit/benefit.ts";
import { send } from "../../platform/http/send.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { loadUserCoupons } from "../api.ts";

/** The person's coupons as far as they are known. */
export type UserCoupons = {
  /** null: not loaded, or nobody is logged in. */
  readonly coupons: readonly Coupon[] | null;
  readonly reload: () => void;
};

/** Coupons of whoever is logged in, of one activity; asked again when another one logs in. */
export function useUserCoupons(activityId: string): UserCoupons {
  const openId = useUser()?.openId ?? null;
  const of = `${openId} ${activityId}`;
  const [turn, setTurn] = useState(0);
  const [answer, setAnswer] = useState<{ of: string; coupons: readonly Coupon[] } | null>(null);
  useEffect(() => {
    if (openId === null) return;
    let isCurrent = true;
    loadUserCoupons(send, activityId).then(
      (coupons) => isCurrent && setAnswer({ of, coupons }),
      // Without an answer what they have stays: at the dealer's there may be no network.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [activityId, openId, of, turn]);
  // What belongs to the person before is not shown for a moment even.
  return {
    coupons: openId !== null && answer?.of === of ? answer.coupons : null,
    reload: () => setTurn((before) => before + 1),
  };
}
