import type { CouponTerms } from "#contract/benefit/coupon-terms.ts";
import type { NewActivity } from "../server/activity/index.ts";
import type { NewBenefit } from "../server/benefit/index.ts";
import { conceptKeyOf } from "./activity/activity-texts.ts";
import { demoId } from "./ids.ts";
import { categoryIdOf } from "./mall/categories.ts";
import { nonEmptyLines } from "./text-templates.ts";

/** Coupons of the mall, in the same form, with their terms. */
const mallOffers: Readonly<Record<string, readonly (readonly [string, CouponTerms])[]>> = {
  "check-coupon": [
    [
      "商城满减券 | ¥30 | 满 ¥299 可用 | 商城通用 | 20000 | 60",
      { use: "amount", offFen: 3_000, fromFen: 29_900 },
    ],
    [
      "商城 88 折券 | 8.8 折 | 满 ¥199 可用，最多减 ¥80 | 商城通用 | 8000 | 60 | owners",
      { use: "rate", payPerMille: 880, capFen: 8_000, fromFen: 19_900 },
    ],
  ],
  energy: [
    [
      "充电配件专享券 | ¥50 | 满 ¥500 可用 | 限充电设备 | 3000 | 60",
      { use: "amount", offFen: 5_000, fromFen: 50_000, categoryIds: [categoryIdOf("charge")] },
    ],
    ["商城包邮券 | 包邮 | 无门槛 | 免基础运费 | 10000 | 60", { use: "freight", fromFen: 0 }],
  ],
  refer: [
    [
      "车模专享券 | ¥20 | 满 ¥98 可用 | 限车模与周边 | 2000 | 60",
      { use: "amount", offFen: 2_000, fromFen: 9_800, categoryIds: [categoryIdOf("gift")] },
    ],
  ],
};

/**
 * Coupons of online activities, by the concept's key. Lines: name | value | condition | place of use | stock
 * | days of validity | audience ("owners", "signedUp"; absent: everyone).
 */
const offers: Readonly<Record<string, string>> = {
  "check-coupon": `
冬季用车检测券 | 28 项 | 免费检测 | 全国授权服务中心通用 | 10000 | 60 | owners
冬季保养抵用券 | ¥200 | 满 999 可用 | 全国授权服务中心通用 | 5000 | 60`,
  "region-coupon": `
底盘与制动检测券 | 1 次 | 免费检测 | 本区门店通用 | 2000 | 90
补胎券 | 2 次 | 含动平衡 | 本区门店通用 | 2000 | 90 | owners`,
  refer: `
车载香氛兑换券 | 1 份 | 到店领取 | 全国青岚中心通用 | 800 | 30`,
  energy: `
充电抵用券 | ¥50 | 无门槛 | 全国 4,200 座合作站 | 300 | 30 | signedUp`,
};

type Offer = {
  readonly activity: NewActivity;
  readonly line: string;
  readonly terms: CouponTerms | null;
  readonly position: number;
};
function toDemoBenefit({ activity, line, terms, position }: Offer, number: number): NewBenefit {
  const [name = "", value = "", condition = "", summary = "", stock = "0", days = "30", who] = line
    .split("|")
    .map((part) => part.trim());
  const total = Number(stock);
  return {
    benefit_id: demoId("benefit", number),
    activity_id: activity.activityId,
    position,
    name,
    summary,
    value,
    condition,
    stock: total,
    // Participants before the first start have received some, but never all.
    sent: Math.min(activity.taken, Math.round(total * 0.92)),
    per_person: 1,
    audience: who === "owners" || who === "signedUp" ? who : "everyone",
    from_time: new Date(activity.startTime),
    to_time: new Date(activity.endTime),
    valid_to: null,
    valid_days: Number(days),
    terms,
  };
}

/** Coupons of the demo's online activities, in the order of the activities. */
export function demoBenefits(activities: readonly NewActivity[]): NewBenefit[] {
  const linesOf = (activity: NewActivity) => nonEmptyLines(offers[conceptKeyOf(activity)] ?? "");
  const ofDesks = activities.flatMap((activity) =>
    linesOf(activity).map((line, position): Offer => ({ activity, line, terms: null, position })),
  );
  const ofMall = activities.flatMap((activity) =>
    (mallOffers[conceptKeyOf(activity)] ?? []).map(([line, terms], place): Offer => ({
      activity,
      line,
      terms,
      position: linesOf(activity).length + place,
    })),
  );
  return [...ofDesks, ...ofMall].map(toDemoBenefit);
}
