import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";

/** Kinds of what others have still to be told. */
export type OutboxKind = "expressSubscription" | "wechatShipping";
/** A row that this process works on: no other one takes it until its next time. */
export type LeasedOutbox = { readonly about_id: string; readonly tries: number };

/**
 * Takes rows that are due for work in this process; their next time is the end of the lease. A row that another process
 * has is skipped.
 */
export async function leaseOutbox(
  db: Database,
  kind: OutboxKind,
  { now, until, most }: { readonly now: Date; readonly until: Date; readonly most: number },
): Promise<LeasedOutbox[]> {
  const { rows } = await sql<LeasedOutbox>`
    update mall_outbox set due_time = ${until}, tries = tries + 1
    where kind = ${kind} and about_id in (
      select about_id from mall_outbox where kind = ${kind} and due_time <= ${now}
      order by due_time limit ${most} for update skip locked)
    returning about_id, tries`.execute(db);
  return rows;
}

/** Ends a row, unless it was queued again meanwhile. */
export async function endOutbox(
  db: Database,
  kind: OutboxKind,
  { about_id, tries }: LeasedOutbox,
): Promise<void> {
  await sql`delete from mall_outbox where kind = ${kind} and about_id = ${about_id} and tries = ${tries}`.execute(
    db,
  );
}

/** Sets the next attempt of a row, unless it was queued again meanwhile. @param problem short words for operators */
export async function delayOutbox(
  db: Database,
  kind: OutboxKind,
  { about_id, tries }: LeasedOutbox,
  { due, problem }: { readonly due: Date; readonly problem: string },
): Promise<void> {
  await sql`update mall_outbox set due_time = ${due}, problem = ${problem}
    where kind = ${kind} and about_id = ${about_id} and tries = ${tries}`.execute(db);
}
