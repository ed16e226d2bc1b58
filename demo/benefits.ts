import type { NewActivity } from "../server/activity/index.ts";
import type { NewBenefit } from "../server/benefit/index.ts";
import { conceptKeyOf } from "./activity/activity-texts.ts";
import { demoId } from "./ids.ts";

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

function toDemoBenefit(line: string, activity: NewActivity, position: number, number: number): NewBenefit {
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
  };
}

/** Coupons of the demo's online activities, in the order of the activities. */
export function demoBenefits(activities: readonly NewActivity[]): NewBenefit[] {
  const lines = activities.flatMap((activity) =>
    (offers[conceptKeyOf(activity)] ?? "")
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line, position) => ({ activity, line, position })),
  );
  return lines.map(({ activity, line, position }, number) => toDemoBenefit(line, activity, position, number));
}
