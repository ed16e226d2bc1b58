import { sql } from "kysely";
import type { ComplaintKind, ComplaintReason } from "#contract/club/complaints.ts";
import type { Database } from "../../database/connection/database.ts";
import { encryptedRows } from "../../database/encryption/encrypted-columns.ts";

/** A member, with or without an account. */
export type NewMember = {
  memberId: string;
  /** Mobile of the member's account; null: no account. */
  mobile: string | null;
  displayName: string;
  avatar: string | null;
  owner: boolean;
  seriesCodes: readonly string[];
  createdTime: number;
};
export type NewGroup = {
  groupId: string;
  name: string;
  coverUrl: string;
  intro: string;
  rules: string;
  provinceCode: string | null;
  cityCode: string | null;
  cityName: string | null;
  seriesCodes: readonly string[];
  places: number;
  joinMode: "open" | "approval";
  createdTime: number;
  /** Members: the leader first, then the helpers. */
  memberIds: readonly string[];
  /** Number of helpers. */
  managers: number;
};
export type NewClubArticle = {
  articleId: string;
  groupId: string;
  memberId: string;
  title: string;
  /** Stored markup, with mentions as `<at data-id="…"></at>`. */
  content: string;
  mentions: readonly { id: string; displayName: string }[];
  images: readonly string[];
  activityId: string | null;
  place: string | null;
  seriesCode: string | null;
  isFeatured: boolean;
  createdTime: number;
  likedBy: readonly string[];
};
export type NewClubComment = {
  commentId: string;
  articleId: string;
  memberId: string;
  replyTo: string | null;
  content: string;
  mentions: readonly { id: string; displayName: string }[];
  createdTime: number;
  likedBy: readonly string[];
};
/** An open complaint of a member. */
export type NewClubReport = {
  reportId: string;
  memberId: string;
  kind: ComplaintKind;
  targetId: string;
  reason: ComplaintReason;
  detail: string;
  createdTime: number;
};
export type NewClub = {
  members: readonly NewMember[];
  groups: readonly NewGroup[];
  articles: readonly NewClubArticle[];
  comments: readonly NewClubComment[];
  follows: readonly (readonly [follower: string, followed: string])[];
  /** Default: none. */
  reports?: readonly NewClubReport[];
};

const json = (rows: unknown) => JSON.stringify(rows);
/** Statements that set all counters of a filled club. */
const countAll = [
  `update club_group g set members = (select count(*) from club_membership m where m.group_id = g.group_id and m.status = 2),
    articles = (select count(*) from club_article a where a.group_id = g.group_id and a.status = 1),
    followers = (select count(*) from club_group_follow f where f.group_id = g.group_id)`,
  `update club_member m set articles = (select count(*) from club_article a where a.member_id = m.member_id and a.status = 1),
    followers = (select count(*) from club_member_follow f where f.followed_id = m.member_id)`,
  `update club_article a set likes = (select count(*) from club_article_like l where l.article_id = a.article_id),
    comments = (select count(*) from club_comment c where c.article_id = a.article_id and c.status = 1)`,
  `update club_comment c set likes = (select count(*) from club_comment_like l where l.comment_id = c.comment_id)`,
];

/** Statement that adds notifications of comments and likes for members with an account. */
const insertNotifications = `insert into club_notification (notification_id, member_id, kind, actor_id, article_id, comment_id, created_time)
  select (1000000000000800000 + row_number() over (order by event.at, event.actor_id))::text, m.member_id, event.kind,
    event.actor_id, event.article_id, event.comment_id, event.at
  from club_member m join club_article a on a.member_id = m.member_id
  join (
    select 'comment' as kind, member_id as actor_id, article_id, comment_id, created_time as at from club_comment
    union all
    select 'like', member_id, article_id, null, created_time from (select l.*, row_number() over (
      partition by article_id order by member_id) as place from club_article_like l) l where place <= 3
  ) event on event.article_id = a.article_id and event.actor_id <> m.member_id
  where m.user_id is not null on conflict do nothing`;

const isoTime = (ms: number): string => new Date(ms).toISOString();
async function seedReports(db: Database, reports: readonly NewClubReport[]): Promise<void> {
  await sql`insert into club_report (report_id, member_id, kind, target_id, reason, detail, created_time)
    select i."reportId", i."memberId", i.kind, i."targetId", i.reason, i.detail, i.at
    from jsonb_to_recordset(${json(reports.map((one) => ({ ...one, at: isoTime(one.createdTime) })))}::jsonb)
      as i("reportId" text, "memberId" text, kind text, "targetId" text, reason text, detail text, at timestamptz)
    on conflict do nothing`.execute(db);
}

