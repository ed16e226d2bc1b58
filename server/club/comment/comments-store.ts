import { sql } from "kysely";
import { inTransaction } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { hiddenBy } from "../moderation/hidden-store.ts";
import { memberColumns } from "../member/members-store.ts";
import { statusAfter, type ContentStatusChange, type HiddenBy, type MemberRow } from "../rules.ts";
import type { NamedInText } from "../text/rich-text.ts";
import { notBlockedBetween, notBlockedInGroup, type Viewer } from "../visibility-store.ts";

type CommentColumns = MemberRow & {
  comment_id: string;
  article_id: string;
  content: string;
  mentions: NamedInText[];
  likes: number;
  liked: boolean;
  created_time: Date;
};
export type CommentRow = CommentColumns & {
  /** Author of the comment that this one replies to; null: no reply, or the viewer does not see them. */
  reply: MemberRow | null;
};
/** A row of `commentColumns`; the reply's columns are null together. */
export type CommentWithReplyRow = CommentColumns & {
  reply_id: string | null;
  reply_name: string | null;
  reply_avatar: string | null;
  reply_owner: boolean | null;
  reply_deleted: Date | null;
};

/** @param visible condition for a member by column: the author that a comment replies to is null where it is false */
export const commentColumns = (
  viewer: Viewer,
  visible = (column: string) => notBlockedBetween(viewer, column),
) => sql`
  c.comment_id, c.article_id, c.content, c.mentions, c.likes, c.created_time, ${memberColumns("m")},
  exists (select from club_comment_like l where l.comment_id = c.comment_id and l.member_id = ${viewer}::text) as liked,
  r.member_id as reply_id, r.display_name as reply_name, r.avatar as reply_avatar, r.owner as reply_owner, r.deleted_time as reply_deleted
  from club_comment c join club_member m on m.member_id = c.member_id
  left join club_comment answered on answered.comment_id = c.reply_to
  left join club_member r on r.member_id = answered.member_id and ${visible("answered.member_id")}`;
export const toCommentRow = ({
  reply_id,
  reply_name,
  reply_avatar,
  reply_owner,
  reply_deleted,
  ...row
}: CommentWithReplyRow): CommentRow => ({
  ...row,
  reply:
    reply_id === null
      ? null
      : {
          member_id: reply_id,
          display_name: reply_name ?? "",
          avatar: reply_avatar,
          owner: reply_owner ?? false,
          deleted_time: reply_deleted,
        },
});

export type NewComment = {
  comment_id: string;
  article_id: string;
  member_id: string;
  reply_to: string | null;
  content: string;
  mentions: string;
  idempotency_key: string | null;
  body_hash: string;
  created_time: Date;
};
type CommentIdentity = { comment_id: string; body_hash: string };
type AddedComment = CommentIdentity & {
  /** Number of the article's comments after the addition. */
  comments: number;
};
/** The article, the author's membership and the comment that is replied to. */
type CommentContext = {
  author_id: string;
  group_id: string;
  status: number | null;
  replied_id: string | null;
  is_hidden: boolean;
};

