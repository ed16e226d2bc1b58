import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";

export type MadePart = "facts" | "events";
/** Days that were counted and did not change since, and those that the last check corrected. */
export type MadeDays = Readonly<Record<MadePart, ReadonlySet<string>>> & {
  readonly checking: ReadonlySet<string>;
};

/**
 * Reads which days of a range can be read as they were counted; the others are counted from their facts.
 * @param before the first day that is not over
 */
export async function readMadeDays(
  db: Database,
  { from, to }: { readonly from: string; readonly to: string },
  before: string,
): Promise<MadeDays> {
  const { rows } = await sql<{ day: string; part: MadePart; is_corrected: boolean }>`
    select m.day::text as day, m.part, m.corrected_time is not null as is_corrected from figure_made m
    where m.day between ${from}::date and ${to}::date and m.day < ${before}::date
      and not exists (select from figure_change c where c.day = m.day and c.part = m.part)`.execute(db);
  const of = (part: MadePart) => new Set(rows.flatMap((row) => (row.part === part ? [row.day] : [])));
  return {
    facts: of("facts"),
    events: of("events"),
    checking: new Set(rows.flatMap(({ day, is_corrected }) => (is_corrected ? [day] : []))),
  };
}