/** Fills the club's tables; idempotent, so that an interrupted run can be repeated. */
export async function seedClub(database: Database, club: NewClub): Promise<void> {
  const likes = (rows: readonly { id: string; likedBy: readonly string[]; createdTime: number }[]) =>
    json(
      rows.flatMap(({ id, likedBy, createdTime }) =>
        likedBy.map((member) => ({ id, member, at: isoTime(createdTime) })),
      ),
    );
  await database.transaction().execute(async (db) => {
    await sql`insert into club_member (member_id, user_id, display_name, avatar, owner, series_codes, created_time)
      select i."memberId", (select u.user_id from app_user u where u.mobile_key = i.mobile), i."displayName", i.avatar, i.owner, array(select jsonb_array_elements_text(i.series)), i.at
      from jsonb_to_recordset(${encryptedRows(club.members, (one, keyring) => ({ ...one, mobile: one.mobile && keyring.lookup(one.mobile), series: one.seriesCodes, at: isoTime(one.createdTime) }))}::jsonb)
        as i("memberId" text, mobile text, "displayName" text, avatar text, owner boolean, series jsonb, at timestamptz)
      on conflict do nothing`.execute(db);
    await sql`insert into club_group (group_id, name, cover_url, intro, rules, province_code, city_code, city_name, series_codes, places, join_mode, created_time)
      select i."groupId", i.name, i."coverUrl", i.intro, i.rules, i."provinceCode", i."cityCode", i."cityName",
        array(select jsonb_array_elements_text(i.series)), i.places, i."joinMode", i.at
      from jsonb_to_recordset(${json(club.groups.map((one) => ({ ...one, series: one.seriesCodes, at: isoTime(one.createdTime) })))}::jsonb)
        as i("groupId" text, name text, "coverUrl" text, intro text, rules text, "provinceCode" text, "cityCode" text, "cityName" text,
          series jsonb, places int, "joinMode" text, at timestamptz) on conflict do nothing`.execute(db);
    const inGroups = club.groups.flatMap(({ groupId, memberIds, managers, createdTime }) =>
      memberIds.map((member, at) => ({
        groupId,
        member,
        role: at === 0 ? 2 : at <= managers ? 1 : 0,
        at: isoTime(createdTime + at * 3_600_000),
      })),
    );
    await sql`insert into club_membership (group_id, member_id, status, role, since)
      select i."groupId", i.member, 2, i.role, i.at from jsonb_to_recordset(${json(inGroups)}::jsonb)
        as i("groupId" text, member text, role int, at timestamptz) on conflict do nothing`.execute(db);
    await sql`insert into club_group_follow (group_id, member_id, created_time)
      select group_id, member_id, since from club_membership where status = 2 on conflict do nothing`.execute(
      db,
    );
    await sql`insert into club_member_follow (followed_id, member_id, created_time)
      select i.followed, i.follower, now() from jsonb_to_recordset(${json(club.follows.map(([follower, followed]) => ({ follower, followed })))}::jsonb)
        as i(follower text, followed text) on conflict do nothing`.execute(db);
    await sql`insert into club_article (article_id, group_id, member_id, title, content, mentions, images, activity_id, place, series_code, is_featured, created_time)
      select i."articleId", i."groupId", i."memberId", i.title, i.content, i.mentions, array(select jsonb_array_elements_text(i.images)),
        i."activityId", i.place, i."seriesCode", i."isFeatured", i.at
      from jsonb_to_recordset(${json(club.articles.map((one) => ({ ...one, at: isoTime(one.createdTime) })))}::jsonb)
        as i("articleId" text, "groupId" text, "memberId" text, title text, content text, mentions jsonb, images jsonb, "activityId" text,
          place text, "seriesCode" text, "isFeatured" boolean, at timestamptz) on conflict do nothing`.execute(
      db,
    );
    await sql`insert into club_comment (comment_id, article_id, member_id, reply_to, content, mentions, created_time)
      select i."commentId", i."articleId", i."memberId", i."replyTo", i.content, i.mentions, i.at
      from jsonb_to_recordset(${json(club.comments.map((one) => ({ ...one, at: isoTime(one.createdTime) })))}::jsonb)
        as i("commentId" text, "articleId" text, "memberId" text, "replyTo" text, content text, mentions jsonb, at timestamptz)
      on conflict do nothing`.execute(db);
    await sql`insert into club_article_like (article_id, member_id, created_time)
      select i.id, i.member, i.at from jsonb_to_recordset(${likes(club.articles.map((one) => ({ id: one.articleId, ...one })))}::jsonb)
        as i(id text, member text, at timestamptz) on conflict do nothing`.execute(db);
    await sql`insert into club_comment_like (comment_id, member_id, created_time)
      select i.id, i.member, i.at from jsonb_to_recordset(${likes(club.comments.map((one) => ({ id: one.commentId, ...one })))}::jsonb)
        as i(id text, member text, at timestamptz) on conflict do nothing`.execute(db);
    await seedReports(db, club.reports ?? []);
    for (const statement of [...countAll, insertNotifications]) await sql.raw(statement).execute(db);
  });
}
