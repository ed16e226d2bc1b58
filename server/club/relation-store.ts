import { sql } from "kysely";
import { BatchWriter } from "../database/batching/batch-writer.ts";
import type { Database } from "../database/connection/database.ts";

/** Something that members do or undo, each once, and that is counted. */
export type Relation = {
  /** Who does it to what. */
  readonly table: string;
  readonly target: string;
  /** Where it is counted. */
  readonly counted: string;
  readonly key: string;
  readonly counter: string;
  /** Only what is shown: null where nothing hides it. */
  readonly isShown: string | null;
  /** A further column that moves with every change. */
  readonly version: string | null;
};
const shown = "status = 1";
export const relations = {
  articleLike: {
    table: "club_article_like",
    target: "article_id",
    counted: "club_article",
    key: "article_id",
    counter: "likes",
    isShown: shown,
    version: "version",
  },
  commentLike: {
    table: "club_comment_like",
    target: "comment_id",
    counted: "club_comment",
    key: "comment_id",
    counter: "likes",
    isShown: shown,
    version: null,
  },
  groupFollow: {
    table: "club_group_follow",
    target: "group_id",
    counted: "club_group",
    key: "group_id",
    counter: "followers",
    isShown: null,
    version: null,
  },
  memberFollow: {
    table: "club_member_follow",
    target: "followed_id",
    counted: "club_member",
    key: "member_id",
    counter: "followers",
    isShown: "deleted_time is null and merged_into is null",
    version: null,
  },
} as const satisfies Record<string, Relation>;

export type RelationToggle = { readonly memberId: string; readonly isOn: boolean; readonly time: Date };
/** How often it is done now, after the toggle; null: there is nothing to do it to. */
export type RelationCount = number | null;
export type RelationWriterOptions = {
  /** false takes out lock and transaction. */
  readonly isGuarded: boolean;
  /** Runs between reading the counter and writing: the time in which another process does the same. */
  readonly between?: () => Promise<void>;
  /** What goes with a change, in the same transaction. */
  readonly after?: (db: Database, target: string, change: RelationChange) => Promise<void>;
};
export type RelationChange = {
  readonly made: readonly string[];
  readonly undone: readonly string[];
  readonly time: Date;
};

/** Writes a batch of one target: locks its counter, does and undoes, counts what changed. */
async function writeBatch(
  db: Database,
  relation: Relation,
  target: string,
  batch: readonly RelationToggle[],
  { isGuarded, between, after }: RelationWriterOptions,
): Promise<RelationCount[]> {
  const { table, counted, counter, isShown, version } = relation;
  const key = sql.ref(relation.key);
  const column = sql.ref(relation.target);
  const { rows } = await sql<{ count: number }>`
    select ${sql.ref(counter)} as count from ${sql.table(counted)} where ${key} = ${target}
      ${isShown === null ? sql`` : sql.raw(`and ${isShown}`)} ${sql.raw(isGuarded ? "for no key update" : "")}`.execute(
    db,
  );
  const [found] = rows;
  if (!found) return batch.map(() => null);
  await between?.();
  // The last word of each member counts.
  const last = new Map(batch.map((one) => [one.memberId, one]));
  const on = [...last.values()].filter(({ isOn }) => isOn);
  const off = [...last.values()].filter(({ isOn }) => !isOn);
  const made = await sql<{ member_id: string }>`
    insert into ${sql.table(table)} (${column}, member_id, created_time)
    select ${target}, m, ${on[0]?.time ?? null}::timestamptz from unnest(${on.map(({ memberId }) => memberId)}::text[]) m
    on conflict do nothing returning member_id`.execute(db);
  const undone = await sql<{ member_id: string }>`
    delete from ${sql.table(table)} where ${column} = ${target}
      and member_id = any(${off.map(({ memberId }) => memberId)}::text[]) returning member_id`.execute(db);
  const count = found.count + made.rows.length - undone.rows.length;
  const isChanged = made.rows.length + undone.rows.length > 0;
  if (isChanged)
    await sql`update ${sql.table(counted)} set ${sql.ref(counter)} = ${count}
      ${version === null ? sql`` : sql`, ${sql.ref(version)} = ${sql.ref(version)} + 1`} where ${key} = ${target}`.execute(
      db,
    );
  const ids = (changed: readonly { member_id: string }[]) => changed.map(({ member_id }) => member_id);
  const time = batch[0]?.time ?? new Date(0);
  if (isChanged) await after?.(db, target, { made: ids(made.rows), undone: ids(undone.rows), time });
  return batch.map(() => count);
}

/** The group-commit writer of a relation (requirement P22): idempotent, exact, answered after the commit. */
export function relationWriter(
  db: Database,
  relation: Relation,
  options: RelationWriterOptions = { isGuarded: true },
): BatchWriter<RelationToggle, RelationCount> {
  return new BatchWriter((target, batch) =>
    options.isGuarded
      ? db.transaction().execute((transaction) => writeBatch(transaction, relation, target, batch, options))
      : writeBatch(db, relation, target, batch, options),
  );
}
