import type { Calls } from "../http/calls.ts";
import type { Database } from "../database/database.ts";
import type { Kit } from "../kit.ts";
import { every } from "../timers.ts";
import { deliverDue, httpCouponSystem } from "./delivery.ts";
import type { BenefitDoors } from "./doors.ts";
import { moveCoupons } from "./join.ts";
import { benefitRoutes } from "./routes.ts";
import { benefitStore, toCoupon } from "./store.ts";
import type { BenefitRow } from "./tables.ts";
import type { Coupon } from "#contract/benefit.ts";

export type { BenefitDoors } from "./doors.ts";
export type { Audience, BenefitRow as NewBenefit } from "./tables.ts";
export { couponWriter, type WantedCoupon } from "./writer.ts";

export type Benefits = {
  /** Adds benefits of activities that stand. */
  add(rows: readonly BenefitRow[]): Promise<void>;
  /** Marks a coupon used, once; answers it as it then is, null for an unknown code. */
  useCoupon(code: string): Promise<Coupon | null>;
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
  const delivering = system && every(DELIVERY, async () => void (await deliverDue(kit, system)), kit.log);
  return {
    add: (rows) => store.add(rows),
    async useCoupon(code) {
      const row = await store.use(code, new Date(kit.clock.now()));
      return row && toCoupon(row, kit.clock.now());
    },
    tables: ["coupon"],
    move: moveCoupons,
    close: () => delivering?.stop(),
  };
}
