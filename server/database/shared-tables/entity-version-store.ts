import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Database } from "../connection/database.ts";
import type { AuditActor } from "./audit-log.ts";

/** Content of an entity by the names of its fields, as JSON. */
export type EntityContent = Readonly<Record<string, unknown>>;
/** An entity that has versions. */
export type VersionedEntity = {
  readonly kind: "activity" | "banner" | "dealer" | "product" | "series";
  readonly id: string;
};
export type EntityVersionRow = {
  revision: number;
  fields: string[];
  author_kind: AuditActor["kind"];
  author_id: string | null;
  door: string;
  at_time: Date;
};
/** A version with its content and the changed fields' values before. */
export type WholeVersionRow = EntityVersionRow & { content: EntityContent; old_values: EntityContent };

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
/** Names of the fields that differ. */
export const changedFields = (before: EntityContent, after: EntityContent): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(asJson(before[name]), asJson(after[name])),
  );

/** Content of the last version; null if no version is kept yet. */
async function lastContent(db: Database, { kind, id }: VersionedEntity): Promise<EntityContent | null> {
  const { rows } = await sql<{ content: EntityContent }>`
    select content from entity_version where kind = ${kind} and entity_id = ${id}
    order by revision desc limit 1`.execute(db);
  return rows[0]?.content ?? null;
}

type NewVersion = {
  readonly revision: number;
  readonly content: EntityContent;
  readonly fields: readonly string[];
  readonly oldValues: EntityContent;
  readonly by: AuditActor;
  readonly now: Date;
};
async function insertVersion(
  db: Database,
  { kind, id }: VersionedEntity,
  { revision, content, fields, oldValues, by, now }: NewVersion,
): Promise<void> {
  await sql`insert into entity_version (kind, entity_id, revision, content, fields, old_values, author_kind, author_id, door, at_time)
    values (${kind}, ${id}, ${revision}, ${JSON.stringify(content)}::jsonb, ${[...fields]}::text[],
      ${JSON.stringify(oldValues)}::jsonb, ${by.kind}, ${by.id}, ${by.host}, ${now})
    on conflict do nothing`.execute(db);
}

/** Content before and after a change that has been written; the transaction holds the lock of the entity's row. */
type LiveChange = {
  /** null: the entity is new */
  readonly before: EntityContent | null;
  readonly after: EntityContent;
  /** Revision before the change. */
  readonly revision: number;
  readonly by: AuditActor;
  readonly now: Date;
};
/**
 * Keeps a version of a change that went live, and the content before the first one. Compares with the last version where
 * there is one: it is what the lock's last holder left.
 * @returns the changed fields; none: no version was added
 */
export async function addEntityVersion(
  db: Database,
  entity: VersionedEntity,
  { before, after, revision, by, now }: LiveChange,
): Promise<readonly string[]> {
  const kept = await lastContent(db, entity);
  const known = kept ?? before;
  const fields = known === null ? Object.keys(after) : changedFields(known, after);
  if (fields.length === 0) return [];
  if (kept === null && before !== null)
    await insertVersion(db, entity, {
      revision,
      content: before,
      fields: [],
      oldValues: {},
      by: { kind: "system", id: null, host: "server" },
      now,
    });
  await insertVersion(db, entity, {
    revision: before === null ? revision : revision + 1,
    content: after,
    fields: before === null ? [] : fields,
    oldValues: Object.fromEntries(fields.map((name) => [name, known?.[name] ?? null])),
    by,
    now,
  });
  return fields;
}

/** Versions of entities. */
export const entityVersions = (db: Database) => ({
  /** The newest 50 below a revision. @param before null: from the newest on */
  async list({ kind, id }: VersionedEntity, before: number | null): Promise<EntityVersionRow[]> {
    const { rows } = await sql<EntityVersionRow>`
      select revision, fields, author_kind, author_id, door, at_time from entity_version
      where kind = ${kind} and entity_id = ${id} and (${before}::int is null or revision < ${before}::int)
      order by revision desc limit 51`.execute(db);
    return rows;
  },
  /** The same with their values. */
  async listWithValues({ kind, id }: VersionedEntity, before: number | null): Promise<WholeVersionRow[]> {
    const { rows } = await sql<WholeVersionRow>`
      select revision, fields, author_kind, author_id, door, at_time, content, old_values from entity_version
      where kind = ${kind} and entity_id = ${id} and (${before}::int is null or revision < ${before}::int)
      order by revision desc limit 51`.execute(db);
    return rows;
  },
  async find({ kind, id }: VersionedEntity, revision: number): Promise<WholeVersionRow | null> {
    const { rows } = await sql<WholeVersionRow>`
      select revision, fields, author_kind, author_id, door, at_time, content, old_values from entity_version
      where kind = ${kind} and entity_id = ${id} and revision = ${revision}`.execute(db);
    return rows[0] ?? null;
  },
  /** Changes after a revision, with who made them last. */
  async changesSince({ kind, id }: VersionedEntity, revision: number): Promise<EntityVersionRow[]> {
    const { rows } = await sql<EntityVersionRow>`
      select revision, fields, author_kind, author_id, door, at_time from entity_version
      where kind = ${kind} and entity_id = ${id} and revision > ${revision} order by revision desc`.execute(
      db,
    );
    return rows;
  },
});
