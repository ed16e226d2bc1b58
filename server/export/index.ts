import type { FormField } from "#contract/activity/activity.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { labelAnswers, readableAnswer } from "#contract/signup/labelled-answers.ts";
import type { Clock } from "../core/clock.ts";
import { writeAuditEntry, type AuditActor } from "../database/shared-tables/audit-log.ts";
import type { Database } from "../database/connection/database.ts";
import { CSV_BOM, csvLine } from "./csv.ts";
import { exportReaders, activityQuestions, type ExportKind, type ExportedRow } from "./people-store.ts";
import { exportMessages } from "./messages.ts";

import { mergeExportPeople } from "./merge-users-store.ts";

export { createExports, type Exports } from "./console/index.ts";
export type { ExportKind } from "./people-store.ts";
/** Part of exports in merging two users. */
export const exportUserMerge = { tables: ["export_person"], mergeUsers: mergeExportPeople } as const;
type ExportRequest = { readonly what: ExportKind; readonly activityId: string; readonly withMobile: boolean };
type ExportContext = {
  readonly db: Database;
  readonly clock: Clock;
  /** Actor for the audit log. */
  readonly by: AuditActor;
  /** Writes one piece of the file. */
  readonly write: (text: string) => Promise<void>;
};

/** People that are held in memory at a time. */
const BATCH_SIZE = 500;

/** One cell per question of the form, and one for answers to other questions. */
function answerCells(form: readonly FormField[], answers: ExportedRow["answers"]): string[] {
  const known = new Set(form.map(({ key }) => key));
  const otherAnswers = Object.fromEntries(Object.entries(answers).filter(([key]) => !known.has(key)));
  const rest = labelAnswers([], otherAnswers).map(({ label, answer }) => `${label}: ${answer}`);
  return [...form.map((question) => readableAnswer(question, answers[question.key] ?? "")), rest.join("\n")];
}

/**
 * Writes the people who signed up for an activity, or left a lead that is not withdrawn, as a CSV file, in
 * batches. The audit log gets an entry before and after (requirement W10).
 * @returns the number of people; null if the activity does not exist
 */
export async function exportPeople(
  { db, clock, by, write }: ExportContext,
  { what, activityId, withMobile }: ExportRequest,
): Promise<number | null> {
  const form = await activityQuestions(db, activityId);
  if (form === null) return null;
  const audit = (outcome: string) =>
    writeAuditEntry(db, {
      by,
      action: "people.export",
      about: { kind: "activity", id: activityId },
      outcome: `${what} ${withMobile ? "with mobiles" : "masked"} ${outcome}`,
      now: new Date(clock.now()),
    });
  await audit("asked");
  await write(
    CSV_BOM + csvLine([...exportMessages[what], ...form.map(({ label }) => label), exportMessages.rest]),
  );
  let count = 0;
  for (let after = "", isMore = true; isMore;) {
    const rows = await exportReaders[what](db, activityId, after, BATCH_SIZE);
    const lines = rows.map(({ before, mobile, after: cells, answers }) =>
      csvLine([...before, withMobile ? mobile : maskMobile(mobile), ...cells, ...answerCells(form, answers)]),
    );
    if (lines.length > 0) await write(lines.join(""));
    count += rows.length;
    isMore = rows.length === BATCH_SIZE;
    after = rows.at(-1)?.id ?? after;
  }
  await audit(`${count} rows`);
  return count;
}
