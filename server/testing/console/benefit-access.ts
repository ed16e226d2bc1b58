import {
  extendCoupon,
  findCoupon,
  listActivityBenefits,
  listFailingDeliveries,
  redeemFoundCoupon,
  retryDeliveries,
  undoCouponRedemption,
} from "#contract/console/benefits.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { systemActor } from "../../database/shared-tables/audit-log.ts";
import { addCoupon } from "../samples/sample-coupon.ts";
import { accessRow, type AccessRow, type AccessSetting } from "./access-row.ts";

const DAY = 86_400_000;
const person = { scope: "record", reads: "person" } as const;
const OTHER_TIME = "2020-01-01T00:00:00+08:00";

/** A new coupon at the own dealer of headquarters' benefit. */
const newCoupon = ({ app, things }: AccessSetting) => addCoupon(app, things.ownDealer.benefitId);
const dayAfter = (time: Date): string => toShanghaiIso(new Date(time.getTime() + DAY)).slice(0, 10);

/** Access of the calls about benefits and coupons; the things' coupons are redeemed, with a failing delivery. */
export const benefitAccess: readonly AccessRow[] = [
  accessRow({
    call: listActivityBenefits,
    scope: "list",
    reads: "activity",
    args: () => ({ filter: {} }),
    shows: ({ rows }, things, place) => rows.some(({ benefitId }) => benefitId === things[place].benefitId),
  }),
  accessRow({
    call: findCoupon,
    scope: "list",
    reads: "person",
    args: (things, place) => ({ code: things[place].couponCode }),
    shows: ({ coupon }, things, place) => coupon?.couponId === things[place].couponId,
  }),
  accessRow({
    ...person,
    call: redeemFoundCoupon,
    args: (things, place) => ({ couponId: things[place].couponId }),
    succeeds: async (setting) => ({ couponId: (await newCoupon(setting)).coupon_id }),
  }),
  accessRow({
    ...person,
    call: undoCouponRedemption,
    args: (things, place) => ({ couponId: things[place].couponId, usedTime: OTHER_TIME }),
    succeeds: async (setting) => {
      const { coupon_id, code } = await newCoupon(setting);
      const { redemption } = setting.app.modules.benefits;
      const { activityId } = setting.things.ownDealer;
      const request = { activityId, code, by: "小周", actor: systemActor };
      const result = await redemption.redeem(request, setting.app.context.clock.now());
      return { couponId: coupon_id, usedTime: result?.coupon.usedTime ?? "" };
    },
  }),
  accessRow({
    ...person,
    call: extendCoupon,
    args: (things, place) => ({
      couponId: things[place].couponId,
      basedOn: OTHER_TIME,
      lastDay: "2020-01-02",
    }),
    succeeds: async (setting) => {
      const { coupon_id, valid_to } = await newCoupon(setting);
      return { couponId: coupon_id, basedOn: toShanghaiIso(valid_to), lastDay: dayAfter(valid_to) };
    },
  }),
  accessRow({
    call: listFailingDeliveries,
    scope: "list",
    reads: "person",
    args: () => ({ filter: {} }),
    shows: ({ rows }, things, place) => rows.some(({ couponId }) => couponId === things[place].couponId),
  }),
  accessRow({
    ...person,
    call: retryDeliveries,
    args: (things, place) => ({
      selection: { deliveries: [{ couponId: things[place].couponId, tries: 99 }] },
    }),
    succeeds: ({ things }) => ({
      selection: { deliveries: [{ couponId: things.ownDealer.couponId, tries: 3 }] },
    }),
  }),
];
