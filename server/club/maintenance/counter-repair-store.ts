import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";

/** A counter column, and the query of its correct value. */
type Counter = {
  readonly table: string;
  readonly key: string;
  readonly counter: string;
  /** SQL that counts the rows; `c` is the row with the counter. */
  readonly counted: string;
};

const counters: readonly Counter[] = [
  {
    table: "club_article",
    key: "article_id",
    counter: "likes",
    counted: "select count(*) from club_article_like l where l.article_id = c.article_id",
  },
  {
    table: "club_article",
    key: "article_id",
    counter: "comments",
    counted: "select count(*) from club_comment o where o.article_id = c.article_id and o.status = 1",
  },
  {
    table: "club_comment",
    key: "comment_id",
    counter: "likes",
    counted: "select count(*) from club_comment_like l where l.comment_id = c.comment_id",
  },
  {
    table: "club_group",
    key: "group_id",
    counter: "members",
    counted: "select count(*) from club_membership m where m.group_id = c.group_id and m.status = 2",
  },
  {
    table: "club_group",
    key: "group_id",
    counter: "articles",
    counted: "select count(*) from club_article a where a.group_id = c.group_id and a.status = 1",
  },
  {
    table: "club_group",
    key: "group_id",
    counter: "followers",
    counted: "select count(*) from club_group_follow f where f.group_id = c.group_id",
  },
  {
    table: "club_member",
    key: "member_id",
    counter: "articles",
    counted: "select count(*) from club_article a where a.member_id = c.member_id and a.status = 1",
  },
  {
    table: "club_member",
    key: "member_id",
    counter: "followers",
    counted: "select count(*) from club_member_follow f where f.followed_id = c.member_id",
  },
];
/** Number of rows that one statement compares. */
const BATCH = 2_000;

/** Compares the counters of the rows after a key. */
async function compareBatch(db: Database, { table, key, counter, counted }: Counter, after: string) {
  const { rows } = await sql<{ id: string; is_wrong: boolean }>`
    select id, is_wrong from (select c.${sql.ref(key)} as id, c.${sql.ref(counter)} <> (${sql.raw(counted)}) as is_wrong
      from ${sql.table(table)} c where c.${sql.ref(key)} > ${after} order by c.${sql.ref(key)} limit ${BATCH}) rows
    order by id`.execute(db);
  return rows;
}
/** Counts again with the row locked, so that concurrent changes wait or are included. */
async function recount(
  db: Database,
  { table, key, counter, counted }: Counter,
  id: string,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await sql`select 1 from ${sql.table(table)} where ${sql.ref(key)} = ${id} for no key update`.execute(
      transaction,
    );
    const { rows } = await sql`
      update ${sql.table(table)} c set ${sql.ref(counter)} = (${sql.raw(counted)})
      where c.${sql.ref(key)} = ${id} and c.${sql.ref(counter)} <> (${sql.raw(counted)}) returning 1`.execute(
      transaction,
    );
    return rows.length > 0;
  });
}

/** Compares every counter of the club with its rows and corrects it. @returns number of corrections */
export async function repairCounters(db: Database): Promise<number> {
  let repaired = 0;
  for (const counter of counters) {
    let after = "";
    for (;;) {
      const rows = await compareBatch(db, counter, after);
      for (const { id } of rows.filter(({ is_wrong }) => is_wrong))
        if (await recount(db, counter, id)) repaired++;
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) break;
      after = last.id;
    }
  }
  return repaired;
}
