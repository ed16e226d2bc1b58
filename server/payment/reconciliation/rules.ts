import { startOfShanghaiDay, toShanghaiDate } from "#contract/core/shanghai-date.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Highest fee of a channel that is not shown to operators, per mille of the amount; usual ones are 6. */
export const MOST_FEE_PER_MILLE = 10;
/** Time to the next attempt to fetch a bill, and to the next look at a day that does not match, ms. */
export const BILL_RETRY = HOUR;
/** Time for which a process works alone on a day, ms. */
export const BILL_LEASE = 10 * 60_000;
/** Attempts after which a channel that says that it has no bill is believed: a day. */
export const MOST_EMPTY_LOOKS = 24;
/** Time for which the channels keep bills, days. */
const KEPT_DAYS = 89;

/** Yesterday, and the oldest day whose bill can be fetched, YYYY-MM-DD in Shanghai. @param now ms */
export function billDays(now: number): { readonly yesterday: string; readonly oldest: string } {
  const today = startOfShanghaiDay(now);
  return { yesterday: toShanghaiDate(today - DAY), oldest: toShanghaiDate(today - KEPT_DAYS * DAY) };
}

/** Sum that a correction adds to the channel's account, so that the ledger has what the bill says; fen. */
export const correctionFen = ({
  oursFen,
  theirsFen,
}: {
  readonly oursFen: number | null;
  readonly theirsFen: number | null;
}): number => (theirsFen ?? 0) - (oursFen ?? 0);
