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

/** Takes rows of pictures away and notes their files for deletion, in one statement. */
export const deletePictureRows = (which: RawBuilder<unknown>, now: Date): RawBuilder<unknown> => sql`
  with dropped as (delete from picture_upload where ${which} returning storage_key)
  insert into picture_removal (storage_key, due_time)
  select storage_key, ${now}::timestamptz from dropped on conflict (storage_key) do nothing`;

const ownStore = (db: Kysely<Tables>) => ({
  /** Says that a file is about to be written, which is deleted at a moment unless it is added before. */
  async announce(storageKey: string, unlessBy: Date): Promise<void> {
    await sql`insert into picture_removal (storage_key, due_time) values (${storageKey}, ${unlessBy})`.execute(
      db,
    );
  },
  /** An announced one is a user's from now on. @returns its id; null where the user is no more */
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
  /** How many a user has uploaded since, used or not. */
  async countSince(userId: string, since: Date): Promise<number> {
    const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from picture_upload
        where user_id = ${userId} and created_time > ${since}`.execute(db);
    return rows[0]?.count ?? 0;
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
  /** Says that something uses a user's own picture. @returns whether there is such a one */
  async use(pictureId: string, userId: string, now: Date): Promise<boolean> {
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

/** What nothing uses. */
const unusedStore = (db: Kysely<Tables>) => ({
  /** Unused ones of before a moment, oldest first. */
  async unusedBefore(moment: Date, most: number): Promise<string[]> {
    const rows = await db
      .selectFrom("picture_upload")
      .select("picture_id")
      .where("used_time", "is", null)
      .where("created_time", "<", moment)
      .orderBy("created_time")
      .limit(most)
      .execute();
    return rows.map((row) => row.picture_id);
  },
  /** Drops one, only while nothing uses it; its file is to be deleted at once. */
  async dropUnused(pictureId: string, now: Date): Promise<void> {
    await deletePictureRows(sql`picture_id = ${pictureId} and used_time is null`, now).execute(db);
  },
  /** What used it uses it no more: it is deleted with the next purge. */
  async release(pictureId: string): Promise<void> {
    await db
      .updateTable("picture_upload")
      .set({ used_time: null, created_time: new Date(0) })
      .where("picture_id", "=", pictureId)
      .execute();
  },
  /** Ids of what was taken into use before a moment, by id, those after one. */
  async usedBefore(moment: Date, pictureId: string, most: number): Promise<string[]> {
    const rows = await db
      .selectFrom("picture_upload")
      .select("picture_id")
      .where("used_time", "<", moment)
      .where("picture_id", ">", pictureId)
      .orderBy("picture_id")
      .limit(most)
      .execute();
    return rows.map((row) => row.picture_id);
  },
  /** Releases several, but for those that were taken into use again since a moment. */
  async releaseUsedBefore(moment: Date, pictureIds: readonly string[]): Promise<void> {
    await db
      .updateTable("picture_upload")
      .set({ used_time: null, created_time: new Date(0) })
      .where("picture_id", "in", pictureIds)
      .where("used_time", "<", moment)
      .execute();
  },
});

/** What older versions kept unsealed. */
const unencryptedStore = (db: Kysely<Tables>) => ({
  /** By id, those after one. */
  async plainAfter(pictureId: string, most: number) {
    return db
      .selectFrom("picture_upload")
      .select(["picture_id", "storage_key"])
      .where("is_sealed", "=", false)
      .where("picture_id", ">", pictureId)
      .orderBy("picture_id")
      .limit(most)
      .execute();
  },
  /** Its file is sealed now. @returns false where the picture is no more */
  async noteSealed(pictureId: string): Promise<boolean> {
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
