import type { NewBenefit } from "../../benefit/index.ts";

const DAY = 86_400_000;

/**
 * A benefit for tests: available to everybody at `now`, 100 in stock, one per person; `over` overrides
 * fields.
 */
export const sampleBenefit = (
  now: number,
  over: Partial<NewBenefit> & { activity_id: string },
): NewBenefit => ({
  benefit_id: `9${over.activity_id.slice(1)}`,
  position: 0,
  name: "冬季保养抵用券",
  summary: "全国授权服务中心通用",
  value: "¥200",
  condition: "满 999 可用",
  stock: 100,
  sent: 0,
  per_person: 1,
  audience: "everyone",
  from_time: new Date(now - DAY),
  to_time: new Date(now + 10 * DAY),
  valid_to: null,
  valid_days: 60,
  ...over,
});
