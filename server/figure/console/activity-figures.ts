import type { FigureName } from "#contract/console/figure-terms.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Database } from "../../database/connection/database.ts";
import { valueOf } from "../definition/figures.ts";
import type { Period } from "../definition/period.ts";
import { countEachTime } from "./past-counts.ts";
import { countWhole } from "./reading.ts";

/** The end of the time in which an activity is counted: all that stands. */
const EVER = new Date("2200-01-01");
/** Figures of an activity that the command and the activity's overview show. */
const names = [
  "signUps",
  "waiting",
  "arrivals",
  "leads",
  "couponsSent",
  "couponsRedeemed",
  "kocAccepted",
] as const satisfies readonly FigureName[];
export type ActivityFigures = Readonly<Record<(typeof names)[number], number>>;

/**
 * Counts figures of an activity since its beginning, by the definitions of the dashboard (requirement CO79).
 * @param scopes rows that count: those of one of them
 */
export async function countActivityFigures(
  db: Database,
  activityId: string,
  scopes: readonly GrantScope[],
): Promise<ActivityFigures> {
  const asOf = EVER;
  const whole: Period = { spans: [{ from: new Date(0), to: EVER }], asOf, dues: [] };
  const made = { facts: new Set<string>(), events: new Set<string>(), checking: new Set<string>() };
  const counted = await countWhole(db, names, {
    range: { from: "1970-01-01", to: "1970-01-01" },
    filter: { activityId },
    scopes: { activity: scopes, mall: [], club: [] },
    asOf,
    made,
    whole,
    madeDays: [],
    open: whole,
    funnel: { madeEvents: [], openEvents: [], madeFacts: [], openFacts: whole, asOf },
    past: countEachTime,
  });
  return Object.fromEntries(
    names.map((name) => [name, valueOf(name, counted(name)) ?? 0]),
  ) as ActivityFigures;
}
