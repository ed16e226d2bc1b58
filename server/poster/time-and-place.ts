import type { Organisation } from "#contract/organisation/organisation.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import { posterMessages } from "./messages.ts";

const SHANGHAI = 8 * 3_600_000;
const twoDigits = (number: number): string => String(number).padStart(2, "0");
const shifted = (time: Date): Date => new Date(time.getTime() + SHANGHAI);
const dayOf = (time: Date): string =>
  posterMessages.day(shifted(time).getUTCMonth() + 1, twoDigits(shifted(time).getUTCDate()));

/** Formats “11月28日 周六 08:30” for one day, “11月15日 – 12月15日” for several; Shanghai time. */
export function timeText(start: Date, end: Date): string {
  if (dayOf(start) !== dayOf(end)) return posterMessages.until(dayOf(start), dayOf(end));
  const local = shifted(start);
  const weekday = posterMessages.weekdays[local.getUTCDay()] ?? "";
  return `${dayOf(start)} ${weekday} ${twoDigits(local.getUTCHours())}:${twoDigits(local.getUTCMinutes())}`;
}

/** Returns the dealer's name, else the address; for online activities a fixed text. */
export function placeText(activity: {
  activity_type: "localoffline" | "online";
  dealer: Pick<Organisation, "name" | "status"> | null;
  address: string;
}): string {
  if (activity.activity_type === "online") return posterMessages.online;
  return activity.dealer === null ? activity.address : dealerDisplayName(activity.dealer);
}
