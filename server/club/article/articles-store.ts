import { sql, type RawBuilder } from "kysely";
import type { ComplaintReason } from "#contract/club/complaints.ts";
import { clubLimits } from "#contract/club/limits.ts";
import type { Database } from "../../database/connection/database.ts";
import { articleStatusStore, addToArticleCounts } from "./article-status-store.ts";
import { memberColumns } from "../member/members-store.ts";
import type { HiddenBy, MemberRow } from "../rules.ts";
import type { NamedInText } from "../text/rich-text.ts";
import { notBlockedBetween, notBlockedInGroup, type Viewer } from "../visibility-store.ts";

export type ArticleRow = MemberRow & {
  article_id: string;
  group_id: string;
  group_name: string;
  title: string;
  content: string;
  mentions: NamedInText[];
  images: string[];
  activity_id: string | null;
  place: string | null;
  series_name: string | null;
  likes: number;
  comments: number;
  version: number;
  is_featured: boolean;
  liked: boolean;
  created_time: Date;
  edited_time: Date | null;
};
/** An article with the viewer's relation to it, and some of the members who like it. */
export type ArticleDetailRow = ArticleRow & {
  likers: Omit<MemberRow, "deleted_time">[];
  author_followed: boolean;
  revision: number;
  role: number | null;
  member_status: number | null;
  /** null: the article is shown. */
  hidden: ArticleHidingRow | null;
};
/** Reason why an article is hidden, for its author. */
export type ArticleHidingRow = {
  by: HiddenBy;
  reason: ComplaintReason | null;
  explanation: string;
  /** Whether operators have decided the author's review request; null: no request. */
  is_reviewed: boolean | null;
};
/** Selection of a feed's articles. */
export type FeedQuery = {
  readonly viewer: Viewer;
  readonly scope: "all" | "following" | "city";
  readonly cityCode?: string | undefined;
  readonly groupId?: string | undefined;
  readonly memberId?: string | undefined;
  readonly activityId?: string | undefined;
  readonly isFeatured: boolean;
  /** Id of the last article of the previous page. */
  readonly after: string;
  readonly limit: number;
};

export const articleColumns = (viewer: Viewer) => sql`
  a.article_id, a.group_id, g.name as group_name, a.title, a.content, a.mentions, a.images, a.activity_id, a.place,
  s.name as series_name, a.likes, a.comments, a.version, a.is_featured, a.created_time, a.edited_time,
  ${memberColumns("m")},
  exists (select from club_article_like l where l.article_id = a.article_id and l.member_id = ${viewer}::text) as liked`;
/** Tables that `articleColumns` needs in addition to club_article a. */
export const articleJoins = sql`join club_member m on m.member_id = a.member_id join club_group g on g.group_id = a.group_id
  left join series s on s.series_code = a.series_code`;

/** Selects the newest articles of each source by its index, so that the cost depends on the number of sources only. */
function newestOf(sources: RawBuilder<unknown>, column: "member_id" | "group_id", feed: FeedQuery) {
  const own = sql.raw(`x.${column} = source.id`);
  return sql`select newest.article_id from (${sources}) source cross join lateral (
    select x.article_id from club_article x where ${own} and x.status = 1 and x.article_id < ${feed.after}
      and ${feed.isFeatured ? sql`x.is_featured` : sql`true`} and ${notBlockedBetween(feed.viewer, "x.member_id")}
    order by x.article_id desc limit ${feed.limit}) newest`;
}
function feedSource(feed: FeedQuery): RawBuilder<unknown> {
  if (feed.scope === "city")
    return newestOf(
      sql`select group_id as id from club_group where city_code = ${feed.cityCode ?? ""}`,
      "group_id",
      feed,
    );
  const people = sql`select followed_id as id from club_member_follow where member_id = ${feed.viewer}::text`;
  const groups = sql`select group_id as id from club_group_follow where member_id = ${feed.viewer}::text
    union select group_id from club_membership where member_id = ${feed.viewer}::text and status = 2`;
  return sql`${newestOf(people, "member_id", feed)} union ${newestOf(groups, "group_id", feed)}`;
}
/** The rows of club_article on a feed's page, without joins. */
function pageOfFeed(feed: FeedQuery): RawBuilder<unknown> {
  const isOne = (column: string, value: string | undefined) =>
    value === undefined ? sql`true` : sql`${sql.raw(column)} = ${value}`;
  const isWhole = [feed.groupId, feed.memberId, feed.activityId].some((value) => value !== undefined);
  if (feed.scope !== "all" && !isWhole)
    return sql`select x.* from (select article_id from (${feedSource(feed)}) found order by article_id desc
      limit ${feed.limit}) ids join club_article x on x.article_id = ids.article_id`;
  return sql`select x.* from club_article x where x.status = 1 and x.article_id < ${feed.after}
    and ${isOne("x.group_id", feed.groupId)} and ${isOne("x.member_id", feed.memberId)}
    and ${isOne("x.activity_id", feed.activityId)} and ${feed.isFeatured ? sql`x.is_featured` : sql`true`}
    and ${visibleInFeed(feed)} order by x.article_id desc limit ${feed.limit}`;
}
const visibleInFeed = ({ viewer, groupId }: FeedQuery) =>
  groupId === undefined
    ? notBlockedBetween(viewer, "x.member_id")
    : notBlockedInGroup(viewer, "x.member_id", sql`${groupId}`);
