import { toShanghaiIso } from "#contract/core/shanghai-date.ts";

/** Separates the two fields while they are no moment yet. */
const HALF = "|";
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** “2026/11/8”, “2026.11.08” and “20261108” mean the same day. */
function tidyDay(text: string): string {
  const found =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (found === null) return text;
  const [, year = "", month = "", day = ""] = found;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}
/** “8:30” and “0830” mean the same time. */
function tidyTime(text: string): string {
  const found = /^(\d{1,2})[:：](\d{2})$/.exec(text) ?? /^(\d{2})(\d{2})$/.exec(text);
  return found === null ? text : `${(found[1] ?? "").padStart(2, "0")}:${found[2] ?? ""}`;
}

/** The two fields of a moment; halves of one that is being typed stay as they are. */
export function splitMoment(value: string): { day: string; time: string } {
  if (!value.includes(HALF) && !Number.isNaN(Date.parse(value))) {
    const [day = "", time = ""] = toShanghaiIso(value).split("T");
    return { day, time: time.slice(0, 5) };
  }
  const [day = "", time = ""] = value.split(HALF);
  return { day, time };
}

const momentOf = (day: string, time: string): string | null => {
  const moment = `${day}T${time}:00+08:00`;
  if (!DAY.test(day) || !TIME.test(time) || Number.isNaN(Date.parse(moment))) return null;
  // The 31st of a short month would be a day of the next one.
  return toShanghaiIso(moment) === moment ? moment : null;
};

/** ISO 8601 with Shanghai's offset; "" for two empty fields; else both texts, which is no moment. */
export function joinMoment({ day, time }: { day: string; time: string }): string {
  if (day === "" && time === "") return "";
  return momentOf(day, time) ?? `${day}${HALF}${time}`;
}

/** A typed moment or day in the usual form, for when its field is left: earlier it would move the cursor. */
export function tidyMoment(value: string, isDay: boolean): string {
  if (isDay) return tidyDay(value.trim());
  const { day, time } = splitMoment(value);
  return joinMoment({ day: tidyDay(day.trim()), time: tidyTime(time.trim()) });
}
