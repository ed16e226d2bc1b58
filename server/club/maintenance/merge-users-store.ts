import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";

/** Tables with at most one row for a member and another key; of two such rows the remaining member's stays. */
const uniqueTables: readonly (readonly [table: string, memberColumn: string, otherColumn: string])[] = [
  ["club_membership", "member_id", "group_id"],
  ["club_group_follow", "member_id", "group_id"],
  ["club_member_follow", "member_id", "followed_id"],
  ["club_member_follow", "followed_id", "member_id"],
  ["club_member_block", "member_id", "blocked_id"],
  ["club_member_block", "blocked_id", "member_id"],
  ["club_article_like", "member_id", "article_id"],
  ["club_comment_like", "member_id", "comment_id"],
];

async function membersOf(db: Database, from: string, to: string) {
  const { rows } = await sql<{ user_id: string; member_id: string }>`
    select user_id, member_id from club_member where user_id in (${from}, ${to}) order by member_id for update`.execute(
    db,
  );
  const of = (userId: string) => rows.find(({ user_id }) => user_id === userId)?.member_id;
  return { one: of(from), other: of(to) };
}

/** Counts again everything that the moved rows belong to. */
async function recount(db: Database, one: string, other: string): Promise<void> {
  await sql`update club_member m set
      articles = (select count(*) from club_article a where a.member_id = m.member_id and a.status = 1),
      followers = (select count(*) from club_member_follow f where f.followed_id = m.member_id)
    where m.member_id in (${one}, ${other})
      or m.member_id in (select followed_id from club_member_follow where member_id = ${other})`.execute(db);
  await sql`update club_group g set
      members = (select count(*) from club_membership m where m.group_id = g.group_id and m.status = 2),
      followers = (select count(*) from club_group_follow f where f.group_id = g.group_id)
    where g.group_id in (select group_id from club_membership where member_id = ${other}
      union select group_id from club_group_follow where member_id = ${other})`.execute(db);
  await sql`update club_article a set likes = (select count(*) from club_article_like l where l.article_id = a.article_id),
      version = version + 1
    where a.article_id in (select article_id from club_article_like where member_id = ${other})`.execute(db);
  await sql`update club_comment c set likes = (select count(*) from club_comment_like l where l.comment_id = c.comment_id)
    where c.comment_id in (select comment_id from club_comment_like where member_id = ${other})`.execute(db);
}

/**
 * Merges the members of two users who are one person. If only one has a member, it is assigned to the remaining user;
 * otherwise its rows move to the other member, and mentions of it show the other member from then on. Blocks from
 * groups and bars are kept.
 */
export async function mergeClubMembers(db: Database, from: string, to: string): Promise<void> {
  const { one, other } = await membersOf(db, from, to);
  if (one === undefined) return;
  if (other === undefined) {
    await sql`update club_member m set user_id = ${to}, display_name = u.nickname, avatar = u.avatar, owner = u.owner,
        series_codes = u.series_codes from app_user u where u.user_id = ${to} and m.member_id = ${one}`.execute(
      db,
    );
    return;
  }
  await sql`update club_member kept set barred_time = least(kept.barred_time, gone.barred_time) from club_member gone
    where kept.member_id = ${other} and gone.member_id = ${one}`.execute(db);
  await sql`update club_membership kept set status = 3, role = 0, reason = gone.reason from club_membership gone
    where kept.member_id = ${other} and gone.member_id = ${one} and gone.group_id = kept.group_id and gone.status = 3`.execute(
    db,
  );
  // Keeps the higher role in each group.
  await sql`update club_membership kept set role = gone.role from club_membership gone
    where kept.member_id = ${other} and gone.member_id = ${one} and gone.group_id = kept.group_id
      and kept.status = 2 and gone.status = 2 and gone.role > kept.role`.execute(db);
  await sql`delete from club_member_follow where member_id in (${one}, ${other}) and followed_id in (${one}, ${other})`.execute(
    db,
  );
  await sql`delete from club_member_block where member_id in (${one}, ${other}) and blocked_id in (${one}, ${other})`.execute(
    db,
  );
  for (const [table, column, key] of uniqueTables) {
    const [name, own, beside] = [sql.table(table), sql.ref(column), sql.ref(key)];
    await sql`delete from ${name} gone where gone.${own} = ${one} and exists (
      select from ${name} kept where kept.${own} = ${other} and kept.${beside} = gone.${beside})`.execute(db);
    await sql`update ${name} set ${own} = ${other} where ${own} = ${one}`.execute(db);
  }
  for (const table of ["club_article", "club_comment"])
    await sql`update ${sql.table(table)} set member_id = ${other}, idempotency_key = null where member_id = ${one}`.execute(
      db,
    );
  // Deletes notifications about each other, and duplicates of notifications that both have received.
  await sql`delete from club_notification where member_id in (${one}, ${other}) and actor_id in (${one}, ${other})
    and kind <> 'moderation'`.execute(db);
  for (const column of ["member_id", "actor_id"]) {
    const [own, beside] = [sql.ref(column), sql.ref(column === "member_id" ? "actor_id" : "member_id")];
    await sql`delete from club_notification gone where gone.${own} = ${one} and exists (
      select from club_notification kept where kept.${own} = ${other} and kept.${beside} = gone.${beside} and kept.kind = gone.kind
        and kept.article_id is not distinct from gone.article_id and kept.comment_id is not distinct from gone.comment_id
        and kept.group_id is not distinct from gone.group_id and kept.outcome is not distinct from gone.outcome)`.execute(
      db,
    );
    await sql`update club_notification set ${own} = ${other} where ${own} = ${one}`.execute(db);
  }
  await sql`delete from club_report gone where gone.member_id = ${one} and exists (select from club_report kept
    where kept.member_id = ${other} and kept.kind = gone.kind and kept.target_id = gone.target_id)`.execute(
    db,
  );
  await sql`update club_report set member_id = ${other} where member_id = ${one}`.execute(db);
  await sql`delete from club_pace where member_id = ${one}`.execute(db);
  await sql`delete from club_member_key where member_id = ${one}`.execute(db);
  await sql`update club_member set merged_into = ${other} where merged_into = ${one}`.execute(db);
  await sql`update club_member set user_id = null, merged_into = ${other}, articles = 0, followers = 0
    where member_id = ${one}`.execute(db);
  await recount(db, one, other);
}
