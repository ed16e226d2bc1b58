import * as z from "zod/mini";
import { fen } from "../mall/product.ts";

/** Sums of an order in fen; discounts are positive numbers. payable = goods + freight − coupon − freight coupon. */
export const money = z.object({
  goodsFen: fen,
  freightFen: fen,
  /** Discount of the coupon on the goods. */
  couponFen: fen,
  /** Part of the freight that a freight coupon pays. */
  freightCouponFen: fen,
  payableFen: fen,
});
export type Money = z.output<typeof money>;
