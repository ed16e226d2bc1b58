import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { newId } from "../core/ids.ts";
import type { DataSubject } from "./data-subject-store.ts";
import { privacyMessages } from "./messages.ts";

/** Removes a person's rows of a club table and corrects the counters; runs once, in the erasure's transaction. */
type Eraser = (db: Database, person: DataSubject, now: Date) => Promise<void>;
const ids = (list: readonly string[]) => sql`any(${[...list]}::text[])`;

const likes: Eraser = async (db, { memberIds }) => {
  await sql`with gone as (delete from club_article_like where member_id = ${ids(memberIds)} returning article_id)
    update club_article a set likes = a.likes - g.n, version = a.version + 1
    from (select article_id, count(*)::int as n from gone group by article_id) g where a.article_id = g.article_id`.execute(
    db,
  );
};
const commentLikes: Eraser = async (db, { memberIds }) => {
  await sql`with gone as (delete from club_comment_like where member_id = ${ids(memberIds)} returning comment_id)
    update club_comment c set likes = c.likes - g.n
    from (select comment_id, count(*)::int as n from gone group by comment_id) g where c.comment_id = g.comment_id`.execute(
    db,
  );
};
const groupFollows: Eraser = async (db, { memberIds }) => {
  await sql`with gone as (delete from club_group_follow where member_id = ${ids(memberIds)} returning group_id)
    update club_group g set followers = g.followers - n.n
    from (select group_id, count(*)::int as n from gone group by group_id) n where g.group_id = n.group_id`.execute(
    db,
  );
};
const follows: Eraser = async (db, { memberIds }) => {
  await sql`with gone as (delete from club_member_follow
      where member_id = ${ids(memberIds)} or followed_id = ${ids(memberIds)} returning followed_id)
    update club_member m set followers = m.followers - n.n
    from (select followed_id, count(*)::int as n from gone group by followed_id) n where m.member_id = n.followed_id`.execute(
    db,
  );
};
/**
 * Hands the person's groups over to the longest-serving deputy, or else to the longest-standing member, and notifies
 * the new leader.
 */
const memberships: Eraser = async (db, { memberIds }, now) => {
  // Locks the groups first so that members who leave concurrently wait.
  await sql`select 1 from club_group where group_id in
      (select group_id from club_membership where member_id = ${ids(memberIds)} and role = 2)
    order by group_id for no key update`.execute(db);
  const { rows: heirs } = await sql<{ group_id: string; member_id: string }>`with heir as (
      select distinct on (m.group_id) m.group_id, m.member_id from club_membership m
      join club_membership led on led.group_id = m.group_id and led.member_id = ${ids(memberIds)} and led.role = 2
      join club_member of on of.member_id = m.member_id and of.deleted_time is null
      where m.status = 2 and m.member_id <> all(${[...memberIds]}::text[])
      order by m.group_id, m.role desc, m.since, m.member_id
    ) update club_membership m set role = 2 from heir h
    where m.group_id = h.group_id and m.member_id = h.member_id returning m.group_id, m.member_id`.execute(
    db,
  );
  for (const { group_id, member_id } of heirs) {
    await sql`delete from club_notification where member_id = ${member_id} and kind = 'join' and outcome = 'leads'
      and group_id = ${group_id}`.execute(db);
    await sql`insert into club_notification (notification_id, member_id, kind, actor_id, group_id, outcome, created_time)
      values (${newId()}, ${member_id}, 'join', ${member_id}, ${group_id}, 'leads', ${now})`.execute(db);
  }
  // Reports about a group that the person led may describe the person, and the leader is unknown afterwards.
  await sql`update club_report set detail = '' where kind = 'group' and target_id in
    (select group_id from club_membership where member_id = ${ids(memberIds)} and status = 2 and role = 2)`.execute(
    db,
  );
  await sql`with gone as (delete from club_membership where member_id = ${ids(memberIds)} returning group_id, status)
    update club_group g set members = g.members - n.n
    from (select group_id, count(*)::int as n from gone where status = 2 group by group_id) n where g.group_id = n.group_id`.execute(
    db,
  );
};
/**
 * Deletes undecided reports by the person and all reports about the person. Decided reports stay without reporter so
 * that operators can revise the decision; reports about the person's texts lose their detail.
 */
