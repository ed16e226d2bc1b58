import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { newId } from "../../core/ids.ts";

type UploadRow = {
  picture_id: string;
  user_id: string;
  storage_key: string;
  created_time: Date;
  used_time: Date | null;
  is_sealed: boolean;
};
type Tables = { picture_upload: UploadRow };

/** Deletes rows of pictures and schedules the removal of their files, in one statement. */
export const deletePictureRows = (which: RawBuilder<unknown>, now: Date): RawBuilder<unknown> => sql`
  with dropped as (delete from picture_upload where ${which} returning storage_key)
  insert into picture_removal (storage_key, due_time)
  select storage_key, ${now}::timestamptz from dropped on conflict (storage_key) do nothing`;

const ownStore = (db: Kysely<Tables>) => ({
  /** Schedules the removal of a file that is about to be written, in case it is never added. */
  async scheduleRemovalUnlessAdded(storageKey: string, unlessBy: Date): Promise<void> {
    await sql`insert into picture_removal (storage_key, due_time) values (${storageKey}, ${unlessBy})`.execute(
      db,
    );
  },
  /** Adds a written file as a user's picture and cancels its removal. @returns its id; null if the user is erased */
  async add(userId: string, storageKey: string, now: Date): Promise<string | null> {
    const pictureId = newId();
    const { rows } = await sql`
      with announced as (
        delete from picture_removal where storage_key = ${storageKey}
          and exists (select 1 from app_user where user_id = ${userId}) returning storage_key
      )
      insert into picture_upload (picture_id, user_id, storage_key, created_time, is_sealed)
      select ${pictureId}, ${userId}, storage_key, ${now}::timestamptz, true from announced returning 1`.execute(
      db,
    );
    return rows.length === 1 ? pictureId : null;
  },
  async keyOf(pictureId: string): Promise<string | null> {
    const row = await db
      .selectFrom("picture_upload")
      .select("storage_key")
      .where("picture_id", "=", pictureId)
      .executeTakeFirst();
    return row?.storage_key ?? null;
  },
  async keysOf(pictureIds: readonly string[]) {
    return db
      .selectFrom("picture_upload")
      .select(["picture_id", "storage_key"])
      .where("picture_id", "in", pictureIds)
      .execute();
  },
  /** Marks a user's own picture as used. @returns whether there is such a picture */
  async markUsed(pictureId: string, userId: string, now: Date): Promise<boolean> {
    const rows = await db
      .updateTable("picture_upload")
      .set({ used_time: now })
      .where("picture_id", "=", pictureId)
      .where("user_id", "=", userId)
      .returning("picture_id")
      .execute();
    return rows.length === 1;
  },
});

/** Queries and changes of unused pictures. */
const unusedStore = (db: Kysely<Tables>) => ({
  /** Lists unused pictures uploaded before a time, oldest first. */
  async unusedBefore(moment: Date, limit: number): Promise<string[]> {
    const rows = await db
      .selectFrom("picture_upload")
      .select("picture_id")
      .where("used_time", "is", null)
      .where("created_time", "<", moment)
      .orderBy("created_time")
      .limit(limit)
      .execute();
    return rows.map((row) => row.picture_id);
  },
  /** Deletes a picture if it is still unused; its file is due for removal at once. */
  async dropUnused(pictureId: string, now: Date): Promise<void> {
    await deletePictureRows(sql`picture_id = ${pictureId} and used_time is null`, now).execute(db);
  },
  /** Marks a picture as unused so that the next cleanup deletes it. */
  async release(pictureId: string): Promise<void> {
    await db
      .updateTable("picture_upload")
      .set({ used_time: null, created_time: new Date(0) })
      .where("picture_id", "=", pictureId)
      .execute();
  },
  /** Lists ids of pictures used since before a time, in order of id, after a given id. */
  async usedBefore(moment: Date, pictureId: string, limit: number): Promise<string[]> {
    const rows = await db
      .selectFrom("picture_upload")
      .select("picture_id")
      .where("used_time", "<", moment)
      .where("picture_id", ">", pictureId)
      .orderBy("picture_id")
      .limit(limit)
      .execute();
    return rows.map((row) => row.picture_id);
  },
  /** Marks pictures as unused, except those that were used again since a time. */
  async releaseUsedBefore(moment: Date, pictureIds: readonly string[]): Promise<void> {
    await db
      .updateTable("picture_upload")
      .set({ used_time: null, created_time: new Date(0) })
      .where("picture_id", "in", pictureIds)
      .where("used_time", "<", moment)
      .execute();
  },
});

/** Pictures that older versions stored unencrypted. */
const unencryptedStore = (db: Kysely<Tables>) => ({
  /** Lists unencrypted pictures in order of id, after a given id. */
  async unencryptedAfter(pictureId: string, limit: number) {
    return db
      .selectFrom("picture_upload")
      .select(["picture_id", "storage_key"])
      .where("is_sealed", "=", false)
      .where("picture_id", ">", pictureId)
      .orderBy("picture_id")
      .limit(limit)
      .execute();
  },
  /** Records that the file is encrypted. @returns false if the picture was deleted */
  async markEncrypted(pictureId: string): Promise<boolean> {
    const rows = await db
      .updateTable("picture_upload")
      .set({ is_sealed: true })
      .where("picture_id", "=", pictureId)
      .returning("picture_id")
      .execute();
    return rows.length === 1;
  },
});

export const uploadStore = (database: Database) => {
  const db = database.withTables<Tables>();
  return { ...ownStore(db), ...unusedStore(db), ...unencryptedStore(db) };
};
export type UploadStore = ReturnType<typeof uploadStore>;

/** Assigns the uploads of one user to another when both are the same person. */
export async function mergeUploads(db: Database, from: string, to: string): Promise<void> {
  await sql`update picture_upload set user_id = ${to} where user_id = ${from}`.execute(db);
}