const readStore = (db: Database) => ({
  async list(articleId: string, viewer: Viewer, after: string, limit: number): Promise<CommentRow[]> {
    const group = sql`(select group_id from club_article where article_id = ${articleId})`;
    const visible = (column: string) => notBlockedInGroup(viewer, column, group);
    const { rows } = await sql<CommentWithReplyRow>`
      select ${commentColumns(viewer, visible)} where c.article_id = ${articleId} and c.status = 1
        and c.comment_id > ${after} and ${visible("c.member_id")} order by c.comment_id limit ${limit}`.execute(
      db,
    );
    return rows.map(toCommentRow);
  },
  async find(commentId: string, viewer: Viewer): Promise<CommentRow | null> {
    const { rows } = await sql<CommentWithReplyRow>`
      select ${commentColumns(viewer)} where c.comment_id = ${commentId} and c.status = 1`.execute(db);
    return rows[0] ? toCommentRow(rows[0]) : null;
  },
  /** Whether the viewer may interact with the comment, for example like it. */
  async isVisible(commentId: string, viewer: Viewer): Promise<boolean> {
    const { rows } = await sql`select 1 from club_comment c join club_article a on a.article_id = c.article_id
      where c.comment_id = ${commentId} and c.status = 1 and a.status = 1
        and ${notBlockedBetween(viewer, "c.member_id")} and ${notBlockedBetween(viewer, "a.member_id")}`.execute(
      db,
    );
    return rows.length > 0;
  },
  /** null: no such article. `replied_id` is null for comments that the member does not see in the article's list. */
  async loadCommentContext(
    articleId: string,
    memberId: string,
    replyTo: string | null,
  ): Promise<CommentContext | null> {
    const { rows } = await sql<CommentContext>`
      select a.member_id as author_id, a.group_id, ms.status, c.member_id as replied_id,
        not (${notBlockedBetween(memberId, "a.member_id")}) as is_hidden
      from club_article a left join club_membership ms on ms.group_id = a.group_id and ms.member_id = ${memberId}
      left join club_comment c on c.comment_id = ${replyTo}::text and c.article_id = a.article_id and c.status = 1
        and ${notBlockedInGroup(memberId, "c.member_id", sql`a.group_id`)}
      where a.article_id = ${articleId} and a.status = 1`.execute(db);
    return rows[0] ?? null;
  },
  /** Author and status of a comment, with its article's author and a member's status and role in the group. */
  async findWithRole(commentId: string, memberId: string) {
    const { rows } = await sql<{
      member_id: string;
      article_id: string;
      /** Author of the article. */
      author_id: string;
      status: number;
      hidden_by: HiddenBy | null;
      comments: number;
      role: number | null;
      member_status: number | null;
    }>`
      select c.member_id, c.article_id, a.member_id as author_id, c.status, ${hiddenBy("comment", "c")} as hidden_by,
        a.comments, ms.role, ms.status as member_status
      from club_comment c
      join club_article a on a.article_id = c.article_id
      left join club_membership ms on ms.group_id = a.group_id and ms.member_id = ${memberId}
      where c.comment_id = ${commentId}`.execute(db);
    return rows[0] ?? null;
  },
});
const writeStore = (db: Database) => ({
  /**
   * Adds a comment if its author is a member of the group.
   * @returns the comment, or that of an earlier request with the same key; null: the article is gone, or not a member
   */
  async add(row: NewComment): Promise<AddedComment | null> {
    return db.transaction().execute(async (transaction) => {
      const { rows: articles } = await sql<{ comments: number }>`
        select comments from club_article where article_id = ${row.article_id} and status = 1 for no key update`.execute(
        transaction,
      );
      const { rows: allowed } = await sql`
        select 1 from club_membership ms join club_article a on a.group_id = ms.group_id
        where a.article_id = ${row.article_id} and ms.member_id = ${row.member_id} and ms.status = 2 for share of ms`.execute(
        transaction,
      );
      const [article] = articles;
      if (!article || allowed.length === 0) return null;
      const { rows } = await sql<CommentIdentity>`
        insert into club_comment (comment_id, article_id, member_id, reply_to, content, mentions, idempotency_key, body_hash, created_time)
        values (${row.comment_id}, ${row.article_id}, ${row.member_id}, ${row.reply_to}, ${row.content}, ${row.mentions}::jsonb,
          ${row.idempotency_key}, ${row.body_hash}, ${row.created_time})
        on conflict (member_id, idempotency_key) do nothing returning comment_id, body_hash`.execute(
        transaction,
      );
      if (!rows[0]) {
        const { rows: known } = await sql<CommentIdentity>`select comment_id, body_hash from club_comment
          where member_id = ${row.member_id} and idempotency_key = ${row.idempotency_key}`.execute(
          transaction,
        );
        return known[0] ? { ...known[0], comments: article.comments } : null;
      }
      await sql`update club_article set comments = comments + 1, version = version + 1
        where article_id = ${row.article_id}`.execute(transaction);
      return { ...rows[0], comments: article.comments + 1 };
    });
  },
});
const statusStore = (db: Database) => ({
  /**
   * Shows, hides or deletes a comment; a deleted comment stays deleted.
   * @returns the article's number of comments afterwards
   */
  setStatus(articleId: string, commentId: string, change: ContentStatusChange): Promise<number> {
    return inTransaction(db, async (transaction) => {
      const { rows } = await sql<{ comments: number }>`
        select comments from club_article where article_id = ${articleId} for no key update`.execute(
        transaction,
      );
      const { rows: comments } = await sql<{ status: number; hidden_by: HiddenBy | null }>`
        select status, hidden_by from club_comment where comment_id = ${commentId} for no key update`.execute(
        transaction,
      );
      const before = rows[0]?.comments ?? 0;
      const { status = 3, hidden_by = null } = comments[0] ?? {};
      const { to } = change;
      const { isChanged, hiddenBy: hider } = statusAfter({ status, hidden_by }, change);
      if (status === 2 && to === 2)
        await sql`update club_comment set hidden_by = ${hider} where comment_id = ${commentId}`.execute(
          transaction,
        );
      if (!isChanged) return before;
      await sql`update club_comment set status = ${to}, hidden_by = ${hider} where comment_id = ${commentId}`.execute(
        transaction,
      );
      if (to !== 1)
        await sql`delete from club_notification where article_id = ${articleId} and comment_id = ${commentId}`.execute(
          transaction,
        );
      const added = Number(to === 1) - Number(status === 1);
      await sql`update club_article set comments = comments + ${added}, version = version + 1
        where article_id = ${articleId}`.execute(transaction);
      return before + added;
    });
  },
});
export const commentsStore = (db: Database) => ({ ...readStore(db), ...writeStore(db), ...statusStore(db) });
