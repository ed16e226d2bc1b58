import { sql } from "kysely";
import type { ExportFailure } from "#contract/console/export/exports.ts";
import type { Database } from "../../database/connection/database.ts";
import { encryptedText } from "../../database/encryption/encrypted-columns.ts";
import type { ExportJobRow } from "./export-store.ts";

/** Times that a file is begun before it is given up: its process ended each time. */
const MAX_ATTEMPTS = 5;

/**
 * Takes over the oldest file that no process makes.
 * @param until end of the lease, which `renewExport` extends
 */
export async function claimExport(db: Database, now: Date, until: Date): Promise<ExportJobRow | null> {
  await sql`update export_job set state = 'failed', failure = 'internal', finished_time = ${now}
    where state = 'waiting' and lease_time <= ${now} and attempt >= ${MAX_ATTEMPTS}`.execute(db);
  const { rows } = await sql<ExportJobRow>`
    update export_job set lease_time = ${until}, attempt = attempt + 1, row_count = 0 where export_id = (
      select export_id from export_job where state = 'waiting' and lease_time <= ${now}
      order by created_time, export_id limit 1 for update skip locked)
    returning *`.execute(db);
  return rows[0] ?? null;
}
/** An attempt at a file; another process may have begun a later one. */
export type ExportAttempt = Pick<ExportJobRow, "export_id" | "attempt">;

/** Extends the lease and records the progress. @returns false: cancelled, ended, or taken over */
export async function renewExport(
  db: Database,
  { export_id, attempt }: ExportAttempt,
  rowCount: number,
  until: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update export_job set row_count = ${rowCount}, lease_time = ${until}
    where export_id = ${export_id} and attempt = ${attempt} and state = 'waiting' returning 1`.execute(db);
  return rows.length > 0;
}
/** Lets another attempt begin at once. */
export async function releaseExport(
  db: Database,
  { export_id, attempt }: ExportAttempt,
  now: Date,
): Promise<void> {
  await sql`update export_job set lease_time = ${now}
    where export_id = ${export_id} and attempt = ${attempt} and state = 'waiting'`.execute(db);
}

/**
 * Notes people whose data a file will have. The lock on their rows waits for an erasure that is under way.
 * @returns whether all of them are still there
 */
export async function addExportPeople(
  db: Database,
  { export_id }: ExportAttempt,
  userIds: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with found as (select user_id from app_user where user_id = any(${[...userIds]}::text[]) for key share),
      added as (insert into export_person (export_id, user_id) select ${export_id}, user_id from found
        on conflict do nothing)
    select count(*)::int as count from found`.execute(db);
  return rows[0]?.count === userIds.length;
}

type FinishedFile = {
  readonly parts: Iterable<string>;
  readonly bytes: number;
  readonly checksum: string;
  readonly rowCount: number;
  readonly now: Date;
  readonly expires: Date;
};
/** Stores the content of a file, which is then ready. @returns false: cancelled, ended, or taken over */
export async function finishExport(
  transaction: Database,
  { export_id, attempt }: ExportAttempt,
  { parts, bytes, checksum, rowCount, now, expires }: FinishedFile,
): Promise<boolean> {
  const { rows } = await sql`
    update export_job set state = 'ready', finished_time = ${now}, expires_time = ${expires}, bytes = ${bytes},
      checksum = ${checksum}, row_count = ${rowCount}
    where export_id = ${export_id} and attempt = ${attempt} and state = 'waiting' returning 1`.execute(
    transaction,
  );
  if (rows.length === 0) return false;
  let partNo = 0;
  for (const content of parts) {
    partNo++;
    await sql`insert into export_part (export_id, part_no, file_part)
      values (${export_id}, ${partNo}, ${encryptedText(content, "filepart", export_id, String(partNo))})`.execute(
      transaction,
    );
  }
  return true;
}
/** Ends a file that cannot be made. @returns false: cancelled, ended, or taken over */
export async function failExport(
  transaction: Database,
  { export_id, attempt }: ExportAttempt,
  failure: ExportFailure,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update export_job set state = 'failed', failure = ${failure}, finished_time = ${now}
    where export_id = ${export_id} and attempt = ${attempt} and state = 'waiting' returning 1`.execute(
    transaction,
  );
  if (rows.length === 0) return false;
  await sql`delete from export_person where export_id = ${export_id}`.execute(transaction);
  return true;
}

/** Records that a file is being fetched. @returns its number of parts; null: it is not ready */
export async function recordFetch(
  transaction: Database,
  operatorId: string,
  exportId: string,
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ parts: number }>`
    update export_job e set fetched_time = ${now}
    where e.export_id = ${exportId} and e.operator_id = ${operatorId} and e.state = 'ready' and e.expires_time > ${now}
    returning (select count(*)::int from export_part p where p.export_id = e.export_id) as parts`.execute(
    transaction,
  );
  return rows[0]?.parts ?? null;
}
/**
 * Reads a part of a file that is being fetched, base64.
 * @param since moment after which the fetch has begun
 */
export async function readFilePart(
  db: Database,
  operatorId: string,
  { exportId, part }: { readonly exportId: string; readonly part: number },
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<string | null> {
  const { rows } = await sql<{ file_part: string }>`
    select p.export_id, p.part_no, p.file_part from export_part p join export_job e on e.export_id = p.export_id
    where e.export_id = ${exportId} and e.operator_id = ${operatorId} and e.state = 'ready'
      and e.expires_time > ${now} and e.fetched_time > ${since} and p.part_no = ${part}`.execute(db);
  return rows[0]?.file_part ?? null;
}
