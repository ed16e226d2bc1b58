import { sql, type RawBuilder } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { containsKeyword } from "../database/statements/contains-keyword.ts";
import type { EditedRow } from "./store.ts";

const MAX_SOURCES = 50;

/** Pages of online activities, by conditions on activity a. */
export const operatorPageStore = (db: Database) => ({
  /** Finds the page of an online activity that a condition on activity a allows; null: there is none. */
  async openOwn(activityId: string, isAllowed: RawBuilder<boolean>): Promise<EditedRow | null> {
    const { rows } = await sql<EditedRow>`
      select a.activity_id, a.title, a.is_published, a.page_type, a.start_time, a.end_time, a.blocks, a.blocks_version
      from activity a where a.activity_id = ${activityId} and a.activity_type = 'online' and ${isAllowed}`.execute(
      db,
    );
    return rows[0] ?? null;
  },
  /** Online activities with a page that a condition on activity a allows, the newest first. */
  async sources(text: string, isAllowed: RawBuilder<boolean>): Promise<EditedRow[]> {
    const { rows } = await sql<EditedRow>`
      select a.activity_id, a.title, a.is_published, a.page_type, a.start_time, a.end_time, a.blocks, a.blocks_version
      from activity a where a.activity_type = 'online' and jsonb_array_length(a.blocks) > 0 and ${isAllowed}
        and ${text.trim() === "" ? sql`true` : containsKeyword(text)(sql`a.title`)}
      order by a.start_time desc, a.activity_id desc limit ${MAX_SOURCES}`.execute(db);
    return rows;
  },
});
