import { sql } from "kysely";
import { BatchWriter } from "../database/batching/batch-writer.ts";
import type { Database } from "../database/connection/database.ts";
import { unnestIds, prepared } from "../database/statements/prepared-statements.ts";
import { allocatePlaces } from "./rules.ts";
import type { KocProgramRow, KocRow } from "./tables.ts";

export type KocApplicant = Pick<KocRow, "user_id" | "applied_time">;
/** Options for tests that prove the need for lock and transaction. */
export type KocWriterOptions = {
  /** false removes lock and transaction. */
  readonly isLocked: boolean;
  /** Runs between reading and writing, so that another process can interleave. */
  readonly beforeWrite?: () => Promise<void>;
};

async function insertApplications(
  db: Database,
  activityId: string,
  rows: readonly KocApplicant[],
): Promise<void> {
  await sql`
    with made as (
      insert into koc (activity_id, user_id, status, applied_time)
      select ${activityId}, user_id, 1, applied_time
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i(user_id text, applied_time timestamptz)
      returning 1
    )
    update koc_program set taken = taken + (select count(*)::int from made) where activity_id = ${activityId} ${prepared}`.execute(
    db,
  );
}

/**
 * Locks the programme, reads existing applications, allocates the remaining places and inserts, so that no
 * place is given twice.
 */
async function writeBatch(
  db: Database,
  activityId: string,
  batch: readonly KocApplicant[],
  { isLocked, beforeWrite }: KocWriterOptions,
): Promise<(KocRow["status"] | null)[]> {
  const lock = sql.raw(isLocked ? "for update" : "");
  const { rows: programs } = await sql<Pick<KocProgramRow, "places" | "taken">>`
    select places, taken from koc_program where activity_id = ${activityId} ${lock} ${prepared}`.execute(db);
  const [program] = programs;
  if (!program) throw new Error(`no KOC programme of ${activityId}`);
  await beforeWrite?.();
  const userIds = batch.map(({ user_id }) => user_id);
  const { rows: known } = await sql<Pick<KocRow, "user_id" | "status">>`
    select own.* from ${unnestIds(userIds)} cross join lateral (
      select user_id, status from koc where activity_id = ${activityId} and user_id = asked.id offset 0) own ${prepared}`.execute(
    db,
  );
  const statuses = new Map(known.map(({ user_id, status }) => [user_id, status]));
  const allocations = allocatePlaces(userIds, program, new Set(statuses.keys()));
  const added = batch.filter((_applicant, at) => allocations[at] === "new");
  if (added.length > 0) await insertApplications(db, activityId, added);
  return batch.map(({ user_id }, at) => (allocations[at] === "full" ? null : (statuses.get(user_id) ?? 1)));
}

/**
 * Group-commit writer of applications. It allocates places exactly and answers after the commit; null: no
 * place was left.
 */
export function kocWriter(
  db: Database,
  options: KocWriterOptions = { isLocked: true },
): BatchWriter<KocApplicant, KocRow["status"] | null> {
  return new BatchWriter((activityId, batch) =>
    options.isLocked
      ? db.transaction().execute((transaction) => writeBatch(transaction, activityId, batch, options))
      : writeBatch(db, activityId, batch, options),
  );
}
