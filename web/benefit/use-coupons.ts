import { useEffect, useState } from "react";
import type { Coupon } from "#contract/benefit.ts";
import type { Refusal } from "#contract/errors.ts";
import { send } from "../platform/http/send.ts";
import { useUser } from "../platform/login/use-user.ts";
import { refusalOf } from "../ui/failure.ts";
import { loadCoupons } from "./api.ts";

/** The person's coupons as far as they are known. */
export type OwnCoupons = {
  /** null: not loaded, or nobody is logged in. */
  readonly coupons: readonly Coupon[] | null;
  readonly refusal: Refusal | null;
  readonly isVisitor: boolean;
  readonly reload: () => void;
};

/** Coupons of whoever is logged in, of one activity where one is named; asked again when another one logs in. */
export function useCoupons(activityId?: string): OwnCoupons {
  const openId = useUser()?.openId ?? null;
  const [turn, setTurn] = useState(0);
  const [answer, setAnswer] = useState<{
    of: string | null;
    coupons: readonly Coupon[] | null;
    refusal: Refusal | null;
  }>({ of: null, coupons: null, refusal: null });
  useEffect(() => {
    if (openId === null) return;
    let isCurrent = true;
    loadCoupons(send, activityId).then(
      (coupons) => isCurrent && setAnswer({ of: openId, coupons, refusal: null }),
      (error: unknown) => isCurrent && setAnswer({ of: openId, coupons: null, refusal: refusalOf(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [activityId, openId, turn]);
  // What belongs to the person before is not shown for a moment even.
  const own = answer.of === openId ? answer : { coupons: null, refusal: null };
  return {
    coupons: own.coupons,
    refusal: own.refusal,
    isVisitor: openId === null,
    reload: () => setTurn((before) => before + 1),
  };
}
