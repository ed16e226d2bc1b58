import type { Coupon } from "#contract/benefit/benefit.ts";
import { wallClock } from "../../ui/display/format.ts";
import { benefitMessages } from "../messages.ts";

const DAY = 86_400_000;
const SHANGHAI = 8 * 3_600_000;
const dayOf = (ms: number): number => Math.floor((ms + SHANGHAI) / DAY);
const twoDigits = (number: number): string => String(number).padStart(2, "0");

/** Date in the format “2027.01.31”. */
export function dottedDate(moment: string | number): string {
  const { year, month, day } = wallClock(moment);
  return `${year}.${twoDigits(month)}.${twoDigits(day)}`;
}

/** Text for a coupon's end date; a near end is named by its day. @param now ms, the server's clock */
export function couponEndText({ state, validTo, usedTime }: Coupon, now: number): string {
  if (state === "used" && usedTime !== null) return benefitMessages.usedAt(dottedDate(usedTime));
  // Subtracts 1 ms so that a coupon valid to the end of a day names that day, not the next one.
  const end = Date.parse(validTo) - 1;
  const lastDay = dottedDate(end);
  if (state === "expired") return benefitMessages.expiredAt(lastDay);
  const { time } = wallClock(end);
  const near = [benefitMessages.ends.today, benefitMessages.ends.tomorrow, benefitMessages.ends.dayAfter][
    dayOf(end) - dayOf(now)
  ];
  return near ? near(time) : benefitMessages.until(lastDay);
}
