import type { OwnSignUp } from "#contract/signup/self-service.ts";
import { dayNumber } from "#contract/core/date-text.ts";
import { mineMessages } from "./messages.ts";

/** Sign-up of the next or current activity; null if there is none. */
export const nextSignUp = (signUps: readonly OwnSignUp[]): OwnSignUp | null =>
  signUps
    .filter(({ state }) => state === "upcoming")
    .sort((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime))[0] ?? null;

/** Time until the start by the calendar of Shanghai: “明天”, “4 天后”. @param now server time, ms */
export function startsInText({ startTime }: Pick<OwnSignUp, "startTime">, now: number): string {
  const start = Date.parse(startTime);
  if (start <= now) return mineMessages.when.now;
  const days = dayNumber(start) - dayNumber(now);
  if (days === 0) return mineMessages.when.today;
  return days === 1 ? mineMessages.when.tomorrow : mineMessages.when.days(days);
}
