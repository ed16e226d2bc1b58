import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import type { AppContext } from "../../core/app-context.ts";
import { countWaitingInputs } from "../../database/batching/batch-writer.ts";
import { startOfDay } from "../definition/period.ts";
import { purgeFigureVersions } from "../definition/version-store.ts";
import {
  linkPersons,
  listDueDays,
  listUncheckedDays,
  noteLateEvents,
  purgeOpenChanges,
} from "./due-store.ts";
import {
  asOnlyMaker,
  countDifferences,
  hasEvents,
  makeDay,
  markChecked,
  markCorrected,
} from "./make-store.ts";

type DayContext = Pick<AppContext, "db" | "clock" | "log">;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Interval of counting days, ms. */
const INTERVAL = MINUTE;
/** Time after its end at which a day is counted, ms: events of its last minutes are on their way. */
const SETTLING = 10 * MINUTE;
/** Time for which links of browsers with persons are looked back, ms. */
const LINKED_BACK = 2 * HOUR;
/** Most days of one run. */
const DAYS_PER_RUN = 20;
/** Days that the nightly check holds against their facts, and the hour in Shanghai from which it runs. */
const CHECKED_DAYS = 7;
const CHECK_HOUR = 3;
/** Sign-ups and other inputs that may wait before the counting pauses. */
const MAX_WAITING_INPUTS = 50;

/** The first day that is not over, as far as it can be counted. */
const openDay = (now: number): string => toShanghaiDate(new Date(now - SETTLING));

/**
 * Counts past days that were not counted, or changed since: erasures, late events, cancellations (requirements CO81,
 * CO83). One process does at a time.
 * @returns the days that were counted
 */
export async function makeDueDays(
  { db, clock }: Omit<DayContext, "log">,
  most = DAYS_PER_RUN,
): Promise<string[]> {
  const today = openDay(clock.now());
  await asOnlyMaker(db, async (transaction) => {
    await noteLateEvents(transaction, today, new Date(clock.now() - HOUR));
    await linkPersons(transaction, new Date(clock.now() - LINKED_BACK));
    await purgeOpenChanges(transaction, today);
    await purgeFigureVersions(transaction);
  });
  const made = new Set<string>();
  // Events first: where people were last seen is needed by the facts of later days.
  for (const part of ["events", "facts"] as const) {
    const due = (await listDueDays(db, today, most)).filter(({ parts }) => parts.includes(part));
    for (const { day } of due) {
      if (countWaitingInputs() > MAX_WAITING_INPUTS) return [...made];
      const isMade = await asOnlyMaker(db, (transaction) =>
        makeDay(transaction, day, [part], { now: new Date(clock.now()), isCorrected: false }),
      );
      if (!isMade) return [...made];
      made.add(day);
    }
  }
  return [...made];
}

/**
 * Holds the last seven days against their facts, once a night. A day that differs is a line in the log, is counted
 * again, and is marked until the next check (requirement CO81).
 * @returns the days that differed
 */
export async function checkDays({ db, clock, log }: DayContext): Promise<string[]> {
  const now = clock.now();
  const today = openDay(now);
  const since = startOfDay(toShanghaiDate(new Date(now))) + CHECK_HOUR * HOUR;
  if (now < since) return [];
  const corrected: string[] = [];
  const unchecked = await listUncheckedDays(db, { today, days: CHECKED_DAYS, since: new Date(since) });
  for (const { day, part } of unchecked) {
    const moment = new Date(clock.now());
    const isRun = await asOnlyMaker(db, async (transaction) => {
      const isKnown = part === "facts" || (await hasEvents(transaction, day));
      const differences = isKnown ? await countDifferences(transaction, day, part, moment) : 0;
      if (differences === 0) return void (await markChecked(transaction, day, part, moment));
      log.warn({ day, part, differences }, "figures of a day corrected");
      await makeDay(transaction, day, [part], { now: moment, isCorrected: true });
      await markCorrected(transaction, day, part, moment);
      corrected.push(day);
    });
    if (!isRun) break;
  }
  return corrected;
}

/** Counts and checks past days while the server runs. */
export const scheduleFigureDays = (context: DayContext & Pick<AppContext, "tasks">): { stop(): void } =>
  context.tasks.schedule("figure.days", INTERVAL, async () => {
    await makeDueDays(context);
    await checkDays(context);
  });
