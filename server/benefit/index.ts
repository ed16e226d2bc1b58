import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { Database } from "../database/connection/database.ts";
import type { AppContext } from "../core/app-context.ts";
import { deliverDueCoupons, httpCouponSystem, type CouponSystem } from "./delivery.ts";
import { registerBenefitConsoleCalls } from "./console/routes.ts";
import type { OperatorRouter } from "../http/console/operator-router.ts";
import type { BenefitPorts } from "./ports.ts";
import { mergeCoupons } from "./merge-users-store.ts";
import { createCouponRedemption, type CouponRedemption } from "./redeem.ts";
import { benefitRoutes } from "./routes.ts";
import { benefitStore } from "./store.ts";
import type { NewBenefit } from "./tables.ts";

export type { BenefitPorts } from "./ports.ts";
export type { NewBenefit } from "./tables.ts";
export { createCouponRedemption, type RedeemableCoupon } from "./redeem.ts";
export type { Redemption, RedemptionUndo } from "./redemption-store.ts";
export { listOpenCoupons, type OpenCoupon } from "./open-coupons-store.ts";
export { benefitStore, listBenefitsOf, putBenefit } from "./store.ts";
export { couponWriter } from "./writer-store.ts";

export type Benefits = {
  /** Adds benefits of existing activities. */
  add(rows: readonly NewBenefit[]): Promise<void>;
  /** Redemption of coupons at the dealer's desk. */
  readonly redemption: CouponRedemption;
  /** Registers the console's calls about benefits and coupons. */
  registerConsoleCalls(calls: OperatorRouter): void;
  readonly tables: readonly string[];
  /** Moves the coupons of a user to another user, who turned out to be the same person. */
  mergeUsers(db: Database, from: string, to: string): Promise<void>;
  close(): void;
};

/** Interval between deliveries to the outside coupon system, ms. */
const DELIVERY_INTERVAL = 5_000;

/** Creates benefits of activities and their coupons (contract section 6, requirements M10–M12, M16, M17). */
export function createBenefits(context: AppContext, calls: RpcRouter, ports: BenefitPorts): Benefits {
  const store = benefitStore(context.db);
  benefitRoutes(context, calls, store, ports);
  const { couponSystem } = context.config;
  const system = couponSystem && httpCouponSystem(couponSystem);
  let isEnding = false;
  const deliver = async (to: CouponSystem) => void (await deliverDueCoupons(context, to, () => isEnding));
  const delivering =
    system && context.tasks.schedule("coupon.delivery", DELIVERY_INTERVAL, () => deliver(system));
  const redemption = createCouponRedemption(context.db, store);
  return {
    add: (rows) => store.add(rows),
    redemption,
    registerConsoleCalls: (consoleCalls) => registerBenefitConsoleCalls(context, consoleCalls, redemption),
    tables: ["coupon"],
    mergeUsers: mergeCoupons,
    close: () => {
      isEnding = true;
      delivering?.stop();
    },
  };
}
