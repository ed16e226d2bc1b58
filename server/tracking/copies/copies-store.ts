import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { inTransaction } from "../../database/shared-tables/audit-log.ts";

/** Frames of a spool file, from a position of the file on. */
export type CopiedFrames = {
  readonly fileId: string;
  readonly position: number;
  /** Encrypted. */
  readonly frames: Buffer;
};
type AdoptedRow = { file_id: string; position: string; adoptions: number; frames: Buffer };

/** Arbitrary number; the advisory lock of the process that takes copies over. */
const ADOPTION_LOCK = 7_204_518_832;
/** Condition that the process that stores a row's events has ended: its lease is over. */
const isOrphaned = sql`not exists (
  select from process_number p where p.holder = s.holder and p.leased_until > clock_timestamp())`;

const insertFrames = async (
  db: Database,
  { fileId, position, frames }: CopiedFrames,
  holder: string,
  adoptions: number,
): Promise<void> =>
  void (await sql`
    insert into event_spool (file_id, position, holder, adoptions, frames)
    values (${fileId}, ${position}, ${holder}::uuid, ${adoptions}, ${frames})`.execute(db));

export const copiesStore = (db: Database) => ({
  insert: (frames: CopiedFrames, holder: string): Promise<void> => insertFrames(db, frames, holder, 0),
  /** Deletes the copies of files. */
  async remove(fileIds: readonly string[]): Promise<void> {
    await sql`delete from event_spool where file_id = any(${fileIds}::text[])`.execute(db);
  },
  async hasOrphans(): Promise<boolean> {
    const { rows } = await sql<{ is_orphaned: boolean }>`
      select exists (select from event_spool s where ${isOrphaned}) as is_orphaned`.execute(db);
    return rows[0]?.is_orphaned ?? false;
  },
  /**
   * Takes over the copies of one file whose process has ended, one process at a time. They become those of another file,
   * since the ended process may only have been frozen and go on with its own.
   * @param keep stores the frames in their order. @returns the frames of the new file; if it fails, nothing is changed
   */
  adopt(
    holder: string,
    keep: (parts: readonly CopiedFrames[], adoptions: number) => Promise<CopiedFrames>,
  ): Promise<void> {
    return inTransaction(db, async (transaction) => {
      const { rows: locked } = await sql<{ is_locked: boolean }>`
        select pg_try_advisory_xact_lock(${ADOPTION_LOCK}) as is_locked`.execute(transaction);
      if (locked[0]?.is_locked !== true) return;
      const { rows } = await sql<AdoptedRow>`
        delete from event_spool s where ${isOrphaned} and s.file_id = (
          select s.file_id from event_spool s where ${isOrphaned} order by s.file_id limit 1)
        returning s.file_id, s.position::text as position, s.adoptions, s.frames`.execute(transaction);
      if (rows.length === 0) return;
      const parts = rows
        .map(({ file_id, position, frames }) => ({ fileId: file_id, position: Number(position), frames }))
        .toSorted((one, other) => one.position - other.position);
      const adoptions = Math.max(...rows.map((row) => row.adoptions)) + 1;
      await insertFrames(transaction, await keep(parts, adoptions), holder, adoptions);
    });
  },
});
export type CopiesStore = ReturnType<typeof copiesStore>;
