import type { ActivityDate } from "#contract/signup/signup.ts";
import { wallClock } from "#contract/core/date-text.ts";
import { dottedDate } from "#contract/core/shanghai-date.ts";

type Session = ActivityDate["sessions"][number];

export const isSessionFull = ({ remaining }: Session): boolean => remaining <= 0;
/** Whether no session of the date has a free seat. */
export const isDateFull = ({ sessions }: ActivityDate): boolean => sessions.every(isSessionFull);

/** First date with a free session. */
export const firstOpenDate = (dates: readonly ActivityDate[]): string =>
  dates.find((date) => !isDateFull(date))?.date ?? "";
/** First date with a free session, else the first date, whose sessions have a waitlist. */
export const firstDate = (dates: readonly ActivityDate[]): string =>
  firstOpenDate(dates) || (dates[0]?.date ?? "");

/** Whether a session is in the list and full. */
export const isSessionFullIn = (dates: readonly ActivityDate[], sessionId: string): boolean =>
  dates.some(({ sessions }) =>
    sessions.some((session) => session.sessionId === sessionId && isSessionFull(session)),
  );

export type SessionSelection = { readonly date: string; readonly sessionId: string };

/**
 * Choice after a reload of the dates: the session if it is available, else its date if that has a free
 * session, else the first date with one.
 * @param waits full sessions may be chosen
 * @returns `isLost` if the chosen session is not available any more
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

/** Label of a Shanghai date, YYYY-MM-DD: 周六, 11.28. */
export function dayLabel(date: string): { weekday: string; day: string } {
  return { weekday: wallClock(date).weekday, day: dottedDate(date).slice(5) };
}
