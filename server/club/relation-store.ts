import { sql } from "kysely";
import { BatchWriter } from "../database/batching/batch-writer.ts";
import type { Database } from "../database/connection/database.ts";
import { MAX_FOLLOWED } from "./rules.ts";

/** A relation between members and targets, for example a like, whose rows are counted at the target. */
export type Relation = {
  /** Table of the relation's rows. */
  readonly table: string;
  /** Its column of the target's id. */
  readonly targetColumn: string;
  /** Table of the targets, its key and its counter. */
  readonly countedTable: string;
  readonly key: string;
  readonly counter: string;
  /** SQL condition for visible targets; null: all. */
  readonly visible: string | null;
  /** Column that is increased with every change; null: none. */
  readonly version: string | null;
  /** Maximum number of targets of one member; null: no limit. The targets must be members, too. */
  readonly most: number | null;
};
const shown = "status = 1";
export const relations = {
  articleLike: {
    table: "club_article_like",
    targetColumn: "article_id",
    countedTable: "club_article",
    key: "article_id",
    counter: "likes",
    visible: shown,
    version: "version",
    most: null,
  },
  commentLike: {
    table: "club_comment_like",
    targetColumn: "comment_id",
    countedTable: "club_comment",
    key: "comment_id",
    counter: "likes",
    visible: shown,
    version: null,
    most: null,
  },
  groupFollow: {
    table: "club_group_follow",
    targetColumn: "group_id",
    countedTable: "club_group",
    key: "group_id",
    counter: "followers",
    visible: null,
    version: null,
    most: null,
  },
  memberFollow: {
    table: "club_member_follow",
    targetColumn: "followed_id",
    countedTable: "club_member",
    key: "member_id",
    counter: "followers",
    visible: "deleted_time is null and merged_into is null",
    version: null,
    most: MAX_FOLLOWED,
  },
} as const satisfies Record<string, Relation>;

export type RelationToggle = { readonly memberId: string; readonly isOn: boolean; readonly time: Date };
/** The target's counter after the toggle; null: no visible target. */
export type RelationCount = number | null;
/** The same; "full": the member has reached the relation's limit. */
export type LimitedRelationCount = RelationCount | "full";
export type RelationWriterOptions = {
  /** false: without lock and transaction, for the tests that prove that they are needed. */
  readonly isGuarded: boolean;
  /** Runs between reading the counter and writing, to let another process do the same in tests. */
  readonly between?: () => Promise<void>;
  /** Runs after a change in the same transaction. */
  readonly after?: (db: Database, target: string, change: RelationChange) => Promise<void>;
};
export type RelationChange = {
  readonly made: readonly string[];
  readonly undone: readonly string[];
  readonly time: Date;
};

/**
 * Finds the members of a batch who have reached the limit of targets, and are not related to this one. Locks target and
 * members in one order, since two members may follow each other at the same moment; the count is a second statement,
 * which sees what others have committed meanwhile.
 */
async function findFull(
  db: Database,
  { table, targetColumn, most }: Relation,
  target: string,
  memberIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (most === null || memberIds.length === 0) return new Set();
  await sql`select 1 from club_member where member_id = any(${[target, ...memberIds]}::text[])
    order by member_id for no key update`.execute(db);
  const { rows } = await sql<{ member_id: string }>`
    select member_id from ${sql.table(table)} where member_id = any(${memberIds}::text[])
    group by member_id having count(*) >= ${most}::int and not bool_or(${sql.ref(targetColumn)} = ${target})`.execute(
    db,
  );
  return new Set(rows.map(({ member_id }) => member_id));
}

/** Writes a batch of one target: locks its counter, inserts and deletes rows, adds the number of changed rows. */
async function writeBatch(
  db: Database,
  relation: Relation,
  target: string,
  batch: readonly RelationToggle[],
  { isGuarded, between, after }: RelationWriterOptions,
): Promise<LimitedRelationCount[]> {
  const { table, countedTable, counter, visible, version } = relation;
  const key = sql.ref(relation.key);
  const column = sql.ref(relation.targetColumn);
  // Keeps only the last toggle of each member.
  const last = new Map(batch.map((one) => [one.memberId, one]));
  const wanted = [...last.values()].filter(({ isOn }) => isOn);
  const full = await findFull(
    db,
    relation,
    target,
    wanted.map(({ memberId }) => memberId),
  );
  const on = wanted.filter(({ memberId }) => !full.has(memberId));
  const { rows } = await sql<{ count: number }>`
    select ${sql.ref(counter)} as count from ${sql.table(countedTable)} where ${key} = ${target}
      ${visible === null ? sql`` : sql.raw(`and ${visible}`)} ${sql.raw(isGuarded ? "for no key update" : "")}`.execute(
    db,
  );
  const [found] = rows;
  if (!found) return batch.map(() => null);
  await between?.();
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
    await sql`update ${sql.table(countedTable)} set ${sql.ref(counter)} = ${count}
      ${version === null ? sql`` : sql`, ${sql.ref(version)} = ${sql.ref(version)} + 1`} where ${key} = ${target}`.execute(
      db,
    );
  const ids = (changed: readonly { member_id: string }[]) => changed.map(({ member_id }) => member_id);
  const time = batch[0]?.time ?? new Date(0);
  if (isChanged) await after?.(db, target, { made: ids(made.rows), undone: ids(undone.rows), time });
  return batch.map(({ memberId }) => (full.has(memberId) ? "full" : count));
}

/** Group-commit writer of a relation (requirement P22): idempotent, with an exact counter, resolved after the commit. */
export function limitedRelationWriter(
  db: Database,
  relation: Relation,
  options: RelationWriterOptions = { isGuarded: true },
): BatchWriter<RelationToggle, LimitedRelationCount> {
  return new BatchWriter((target, batch) =>
    options.isGuarded
      ? db.transaction().execute((transaction) => writeBatch(transaction, relation, target, batch, options))
      : writeBatch(db, relation, target, batch, options),
  );
}
/** The same for a relation without a limit. */
export function relationWriter(
  db: Database,
  relation: Relation & { readonly most: null },
  options: RelationWriterOptions = { isGuarded: true },
): Pick<BatchWriter<RelationToggle, RelationCount>, "add"> {
  const writer = limitedRelationWriter(db, relation, options);
  return {
    async add(target, toggle) {
      const count = await writer.add(target, toggle);
      return count === "full" ? null : count;
    },
  };
}
