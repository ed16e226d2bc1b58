import type { FormField } from "#contract/activity.ts";
import { maskMobile } from "#contract/mask-mobile.ts";
import { toldAnswers } from "#contract/told-answers.ts";
import type { Clock } from "../clock.ts";
import { note, type Actor } from "../database/audit.ts";
import type { Database } from "../database/database.ts";
import { CSV_START, csvLine } from "./csv.ts";
import { nextRows, questionsOf, type Exported, type ExportedRow } from "./rows.ts";
import { words } from "./words.ts";

export type { Exported } from "./rows.ts";
type Wish = { readonly what: Exported; readonly activityId: string; readonly withMobile: boolean };
type Wiring = {
  readonly db: Database;
  readonly clock: Clock;
  /** Who asks, for the audit log. */
  readonly by: Actor;
  /** Takes the file piece by piece. */
  readonly write: (text: string) => Promise<void>;
};

/** People that are in memory at a time. */
const STEP = 500;

/** An answer a question, and what was answered to others. */
function answerCells(form: readonly FormField[], answers: ExportedRow["answers"]): string[] {
  const known = new Set(form.map(({ key }) => key));
  const others = Object.fromEntries(Object.entries(answers).filter(([key]) => !known.has(key)));
  const rest = toldAnswers([], others).map(({ label, answer }) => `${label}: ${answer}`);
  return [...form.map(({ key }) => answers[key] ?? ""), rest.join("\n")];
}

/**
 * Writes who signed up for an activity, or left a lead that stands, as a CSV file, in steps; the audit log has a line
 * when it is asked for, and when it was written (requirement W10).
 * @returns how many people; null where there is no such activity
 */
export async function exportPeople(
  { db, clock, by, write }: Wiring,
  { what, activityId, withMobile }: Wish,
): Promise<number | null> {
  const form = await questionsOf(db, activityId);
  if (form === null) return null;
  const tell = (outcome: string) =>
    note(db, {
      by,
      action: "people.export",
      about: { kind: "activity", id: activityId },
      outcome: `${what} ${withMobile ? "with mobiles" : "masked"} ${outcome}`,
      now: new Date(clock.now()),
    });
  await tell("asked");
  await write(CSV_START + csvLine([...words[what], ...form.map(({ label }) => label), words.rest]));
  let count = 0;
  for (let after = "", isMore = true; isMore;) {
    const rows = await nextRows[what](db, activityId, after, STEP);
    const lines = rows.map(({ before, mobile, after: cells, answers }) =>
      csvLine([...before, withMobile ? mobile : maskMobile(mobile), ...cells, ...answerCells(form, answers)]),
    );
    if (lines.length > 0) await write(lines.join(""));
    count += rows.length;
    isMore = rows.length === STEP;
    after = rows.at(-1)?.id ?? after;
  }
  await tell(`${count} rows`);
  return count;
}