/** Condition for articles that a viewer may read: shown ones, and their own hidden ones. */
const readableBy = (viewer: Viewer) => sql`(a.status = 1 or (a.status = 2 and a.member_id = ${viewer}::text))
  and ${notBlockedInGroup(viewer, "a.member_id", sql`a.group_id`)}`;
/**
 * Condition for hidden articles in a group whose leader or helper the viewer is; blocked authors are included, as in
 * the list of hidden content.
 */
const hiddenInManagedGroup = (viewer: Viewer) => sql`(a.status = 2 and exists (select from club_membership own
  where own.group_id = a.group_id and own.member_id = ${viewer}::text and own.status = 2 and own.role > 0))`;
/** Reason why an article is hidden, as its author reads it (`ArticleHidingRow`). */
const hidingReason = sql`case when a.status = 2 then (
  select json_build_object('by', coalesce(n.moderated_by, a.hidden_by, 'leaders'), 'reason', n.reason,
    'explanation', coalesce(n.explanation, ''), 'is_reviewed', (select r.settled_time is not null from club_report r
      where r.kind = 'article' and r.target_id = a.article_id and r.member_id = a.member_id and r.reason = 'review'))
  from (select 1) one left join club_notification n on n.article_id = a.article_id and n.comment_id is null
    and n.kind = 'moderation' and n.member_id = a.member_id
  order by n.notification_id desc limit 1) end`;

/** The first members by the primary key of the likes, so that the cost does not depend on the number of likes. */
const likersOf = (viewer: Viewer) => sql`(
  select coalesce(json_agg(json_build_object('member_id', liker.member_id, 'display_name', liker.display_name,
    'avatar', liker.avatar, 'owner', liker.owner)), '[]')
  from (select p.member_id, p.display_name, p.avatar, p.owner from club_article_like k
    join club_member p on p.member_id = k.member_id
    where k.article_id = a.article_id and p.deleted_time is null and ${notBlockedBetween(viewer, "k.member_id")}
    order by k.member_id desc limit ${clubLimits.likersShown}) liker)`;

const readStore = (db: Database) => ({
  /** A page of any feed, by one statement. */
  async listFeed(feed: FeedQuery): Promise<ArticleRow[]> {
    const { rows } = await sql<ArticleRow>`
      select ${articleColumns(feed.viewer)} from (${pageOfFeed(feed)}) a ${articleJoins} order by a.article_id desc`.execute(
      db,
    );
    return rows;
  },
  /** null: no such article, or the viewer may not read it. */
  async find(articleId: string, viewer: Viewer): Promise<ArticleDetailRow | null> {
    const { rows } = await sql<ArticleDetailRow>`
      select ${articleColumns(viewer)}, a.revision, ms.role, ms.status as member_status,
        exists (select from club_member_follow f where f.member_id = ${viewer}::text and f.followed_id = a.member_id) as author_followed,
        ${likersOf(viewer)} as likers, ${hidingReason} as hidden
      from club_article a ${articleJoins}
      left join club_membership ms on ms.group_id = a.group_id and ms.member_id = ${viewer}::text
      where a.article_id = ${articleId} and ${readableBy(viewer)}`.execute(db);
    return rows[0] ?? null;
  },
  async isReadable(articleId: string, viewer: Viewer): Promise<boolean> {
    const { rows } = await sql`select 1 from club_article a
      where article_id = ${articleId} and ${readableBy(viewer)}`.execute(db);
    return rows.length > 0;
  },
  /** Whether the viewer may interact with the article, for example like it. */
  async isVisible(articleId: string, viewer: Viewer): Promise<boolean> {
    const { rows } = await sql`select 1 from club_article a
      where article_id = ${articleId} and status = 1 and ${notBlockedBetween(viewer, "a.member_id")}`.execute(
      db,
    );
    return rows.length > 0;
  },
  /** Pictures of the articles that the viewer may read, and of hidden ones in groups that they manage. */
  async findImages(articleIds: readonly string[], viewer: Viewer) {
    const { rows } = await sql<{ article_id: string; images: string[] }>`
      select article_id, images from club_article a where article_id = any(${[...articleIds]}::text[])
        and (${readableBy(viewer)} or ${hiddenInManagedGroup(viewer)})`.execute(db);
    return rows;
  },
  /** Counters of shown articles; others are omitted. */
  async findCounts(articleIds: readonly string[]) {
    const { rows } = await sql<{ article_id: string; likes: number; comments: number; version: number }>`
      select article_id, likes, comments, version from club_article
      where article_id = any(${[...articleIds]}::text[]) and status = 1`.execute(db);
    return rows;
  },
});

