import { sql, type RawBuilder } from "kysely";
import { MAX_COUNTED } from "./rules.ts";

/** The member for whom rows are filtered; null: a visitor, or a user without a member yet. */
export type Viewer = string | null;
/** A member's id, or an expression for it within a statement. */
type MemberId = string | RawBuilder<unknown>;

const blockedBy = (viewer: MemberId) =>
  sql`select blocked_id from club_member_block where member_id = ${viewer}`;
const blockersOf = (viewer: MemberId) =>
  sql`select member_id from club_member_block where blocked_id = ${viewer}`;
const noneOf = (column: string, list: RawBuilder<unknown>) => sql`${sql.raw(column)} <> all (array(${list}))`;

/**
 * Condition that neither of two members has blocked the other. Each list is read once a statement, independent of the
 * number of rows that are compared with it.
 * @param column of the member who would be visible
 */
export const notBlockedBetween = (viewer: MemberId | null, column: string) =>
  viewer === null ? sql`true` : noneOf(column, sql`${blockedBy(viewer)} union all ${blockersOf(viewer)}`);
/** Condition that the viewer has not blocked the member. */
const notBlocked = (viewer: MemberId, column: string) => noneOf(column, blockedBy(viewer));

/**
 * The same condition for content of a group. Its leader and helpers also see members who have blocked them, because a
 * block must not circumvent moderation; their own blocks apply.
 * @param group expression for the group's id within the statement
 */
export const notBlockedInGroup = (viewer: Viewer, column: string, group: RawBuilder<unknown>) =>
  viewer === null
    ? sql`true`
    : noneOf(
        column,
        sql`${blockedBy(viewer)} union all ${blockersOf(viewer)} and not exists (select from club_membership own
          where own.group_id = ${group} and own.member_id = ${viewer} and own.status = 2 and own.role > 0)`,
      );

/** Notifications n joined with their article a and comment c. */
export const notificationJoins = sql`club_notification n left join club_article a on a.article_id = n.article_id
  left join club_comment c on c.comment_id = n.comment_id`;
/**
 * Condition that a notified member still sees a notification: not about hidden content or blocked members. Moderation
 * of their own content stays visible wherever it is; decisions about groups stay visible unless the member has blocked
 * the actor.
 */
export const isNotificationVisible = (reader: MemberId) => sql`
  (n.article_id is null or a.status = 1 or (n.kind = 'moderation' and (a.status = 2 or n.outcome = 'removed')))
  and (n.comment_id is null or c.status = 1 or (n.kind = 'moderation' and (c.status = 2 or n.outcome = 'removed')))
  and ${notBlocked(reader, "n.actor_id")} and (n.kind = 'join' or ${notBlockedBetween(reader, "n.actor_id")})
  and (n.kind = 'moderation' or n.article_id is null or ${notBlockedBetween(reader, "a.member_id")})`;
/** Number of unread notifications, counted up to `MAX_COUNTED`. */
export const unreadCount = (
  reader: MemberId,
) => sql`(select count(*)::int from (select 1 from ${notificationJoins}
  where n.member_id = ${reader} and n.read_time is null and ${isNotificationVisible(reader)} limit ${MAX_COUNTED}) unread)`;
