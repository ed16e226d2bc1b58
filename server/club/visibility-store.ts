import { sql, type RawBuilder } from "kysely";
import { MAX_COUNTED } from "./rules.ts";

/** The member who looks; null: a visitor, or somebody who has not done anything in the club yet. */
export type Viewer = string | null;
/** A member's id, or what gives it within a statement. */
type Who = string | RawBuilder<unknown>;

const blockedBy = (viewer: Who) => sql`select blocked_id from club_member_block where member_id = ${viewer}`;
const blockersOf = (viewer: Who) => sql`select member_id from club_member_block where blocked_id = ${viewer}`;
const noneOf = (column: string, list: RawBuilder<unknown>) => sql`${sql.raw(column)} <> all (array(${list}))`;

/**
 * Neither of the two has blocked the other. Both lists are read once a statement, however many rows are
 * held against them. @param column of the member who would be seen
 */
export const notBlockedBetween = (viewer: Who | null, column: string) =>
  viewer === null ? sql`true` : noneOf(column, sql`${blockedBy(viewer)} union all ${blockersOf(viewer)}`);
/** The viewer has not blocked them. */
const notBlocked = (viewer: Who, column: string) => noneOf(column, blockedBy(viewer));

/**
 * The same for what is in a group: whoever leads it or helps to sees those too who have blocked them, or a
 * block would be the way out of moderation. Their own blocks hide there as elsewhere.
 * @param group its id, within the statement
 */
export const notBlockedInGroup = (viewer: Viewer, column: string, group: RawBuilder<unknown>) =>
  viewer === null
    ? sql`true`
    : noneOf(
        column,
        sql`${blockedBy(viewer)} union all ${blockersOf(viewer)} and not exists (select from club_membership own
          where own.group_id = ${group} and own.member_id = ${viewer} and own.status = 2 and own.role > 0)`,
      );

/** Notifications n with the article a and the comment c that they are about. */
export const noticeJoins = sql`club_notification n left join club_article a on a.article_id = n.article_id
  left join club_comment c on c.comment_id = n.comment_id`;
/**
 * Whether the one who is told still reads it: nothing of what is no longer shown, nor of whom they do not see.
 * What becomes of their own texts they read wherever these stand; what is decided about groups, unless they
 * have blocked whoever did.
 */
export const isNoticeVisible = (reader: Who) => sql`
  (n.article_id is null or a.status = 1 or (n.kind = 'moderation' and a.status = 2))
  and (n.comment_id is null or c.status = 1 or (n.kind = 'moderation' and c.status = 2))
  and ${notBlocked(reader, "n.actor_id")} and (n.kind = 'join' or ${notBlockedBetween(reader, "n.actor_id")})
  and (n.kind = 'moderation' or n.article_id is null or ${notBlockedBetween(reader, "a.member_id")})`;
/** How many are not read yet, counted no further than `COUNTED_MOST`. */
export const unreadCount = (reader: Who) => sql`(select count(*)::int from (select 1 from ${noticeJoins}
  where n.member_id = ${reader} and n.read_time is null and ${isNoticeVisible(reader)} limit ${MAX_COUNTED}) unread)`;
