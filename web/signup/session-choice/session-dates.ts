import type { ActivityDate } from "#contract/signup/signup.ts";
import { wallClock } from "../../ui/display/format.ts";

type Session = ActivityDate["sessions"][number];

export const isSessionFull = ({ remaining }: Session): boolean => remaining <= 0;
/** A date without a free session. */
export const isDateFull = ({ sessions }: ActivityDate): boolean => sessions.every(isSessionFull);

/** The first date with a free session. */
export const firstOpenDate = (dates: readonly ActivityDate[]): string =>
  dates.find((date) => !isDateFull(date))?.date ?? "";
/** The same, else the first one whose sessions may be waited for. */
export const firstDate = (dates: readonly ActivityDate[]): string =>
  firstOpenDate(dates) || (dates[0]?.date ?? "");

/** Whether a session is on offer, and full. */
export const isSessionFullIn = (dates: readonly ActivityDate[], sessionId: string): boolean =>
  dates.some(({ sessions }) =>
    sessions.some((session) => session.sessionId === sessionId && isSessionFull(session)),
  );

export type SessionSelection = { readonly date: string; readonly sessionId: string };

/**
 * What stays chosen among dates that were loaded again: the session while it can be had, else its
 * date while that has another one, else the first date that has.
 * @param waits full sessions may be chosen: this one was full when it was @returns `isLost` where a session had been chosen and is gone
 */
export function reconcileSelection(
  dates: readonly ActivityDate[],
  { date, sessionId }: SessionSelection,
  waits = false,
): SessionSelection & { readonly isLost: boolean } {
  const holder = dates.find(({ sessions }) =>
    sessions.some((session) => session.sessionId === sessionId && (waits || !isSessionFull(session))),
  );
  if (holder) return { date: holder.date, sessionId, isLost: false };
  const same = dates.find((one) => one.date === date && !isDateFull(one));
  return {
    date: same?.date ?? firstOpenDate(dates),
    sessionId: "",
    isLost: sessionId !== "",
  };
}

/** A Shanghai date, YYYY-MM-DD, as its button shows it: 周六, 11.28. */
export function dayLabel(date: string): { weekday: string; day: string } {
  const [, month = "", day = ""] = date.split("-");
  return { weekday: wallClock(`${date}T00:00:00+08:00`).weekday, day: `${month}.${day}` };
}