export type NewArticle = {
  article_id: string;
  group_id: string;
  member_id: string;
  title: string;
  content: string;
  mentions: string;
  images: string[];
  activity_id: string | null;
  place: string | null;
  series_code: string | null;
  idempotency_key: string | null;
  body_hash: string;
  created_time: Date;
};
type AddedArticle = { article_id: string; body_hash: string };
/** The group, the author's membership, and the article that an earlier request with the same key has added. */
type PublishContext = {
  group_id: string | null;
  status: number | null;
  series_code: string | null;
  has_activity: boolean;
  known_id: string | null;
  known_hash: string | null;
  /** Whether its author has deleted it since. */
  known_gone: boolean | null;
};
const writeStore = (db: Database) => ({
  async loadPublishContext(
    groupId: string,
    memberId: string,
    activityId: string | null,
    key: string | null,
  ): Promise<PublishContext> {
    const { rows } = await sql<PublishContext>`
      select g.group_id, ms.status, k.article_id as known_id, k.body_hash as known_hash, k.status = 3 as known_gone,
        (select s.series_code from series s join club_member m on m.member_id = ${memberId} and s.series_code = any(m.series_codes)
          order by (s.series_code = any(coalesce(g.series_codes, '{}'))) desc, s.position limit 1) as series_code,
        ${activityId}::text is null or exists (select from activity where activity_id = ${activityId}::text and is_published) as has_activity
      from (select 1) one left join club_group g on g.group_id = ${groupId}
      left join club_membership ms on ms.group_id = g.group_id and ms.member_id = ${memberId}
      left join club_article k on k.member_id = ${memberId} and k.idempotency_key = ${key}::text`.execute(db);
    const [row] = rows;
    if (!row) throw new Error("article row missing");
    return row;
  },
  /**
   * Adds an article if its author is a member of the group. Locks the membership, so that a concurrent removal
   * from the group is either seen or waits.
   * @returns the article, or that of an earlier request with the same key; null: not a member
   */
  async add(row: NewArticle): Promise<AddedArticle | null> {
    return db.transaction().execute(async (transaction) => {
      const { rows: allowed } = await sql`select 1 from club_membership where group_id = ${row.group_id}
        and member_id = ${row.member_id} and status = 2 for share`.execute(transaction);
      if (allowed.length === 0) return null;
      const { rows } = await sql<AddedArticle>`
        insert into club_article (article_id, group_id, member_id, title, content, mentions, images, activity_id, place,
          series_code, idempotency_key, body_hash, created_time)
        values (${row.article_id}, ${row.group_id}, ${row.member_id}, ${row.title}, ${row.content}, ${row.mentions}::jsonb,
          ${row.images}::text[], ${row.activity_id}, ${row.place}, ${row.series_code}, ${row.idempotency_key},
          ${row.body_hash}, ${row.created_time})
        on conflict (member_id, idempotency_key) do nothing returning article_id, body_hash`.execute(
        transaction,
      );
      if (!rows[0]) {
        const { rows: known } = await sql<AddedArticle>`select article_id, body_hash from club_article
          where member_id = ${row.member_id} and idempotency_key = ${row.idempotency_key}`.execute(
          transaction,
        );
        return known[0] ?? null;
      }
      await addToArticleCounts(transaction, row.member_id, row.group_id, 1);
      return rows[0];
    });
  },
});

export const articlesStore = (db: Database) => ({
  ...readStore(db),
  ...writeStore(db),
  ...articleStatusStore(db),
});
export type ArticlesStore = ReturnType<typeof articlesStore>;
