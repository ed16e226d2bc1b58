import { sql, type Kysely } from "kysely";
import type { Database } from "../database/database.ts";
import { newId } from "../ids.ts";

type UploadRow = {
  picture_id: string;
  user_id: string;
  storage_key: string;
  created_time: Date;
  used_time: Date | null;
};
type Tables = { picture_upload: UploadRow };

const ownStore = (db: Kysely<Tables>) => ({
  async add(userId: string, storageKey: string, now: Date): Promise<string> {
    const picture_id = newId();
    await db
      .insertInto("picture_upload")
      .values({ picture_id, user_id: userId, storage_key: storageKey, created_time: now, used_time: null })
      .execute();
    return picture_id;
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
  /**
   * Deletes one with what is stored of it, only while nothing uses it: the row goes with the file,
   * so that neither a failure nor whoever is about to use it leaves one without the other.
   */
  async dropUnused(pictureId: string, remove: (storageKey: string) => Promise<void>): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      const row = await transaction
        .deleteFrom("picture_upload")
        .where("picture_id", "=", pictureId)
        .where("used_time", "is", null)
        .returning("storage_key")
        .executeTakeFirst();
      if (row) await remove(row.storage_key);
    });
  },
  /** What used it uses it no more: it is deleted with the next purge. */
  async release(pictureId: string): Promise<void> {
    await db
      .updateTable("picture_upload")
      .set({ used_time: null, created_time: new Date(0) })
      .where("picture_id", "=", pictureId)
      .execute();
  },
});

export const uploadStore = (database: Database) => {
  const db = database.withTables<Tables>();
  return { ...ownStore(db), ...unusedStore(db) };
};
export type UploadStore = ReturnType<typeof uploadStore>;
