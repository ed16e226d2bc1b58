import { sql } from "kysely";
import type { DraftFieldName } from "#contract/console/activity/content.ts";
import type { Database } from "../../database/connection/database.ts";

/** A field of a draft. */
export type DraftField = {
  readonly value: unknown;
  /** Live value that it replaces. */
  readonly was: unknown;
  /** Operator's id, time in ISO 8601, and the draft's revision of the last change. */
  readonly by: string;
  readonly time: string;
  readonly revision: number;
};
export type DraftFieldMap = Readonly<Partial<Record<DraftFieldName, DraftField>>>;
export type DraftRow = {
  revision: number;
  fields: DraftFieldMap;
  change_count: number;
  changed_by: string;
  changed_time: Date;
};
/** No draft: the first saved one has revision 1. */
export const noDraft = { revision: 0, fields: {}, change_count: 0 } as const;

/** Drafts of activities; each write belongs to a transaction that holds the activity's lock. */
export const draftStore = (db: Database) => ({
  async read(activityId: string): Promise<DraftRow | null> {
    const { rows } = await sql<DraftRow>`
      select revision, fields, change_count, changed_by, changed_time from draft
      where kind = 'activity' and entity_id = ${activityId}`.execute(db);
    return rows[0] ?? null;
  },
  /** Replaces the fields; the revision grows by one. @param count fields that differ from what is live */
  async write(
    activityId: string,
    fields: DraftFieldMap,
    { count, by, now }: { readonly count: number; readonly by: string; readonly now: Date },
  ): Promise<number> {
    const { rows } = await sql<{ revision: number }>`
      insert into draft (kind, entity_id, revision, fields, change_count, changed_by, changed_time)
      values ('activity', ${activityId}, 1, ${JSON.stringify(fields)}::jsonb, ${count}, ${by}, ${now})
      on conflict (kind, entity_id) do update set revision = draft.revision + 1, fields = excluded.fields,
        change_count = excluded.change_count, changed_by = excluded.changed_by, changed_time = excluded.changed_time
      returning revision`.execute(db);
    return rows[0]?.revision ?? 0;
  },
});
