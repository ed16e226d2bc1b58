import { sql } from "kysely";
import type { Database } from "../connection/database.ts";
import { replacedTriggers } from "./replaced-triggers.ts";

/** Drops the replaced triggers and runs the statements of prepare.sql. */
export async function changeTables(db: Database, statements: readonly string[]): Promise<void> {
  for (const [trigger, table] of Object.entries(replacedTriggers))
    await sql`drop trigger ${sql.ref(trigger)} on ${sql.table(table)}`.execute(db);
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Name of the entry with a suffix among the migrations; null: none. */
export async function findMark(db: Database, suffix: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where right(name, length(${suffix})) = ${suffix}`.execute(db);
  return rows[0]?.name ?? null;
}

/** Adds an entry after the last migration, in name and time, since migrations are compared in the order of both. */
export async function setMark(db: Database, suffix: string): Promise<void> {
  await sql`
    insert into kysely_migration (name, timestamp)
    select name || ${suffix}::text, timestamp from kysely_migration order by name desc limit 1`.execute(db);
}

/**
 * Counts processes and commands that use the database, by the leases of their numbers. None can start until the transaction
 * ends, because it waits for its number.
 */
export async function countRunningProcesses(db: Database): Promise<number> {
  await sql`lock table process_number in exclusive mode`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from process_number where leased_until > clock_timestamp()`.execute(db);
  return rows[0]?.count ?? 0;
}
