import { sql } from "kysely";
import {
  inTransaction,
  writeAuditEntry,
  type AuditActor,
  type AuditEntry,
} from "../database/shared-tables/audit-log.ts";
import type { Database } from "../database/connection/database.ts";
import { dayRanges, type EventDaysContext } from "../tracking/index.ts";
import { personalDataInventory, type PersonalDataTable } from "./personal-data-inventory-store.ts";
import type { DataSubject } from "./data-subject-store.ts";
import { privacyMessages } from "./messages.ts";

export type ExportSection = { name: string; title: string; rows: Record<string, unknown>[]; isCut: boolean };
/** Rows of one table that an export holds: somebody's events of half a year may be more. */
const ROWS_MOST = 5_000;
const DAY = 86_400_000;

type Rows = { readonly rows: Record<string, unknown>[]; readonly isCut: boolean };

async function rowsOf(
  { db }: EventDaysContext,
  person: DataSubject,
  { table, of, shown = of, columns }: PersonalDataTable,
) {
  if (shown === null) return { rows: [], isCut: false };
  const { rows } = await sql<Record<string, unknown>>`
    select ${columns ?? sql`t.*`} from ${sql.table(table)} t where ${shown(person)} limit ${ROWS_MOST + 1}`.execute(
    db,
  );
  return { rows: rows.slice(0, ROWS_MOST), isCut: rows.length > ROWS_MOST };
}

type Row = Record<string, unknown> & { event_key: string; event_time: Date };
/** The newest events, day by day, as long as there is time. @param patience ms */
async function eventsOf(
  context: EventDaysContext,
  person: DataSubject,
  { of }: PersonalDataTable,
  patience: number,
): Promise<Rows> {
  const until = performance.now() + patience;
  const found: Row[] = [];
  for (const { parts } of await dayRanges(context)) {
    // By key: a day that was written anew meanwhile is looked through twice.
    const newer = new Map<string, Row>();
    for await (const part of parts()) {
      if (performance.now() > until) return { rows: found, isCut: true };
      const { rows } = await sql<Row>`select * from tracked_event where ${part} and ${of(person)}
        order by event_time desc limit ${ROWS_MOST + 1}`.execute(context.db);
      for (const row of rows) newer.set(row.event_key, row);
    }
    found.push(
      ...[...newer.values()].toSorted((one, other) => other.event_time.getTime() - one.event_time.getTime()),
    );
    if (found.length > ROWS_MOST) return { rows: found.slice(0, ROWS_MOST), isCut: true };
  }
  return { rows: found, isCut: false };
}

/**
 * Everything that is held about a person, table by table, opened, without the columns that are the server's own;
 * tables without a row are left out.
 * @param patience how long their events may be looked for, ms
 */
export async function collectPersonalData(
  context: EventDaysContext,
  person: DataSubject,
  patience: number,
): Promise<ExportSection[]> {
  const sections: ExportSection[] = [];
  for (const holding of personalDataInventory) {
    const { table: name, hidden = [], inStretches = false } = holding;
    const { rows, isCut } = await (inStretches
      ? eventsOf(context, person, holding, patience)
      : rowsOf(context, person, holding));
    const shown = rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !hidden.includes(column))),
    );
    if (rows.length > 0 || isCut)
      sections.push({ name, title: privacyMessages.titles[name], rows: shown, isCut });
  }
  // What the person is, first; what they have done, after it.
  return sections.toReversed();
}

/** Of an export, in the audit log: it was asked for, and it was handed over. */
const EXPORT = "personal-data.export";
type Asked = { readonly userId: string; readonly by: AuditActor; readonly now: Date };
const lineOf = ({ userId, by, now }: Asked, outcome: "asked" | "done"): AuditEntry => ({
  by,
  action: EXPORT,
  about: { kind: "user", id: userId },
  outcome,
  now,
});
/**
 * Notes that an export is asked for, before anything is read: one that fails counts, too.
 * @param most of a day, by the person themselves
 * @returns false where they have asked so often
 */
export const recordExportRequest = (db: Database, asked: Asked, most: number): Promise<boolean> =>
  inTransaction(db, async (transaction) => {
    const { userId, now } = asked;
    // One after another, however many ask at once.
    await sql`select from app_user where user_id = ${userId} for update`.execute(transaction);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from audit_entry where actor_id = ${userId} and action = ${EXPORT}
        and outcome = 'asked' and at_time > ${new Date(now.getTime() - DAY)}`.execute(transaction);
    if ((rows[0]?.count ?? 0) >= most) return false;
    await writeAuditEntry(transaction, lineOf(asked, "asked"));
    return true;
  });
export const recordExportDone = (db: Database, asked: Asked): Promise<void> =>
  writeAuditEntry(db, lineOf(asked, "done"));
