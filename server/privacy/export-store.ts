import { sql } from "kysely";
import {
  inTransaction,
  writeAuditEntry,
  type AuditActor,
  type AuditEntry,
} from "../database/shared-tables/audit-log.ts";
import type { Database } from "../database/connection/database.ts";
import { createEventStore, type EventStoreContext } from "../tracking/index.ts";
import { personalDataInventory, type PersonalDataTable } from "./personal-data-inventory-store.ts";
import type { DataSubject } from "./data-subject-store.ts";
import { privacyMessages } from "./messages.ts";

export type ExportSection = { name: string; title: string; rows: Record<string, unknown>[]; isCut: boolean };
/** Rows per table in an export; events of half a year may exceed it. */
const MAX_ROWS = 5_000;
const DAY = 86_400_000;

const eventsOf = (context: EventStoreContext, { openId, anonymousIds }: DataSubject, timeout: number) =>
  createEventStore(context).ofPerson([openId, ...anonymousIds], { maxRows: MAX_ROWS, timeout });

async function rowsOf(
  { db }: EventStoreContext,
  person: DataSubject,
  { table, condition, exportCondition = condition, columns }: PersonalDataTable,
) {
  if (exportCondition === null) return { rows: [], isCut: false };
  const { rows } = await sql<Record<string, unknown>>`
    select ${columns ?? sql`t.*`} from ${sql.table(table)} t where ${exportCondition(person)} limit ${MAX_ROWS + 1}`.execute(
    db,
  );
  return { rows: rows.slice(0, MAX_ROWS), isCut: rows.length > MAX_ROWS };
}

/**
 * Collects all personal data of a person by table, decrypted and without internal columns. Tables without rows are
 * left out.
 * @param eventTimeout time limit of the event search, ms
 */
export async function collectPersonalData(
  context: EventStoreContext,
  person: DataSubject,
  eventTimeout: number,
): Promise<ExportSection[]> {
  const sections: ExportSection[] = [];
  for (const holding of personalDataInventory) {
    const { table: name, hidden = [], isReadByDay = false } = holding;
    const { rows, isCut } = await (isReadByDay
      ? eventsOf(context, person, eventTimeout)
      : rowsOf(context, person, holding));
    const shown = rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !hidden.includes(column))),
    );
    if (rows.length > 0 || isCut)
      sections.push({ name, title: privacyMessages.titles[name], rows: shown, isCut });
  }
  // The inventory lists the account last for the erasure; an export shows it first.
  return sections.toReversed();
}

/** Audit action of an export, with the outcomes "asked" and "done". */
const EXPORT_ACTION = "personal-data.export";
type ExportRequest = { readonly userId: string; readonly by: AuditActor; readonly now: Date };
const lineOf = ({ userId, by, now }: ExportRequest, outcome: "asked" | "done"): AuditEntry => ({
  by,
  action: EXPORT_ACTION,
  about: { kind: "user", id: userId },
  outcome,
  now,
});
/**
 * Records the request for an export before anything is read, so that failed exports count, too.
 * @param limit requests that a person may make within a day
 * @returns false if the limit is reached
 */
export const recordExportRequest = (db: Database, asked: ExportRequest, limit: number): Promise<boolean> =>
  inTransaction(db, async (transaction) => {
    const { userId, now } = asked;
    // Serialises concurrent requests of the user.
    await sql`select from app_user where user_id = ${userId} for update`.execute(transaction);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from audit_entry where actor_id = ${userId} and action = ${EXPORT_ACTION}
        and outcome = 'asked' and at_time > ${new Date(now.getTime() - DAY)}`.execute(transaction);
    if ((rows[0]?.count ?? 0) >= limit) return false;
    await writeAuditEntry(transaction, lineOf(asked, "asked"));
    return true;
  });
export const recordExportDone = (db: Database, asked: ExportRequest): Promise<void> =>
  writeAuditEntry(db, lineOf(asked, "done"));