const reports: Eraser = async (db, { memberIds }) => {
  await sql`delete from club_report where (member_id = ${ids(memberIds)} and decision is null)
    or (kind = 'member' and target_id = ${ids(memberIds)})`.execute(db);
  await sql`update club_report set member_id = null, detail = '' where member_id = ${ids(memberIds)}`.execute(
    db,
  );
  await sql`update club_report set detail = ''
    where target_id in (select article_id from club_article where member_id = ${ids(memberIds)})
    or target_id in (select comment_id from club_comment where member_id = ${ids(memberIds)})`.execute(db);
};
/** Takes the person out of decisions of operators, which stay for their figures. */
const decisions: Eraser = async (db, { memberIds }) => {
  await sql`update club_decision set member_id = null, target_id = case kind when 'member' then '' else target_id end
    where member_id = ${ids(memberIds)} or (kind = 'member' and target_id = ${ids(memberIds)})`.execute(db);
};
/** Empties comments instead of deleting them, since others have replied. */
const comments: Eraser = async (db, { memberIds }) => {
  await sql`update club_article a set comments = a.comments - n.n, version = a.version + 1
    from (select article_id, count(*)::int as n from club_comment
      where member_id = ${ids(memberIds)} and status = 1 group by article_id) n where a.article_id = n.article_id`.execute(
    db,
  );
  await sql`delete from club_notification where comment_id in
    (select comment_id from club_comment where member_id = ${ids(memberIds)})`.execute(db);
  await sql`update club_comment set status = 3, content = '', mentions = '[]', idempotency_key = null, body_hash = null
    where member_id = ${ids(memberIds)}`.execute(db);
};
const articles: Eraser = async (db, { memberIds }) => {
  await sql`update club_group g set articles = g.articles - n.n
    from (select group_id, count(*)::int as n from club_article
      where member_id = ${ids(memberIds)} and status = 1 group by group_id) n where g.group_id = n.group_id`.execute(
    db,
  );
  await sql`delete from club_notification where article_id in
    (select article_id from club_article where member_id = ${ids(memberIds)})`.execute(db);
  await sql`update club_article set status = 3, title = '', content = '', mentions = '[]', images = '{}', place = null,
      series_code = null, activity_id = null, is_featured = false, idempotency_key = null, body_hash = null,
      edit_key = null, edit_hash = null, version = version + 1
    where member_id = ${ids(memberIds)}`.execute(db);
};
/** Removes name and picture, and replaces the name in mentions by others. */
const members: Eraser = async (db, { memberIds }) => {
  for (const table of ["club_article", "club_comment"])
    for (const memberId of memberIds)
      await sql`update ${sql.table(table)} set mentions = (
          select jsonb_agg(case when m ->> 'id' = ${memberId}
            then jsonb_set(m, '{displayName}', to_jsonb(${privacyMessages.gone}::text)) else m end)
          from jsonb_array_elements(mentions) m)
        where mentions @> ${JSON.stringify([{ id: memberId }])}::jsonb`.execute(db);
  await sql`update club_member set display_name = ${privacyMessages.gone}, keyed_name = ${privacyMessages.gone}, avatar = null, owner = false,
      series_codes = '{}', articles = 0, followers = 0, user_id = null, deleted_time = coalesce(deleted_time, now())
    where member_id = ${ids(memberIds)}`.execute(db);
};

export const clubErasers = {
  club_article_like: likes,
  club_comment_like: commentLikes,
  club_group_follow: groupFollows,
  club_member_follow: follows,
  club_membership: memberships,
  club_report: reports,
  club_decision: decisions,
  club_comment: comments,
  club_article: articles,
  club_member: members,
} as const;
