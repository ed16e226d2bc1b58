import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import type { AuditActor } from "../database/shared-tables/audit-log.ts";
import { addEntityVersion } from "../database/shared-tables/entity-version-store.ts";
import { readLiveActivity } from "./content-store.ts";

type ActivityChange = {
  readonly activityId: string;
  readonly by: AuditActor;
  readonly now: Date;
  /** false: another statement of `run` locks the row where it changes it; for imports of many unchanged entries */
  readonly isLocked?: boolean;
};

/**
 * Runs a change of an activity and keeps a version of it if it changed what visitors or guests see (requirement CO88).
 * Every door uses it: the catalogue file, commands, composers and the console.
 * @param db a transaction
 */
export async function withActivityVersion<T>(
  db: Database,
  { activityId, by, now, isLocked = true }: ActivityChange,
  run: (db: Database) => Promise<T>,
): Promise<T> {
  const before = await readLiveActivity(db, activityId, { isLocked });
  const result = await run(db);
  const after = await readLiveActivity(db, activityId, { isLocked: false });
  if (after === null) return result;
  const change = { before: before?.content ?? null, after: after.content, revision: after.revision, by, now };
  const fields = await addEntityVersion(db, { kind: "activity", id: activityId }, change);
  if (fields.length === 0) return result;
  await sql`update activity set revision = revision + ${before === null ? 0 : 1}, changed_time = ${now},
    changed_by = ${by.id}, changed_door = ${by.host},
    published_time = coalesce(published_time, case when is_published or ${before?.content.isPublished ?? false} then ${now}::timestamptz end)
    where activity_id = ${activityId}`.execute(db);
  return result;
}
