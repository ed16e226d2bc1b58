import type { Calls } from "../http/calls.ts";
import type { Database } from "../database/database.ts";
import type { Kit } from "../kit.ts";
import { every } from "../timers.ts";
import { deliverDue, httpCouponSystem, type CouponSystem } from "./delivery.ts";
import type { BenefitDoors } from "./doors.ts";
import { moveCoupons } from "./join.ts";
import { createRedeeming, type Redeeming } from "./redeem.ts";
import { benefitRoutes } from "./routes.ts";
import { benefitStore } from "./store.ts";
import type { BenefitRow } from "./tables.ts";

export type { BenefitDoors } from "./doors.ts";
export type { Audience, BenefitRow as NewBenefit } from "./tables.ts";
export { createRedeeming, type RedeemableCoupon, type Redemption, type TakenBack } from "./redeem.ts";
export { benefitStore, putBenefit } from "./store.ts";
export { couponWriter, type WantedCoupon } from "./writer.ts";

export type Benefits = {
  /** Adds benefits of activities that stand. */
  add(rows: readonly BenefitRow[]): Promise<void>;
  /** Coupons at the dealer's desk. */
  readonly redeeming: Redeeming;
  readonly tables: readonly string[];
  /** Two users turn out to be one person. */
  move(db: Database, from: string, to: string): Promise<void>;
  close(): void;
};

/** How often the outside coupon system is told of what is due, ms. */
const DELIVERY = 5_000;

/** Benefits of activities and the coupons they become (contract section 6, requirements M10–M12, M16, M17). */
export function createBenefits(kit: Kit, calls: Calls, doors: BenefitDoors): Benefits {
  const store = benefitStore(kit.db);
  benefitRoutes(kit, calls, store, doors);
  const { couponSystem } = kit.config;
  const system = couponSystem && httpCouponSystem(couponSystem);
  let isEnding = false;
  const deliver = async (to: CouponSystem) => void (await deliverDue(kit, to, () => isEnding));
  const delivering = system && every(DELIVERY, () => deliver(system), kit.log);
  return {
    add: (rows) => store.add(rows),
    redeeming: createRedeeming(kit.db, store),
    tables: ["coupon"],
    move: moveCoupons,
    close: () => {
      isEnding = true;
      delivering?.stop();
    },
  };
}
