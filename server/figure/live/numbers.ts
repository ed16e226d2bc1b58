import type { FigureName } from "#contract/console/figure-terms.ts";
import type { LiveFigures } from "#contract/console/figure-live.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import type { AppContext } from "../../core/app-context.ts";
import { readFigures } from "../console/read-figures-store.ts";
import { visibleFigures } from "../console/access.ts";
import type { AreaScopes } from "../console/area-scopes.ts";
import { prepareFigureQuery } from "../console/query.ts";
import { countWhole } from "../console/reading.ts";
import { valueOf } from "../definition/figures.ts";
import { countRunning } from "./running-store.ts";

const liveFigureNames: readonly FigureName[] = [
  "visitors",
  "signUps",
  "arrivals",
  "waiting",
  "leads",
  "couponsRedeemed",
  "paidOrders",
  "paidFen",
  "clubArticles",
  "clubComplaints",
  "clubDecisions",
];
/** Numbers are read again after as many times the duration of the last reading, so that they never keep a connection busy. */
const PAUSE_FACTOR = 20;
/** Age of numbers that all operators of the same scope share, ms. */
const MAX_AGE = 1_500;
/** Scopes whose last numbers are kept. */
const MAX_KEPT = 200;

type Kept = { readonly numbers: LiveFigures; readonly until: number };

/** Today's numbers, read once for all operators of the same scopes. */
export function createLiveNumbers({ db, clock }: Pick<AppContext, "db" | "clock">) {
  const kept = new Map<string, Kept>();
  const running = new Map<string, Promise<LiveFigures>>();

  async function read(scopes: AreaScopes): Promise<LiveFigures> {
    const now = clock.now();
    const asOf = new Date(now);
    const today = toShanghaiDate(asOf);
    const range = { from: today, to: today };
    const figures = visibleFigures(scopes, {}, liveFigureNames);
    return readFigures(db, async (reading) => {
      const query = await prepareFigureQuery(
        reading,
        { range, filter: {}, scopes, asOf, dueOf: () => asOf },
        now,
      );
      const counted = await countWhole(reading, figures, query);
      return {
        values: Object.fromEntries(figures.map((figure) => [figure, valueOf(figure, counted(figure)) ?? 0])),
        sessionsRunning: await countRunning(reading, scopes.activity, asOf),
        asOf: asOf.toISOString(),
      };
    });
  }

  async function refresh(key: string, scopes: AreaScopes): Promise<LiveFigures> {
    const started = performance.now();
    const numbers = await read(scopes);
    const ended = performance.now();
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(key, { numbers, until: ended + Math.max(MAX_AGE, (ended - started) * PAUSE_FACTOR) });
    return numbers;
  }

  /** Reads the numbers of scopes, or shares those that were read a moment ago. */
  return (scopes: AreaScopes): Promise<LiveFigures> => {
    const key = JSON.stringify(scopes);
    const found = kept.get(key);
    if (found !== undefined && found.until > performance.now()) return Promise.resolve(found.numbers);
    const before = running.get(key);
    if (before !== undefined) return before;
    const reading = refresh(key, scopes).finally(() => running.delete(key));
    running.set(key, reading);
    return reading;
  };
}
export type LiveNumbers = ReturnType<typeof createLiveNumbers>;
