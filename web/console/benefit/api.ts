import {
  extendCoupon,
  findCoupon,
  listActivityBenefits,
  listFailingDeliveries,
  redeemFoundCoupon,
  retryDeliveries,
  undoCouponRedemption,
  type DeliverySelection,
  type OperatorCoupon,
} from "#contract/console/benefits.ts";
import type { OperatorArgs, OperatorResult } from "#contract/console/operator-call.ts";
import { send } from "../shell/index.ts";

export const loadBenefitRows = (
  args: OperatorArgs<typeof listActivityBenefits>,
): Promise<OperatorResult<typeof listActivityBenefits>> => send(listActivityBenefits, args);

/** The coupon of a code; null: unknown, or out of scope. */
export const loadCoupon = async (code: string): Promise<OperatorCoupon | null> =>
  (await send(findCoupon, { code })).coupon;
export const redeem = async (couponId: string): Promise<OperatorCoupon> =>
  (await send(redeemFoundCoupon, { couponId })).coupon;
export const takeBack = async (couponId: string, usedTime: string): Promise<OperatorCoupon> =>
  (await send(undoCouponRedemption, { couponId, usedTime })).coupon;
export const extend = async (args: OperatorArgs<typeof extendCoupon>): Promise<OperatorCoupon> =>
  (await send(extendCoupon, args)).coupon;

export const loadDeliveries = (
  args: OperatorArgs<typeof listFailingDeliveries>,
): Promise<OperatorResult<typeof listFailingDeliveries>> => send(listFailingDeliveries, args);
export const deliverAgain = (selection: DeliverySelection): Promise<OperatorResult<typeof retryDeliveries>> =>
  send(retryDeliveries, { selection });

/** Keys of this area's lists in the cache. */
export const benefitKeys = { list: listActivityBenefits.name, deliveries: listFailingDeliveries.name };
