import type { Coupon } from "#contract/benefit/benefit.ts";
import { dayNumber, formatClock } from "#contract/core/date-text.ts";
import { dottedDate } from "#contract/core/shanghai-date.ts";
import { benefitMessages } from "../messages.ts";

/** End of a whole day. */
const LAST_MINUTE = "24:00";

/** Text for a coupon's end date; a near end is named by its day. @param now ms, the server's clock */
export function couponEndText({ state, validTo, usedTime, lapsed }: Coupon, now: number): string {
  if (lapsed !== undefined) return benefitMessages.lapsed[lapsed];
  if (state === "used" && usedTime !== null) return benefitMessages.usedAt(dottedDate(usedTime));
  // Subtracts 1 ms so that a coupon valid to the end of a day names that day, not the next one.
  const end = Date.parse(validTo) - 1;
  const time = formatClock(end);
  // Ends within a day name their hour, which the person would not expect otherwise.
  const lastDay = time === "23:59" ? dottedDate(end) : `${dottedDate(end)} ${formatClock(validTo)}`;
  if (state === "expired") return benefitMessages.expiredAt(lastDay);
  const near = [benefitMessages.ends.today, benefitMessages.ends.tomorrow, benefitMessages.ends.dayAfter][
    dayNumber(end) - dayNumber(now)
  ];
  return near ? near(time === "23:59" ? LAST_MINUTE : formatClock(validTo)) : benefitMessages.until(lastDay);
}
