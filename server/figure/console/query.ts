import type { FigureFilter, FigureRange } from "#contract/console/figures.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import type { Database } from "../../database/connection/database.ts";
import type { AreaScopes } from "./area-scopes.ts";
import { countEachTime, type OpenPastCounts, type PastCounts } from "./past-counts.ts";
import { readMadeDays, type MadeDays } from "../definition/days-store.ts";
import type { FunnelDays } from "../definition/people-store.ts";
import { daysInRange, spansOf, startOfDay, type LeadDue, type Period } from "../definition/period.ts";

/** Days, filter, scope and moment of which figures are counted. */
export type FigureQuery = {
  readonly range: FigureRange;
  readonly filter: FigureFilter;
  readonly scopes: AreaScopes;
  readonly asOf: Date;
  readonly made: MadeDays;
  /** The whole range, for rows and what does not add up. */
  readonly whole: Period;
  /** Days of the range that figure_day has, and the rest, which is counted from the facts. */
  readonly madeDays: readonly string[];
  readonly open: Period;
  readonly funnel: FunnelDays;
  /** Counts of past days. */
  readonly past: PastCounts;
};

/** Stretches of open days beyond which counting the whole range from the facts is cheaper. */
const MAX_OPEN_SPANS = 24;

type QueryInput = Pick<FigureQuery, "range" | "filter" | "scopes" | "asOf"> & {
  /** When the first calls of leads of a day are due. */
  readonly dueOf: (day: string) => Date;
};
/**
 * Prepares the counting of a range: past days as they were counted, today and days that changed since from the facts.
 * A last day that is cut off by the moment is counted from its facts, too.
 * @param openPast counts of past days that are kept; default: each is counted
 */
export async function prepareFigureQuery(
  db: Database,
  input: QueryInput,
  now: number,
  openPast?: OpenPastCounts,
): Promise<FigureQuery> {
  const { range, asOf, dueOf } = input;
  const days = daysInRange(range).filter((day) => startOfDay(day) <= asOf.getTime());
  const today = toShanghaiDate(new Date(now));
  const cut = toShanghaiDate(asOf);
  const past = (await openPast?.(db)) ?? countEachTime;
  const made = await readMadeDays(db, range, cut < today ? cut : today);
  const dues: LeadDue[] = days.map((day) => ({ day, due: dueOf(day) }));
  const openFacts = days.filter((day) => !made.facts.has(day));
  const isScattered = spansOf(openFacts).length > MAX_OPEN_SPANS;
  const period = (of: readonly string[]): Period => ({ spans: spansOf(of), asOf, dues });
  const madeDays = isScattered ? [] : days.filter((day) => made.facts.has(day));
  const open = period(isScattered ? days : openFacts);
  return {
    ...input,
    made,
    whole: period(days),
    madeDays,
    open,
    funnel: {
      madeEvents: days.filter((day) => made.events.has(day)),
      openEvents: days.filter((day) => !made.events.has(day)),
      madeFacts: madeDays,
      openFacts: open,
      asOf,
    },
    past,
  };
}
