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
  return { fromMember: of(from), toMember: of(to) };
}

/** Counts again everything that the moved rows belong to. */
async function recount(db: Database, fromMember: string, toMember: string): Promise<void> {
  await sql`update club_member m set
      articles = (select count(*) from club_article a where a.member_id = m.member_id and a.status = 1),
      followers = (select count(*) from club_member_follow f where f.followed_id = m.member_id)
    where m.member_id in (${fromMember}, ${toMember})
      or m.member_id in (select followed_id from club_member_follow where member_id = ${toMember})`.execute(
    db,
  );
  await sql`update club_group g set
      members = (select count(*) from club_membership m where m.group_id = g.group_id and m.status = 2),
      followers = (select count(*) from club_group_follow f where f.group_id = g.group_id)
    where g.group_id in (select group_id from club_membership where member_id = ${toMember}
      union select group_id from club_group_follow where member_id = ${toMember})`.execute(db);
  await sql`update club_article a set likes = (select count(*) from club_article_like l where l.article_id = a.article_id),
      version = version + 1
    where a.article_id in (select article_id from club_article_like where member_id = ${toMember})`.execute(
    db,
  );
  await sql`update club_comment c set likes = (select count(*) from club_comment_like l where l.comment_id = c.comment_id)
    where c.comment_id in (select comment_id from club_comment_like where member_id = ${toMember})`.execute(
    db,
  );
}

/** Moves notifications, without those about each other and duplicates that both have received. */
async function mergeNotifications(db: Database, fromMember: string, toMember: string): Promise<void> {
  await sql`delete from club_notification where member_id in (${fromMember}, ${toMember}) and actor_id in (${fromMember}, ${toMember})
    and kind <> 'moderation'`.execute(db);
  for (const column of ["member_id", "actor_id"]) {
    const [ownColumn, otherColumn] = [
      sql.ref(column),
      sql.ref(column === "member_id" ? "actor_id" : "member_id"),
    ];
    await sql`delete from club_notification source where source.${ownColumn} = ${fromMember} and exists (
      select from club_notification target where target.${ownColumn} = ${toMember} and target.${otherColumn} = source.${otherColumn} and target.kind = source.kind
        and target.article_id is not distinct from source.article_id and target.comment_id is not distinct from source.comment_id
        and target.group_id is not distinct from source.group_id and target.outcome is not distinct from source.outcome)`.execute(
      db,
    );
    await sql`update club_notification set ${ownColumn} = ${toMember} where ${ownColumn} = ${fromMember}`.execute(
      db,
    );
  }
}

/**
 * Merges the members of two users who are one person. If only one has a member, it is assigned to the remaining user;
 * otherwise its rows move to the other member, and mentions of it show the other member from then on. Blocks from
 * groups and bars stay in force.
 */
export async function mergeClubMembers(db: Database, from: string, to: string): Promise<void> {
  const { fromMember, toMember } = await membersOf(db, from, to);
  if (fromMember === undefined) return;
  if (toMember === undefined) {
    await sql`update club_member m set user_id = ${to}, display_name = u.nickname, avatar = u.avatar, owner = u.owner,
        series_codes = u.series_codes from app_user u where u.user_id = ${to} and m.member_id = ${fromMember}`.execute(
      db,
    );
    return;
  }
  // Of two bars the longer one stays.
  await sql`update club_member target set barred_time = source.barred_time, barred_until = source.barred_until,
      barred_reason = source.barred_reason, barred_by = source.barred_by from club_member source
    where target.member_id = ${toMember} and source.member_id = ${fromMember} and source.barred_time is not null
      and (target.barred_time is null or coalesce(source.barred_until, 'infinity') > coalesce(target.barred_until, 'infinity'))`.execute(
    db,
  );
  await sql`update club_decision set member_id = ${toMember},
      target_id = case kind when 'member' then ${toMember} else target_id end
    where member_id = ${fromMember}`.execute(db);
  await sql`update club_membership target set status = 3, role = 0, reason = source.reason from club_membership source
    where target.member_id = ${toMember} and source.member_id = ${fromMember} and source.group_id = target.group_id and source.status = 3`.execute(
    db,
  );
  // Keeps the higher role in each group.
  await sql`update club_membership target set role = source.role from club_membership source
    where target.member_id = ${toMember} and source.member_id = ${fromMember} and source.group_id = target.group_id
      and target.status = 2 and source.status = 2 and source.role > target.role`.execute(db);
  await sql`delete from club_member_follow where member_id in (${fromMember}, ${toMember}) and followed_id in (${fromMember}, ${toMember})`.execute(
    db,
  );
  await sql`delete from club_member_block where member_id in (${fromMember}, ${toMember}) and blocked_id in (${fromMember}, ${toMember})`.execute(
    db,
  );
  for (const [table, column, key] of uniqueTables) {
    const [name, ownColumn, otherColumn] = [sql.table(table), sql.ref(column), sql.ref(key)];
    await sql`delete from ${name} source where source.${ownColumn} = ${fromMember} and exists (
      select from ${name} target where target.${ownColumn} = ${toMember} and target.${otherColumn} = source.${otherColumn})`.execute(
      db,
    );
    await sql`update ${name} set ${ownColumn} = ${toMember} where ${ownColumn} = ${fromMember}`.execute(db);
  }
  for (const table of ["club_article", "club_comment"])
    await sql`update ${sql.table(table)} set member_id = ${toMember}, idempotency_key = null where member_id = ${fromMember}`.execute(
      db,
    );
  await mergeNotifications(db, fromMember, toMember);
  await sql`delete from club_report source where source.member_id = ${fromMember} and exists (select from club_report target
    where target.member_id = ${toMember} and target.kind = source.kind and target.target_id = source.target_id)`.execute(
    db,
  );
  await sql`update club_report set member_id = ${toMember} where member_id = ${fromMember}`.execute(db);
  await sql`delete from club_pace where member_id = ${fromMember}`.execute(db);
  await sql`delete from club_member_key where member_id = ${fromMember}`.execute(db);
  await sql`update club_member set merged_into = ${toMember} where merged_into = ${fromMember}`.execute(db);
  await sql`update club_member set user_id = null, merged_into = ${toMember}, articles = 0, followers = 0
    where member_id = ${fromMember}`.execute(db);
  await recount(db, fromMember, toMember);
}
