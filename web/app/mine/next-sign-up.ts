import type { OwnSignUp } from "#contract/signup/self-service.ts";
import { wallClock } from "../../ui/display/format.ts";
import { mineMessages } from "./messages.ts";

/** Sign-up of the next or current activity; null if there is none. */
export const nextSignUp = (signUps: readonly OwnSignUp[]): OwnSignUp | null =>
  signUps
    .filter(({ state }) => state === "upcoming")
    .sort((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime))[0] ?? null;

/** Days between two moments by the calendar of Shanghai. @param from ms @param to ms */
function daysBetween(from: number, to: number): number {
  const dayOf = (moment: number): number => {
    const { year, month, day } = wallClock(moment);
    return Date.UTC(year, month - 1, day) / 86_400_000;
  };
  return dayOf(to) - dayOf(from);
}

/** Time until the start by the calendar of Shanghai: “明天”, “4 天后”. @param now server time, ms */
export function startsInText({ startTime }: Pick<OwnSignUp, "startTime">, now: number): string {
  const start = Date.parse(startTime);
  if (start <= now) return mineMessages.when.now;
  const days = daysBetween(now, start);
  if (days === 0) return mineMessages.when.today;
  return days === 1 ? mineMessages.when.tomorrow : mineMessages.when.days(days);
}
