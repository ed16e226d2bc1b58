import { sql } from "kysely";
import type { ComplaintReason } from "#contract/club/complaints.ts";
import { inTransaction } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { newId } from "../../core/ids.ts";
import { memberColumns } from "../member/members-store.ts";
import type { HiddenBy, MemberRow } from "../rules.ts";
import type { NamedInText } from "../text/rich-text.ts";
import {
  isNotificationVisible,
  notificationJoins,
  notBlockedBetween,
  unreadCount,
} from "../visibility-store.ts";

export type NotificationKind = "like" | "mention" | "comment" | "follow" | "join" | "moderation";
type NotificationOutcome =
  | "joined"
  | "asked"
  | "accepted"
  | "declined"
  | "appointed"
  | "dismissed"
  | "leads"
  | "removed"
  | "closed"
  | "hidden"
  | "shown";
export type NewNotification = {
  readonly kind: NotificationKind;
  /** Member to notify; ignored if it is the actor. */
  readonly to: string;
  readonly actor: string;
  readonly articleId?: string;
  readonly commentId?: string;
  readonly groupId?: string;
  readonly outcome?: NotificationOutcome;
};
export type NotificationRow = MemberRow & {
  notification_id: string;
  kind: NotificationKind;
  article_id: string | null;
  title: string | null;
  article_content: string | null;
  article_mentions: NamedInText[] | null;
  image: string | null;
  comment_id: string | null;
  comment_content: string | null;
  comment_mentions: NamedInText[] | null;
  group_id: string | null;
  group_name: string | null;
  outcome: NotificationOutcome | null;
  /** Whether the actor is the notified member: the real actor is not named. */
  is_own: boolean;
  moderated_by: HiddenBy | null;
  reason: ComplaintReason | null;
  explanation: string;
  /** Whether operators have decided the member's review request; null: no request. */
  is_reviewed: boolean | null;
  created_time: Date;
  read_time: Date | null;
};
/** New status of an article or comment, for its author. */
export type ModerationDecision = {
  readonly kind: "article" | "comment";
  readonly targetId: string;
  readonly outcome: "hidden" | "removed" | "shown";
  readonly by: HiddenBy;
  readonly explanation?: string;
  /** Reason that an operator chose; default: the most frequent one of the complaints. */
  readonly reason?: ComplaintReason | null;
};

/**
 * Adds notifications, each once. A decision about a member and a group replaces the earlier one, because it may
 * happen again. Members who have blocked the actor are not notified, nor members whom the actor has blocked, except
 * about groups, because leaders and helpers must decide in spite of a block.
 */
export async function addNotifications(
  db: Database,
  notifications: readonly NewNotification[],
  time: Date,
): Promise<void> {
  const rows = notifications
    .filter(({ to, actor }) => to !== actor)
    .map(({ kind, to, actor, articleId, commentId, groupId, outcome }) => ({
      notification_id: newId(),
      member_id: to,
      kind,
      actor_id: actor,
      article_id: articleId ?? null,
      comment_id: commentId ?? null,
      group_id: groupId ?? null,
      outcome: outcome ?? null,
    }));
  if (rows.length === 0) return;
  const input = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i(notification_id text, member_id text, kind text,
    actor_id text, article_id text, comment_id text, group_id text, outcome text)`;
  const isRepeatable = rows.some(({ kind, outcome }) => kind === "join" && outcome !== "joined");
  const insert = async (transaction: Database): Promise<void> => {
    if (isRepeatable)
      await sql`delete from club_notification n using ${input} where n.kind = 'join' and i.kind = 'join' and i.outcome <> 'joined'
        and n.member_id = i.member_id and n.group_id = i.group_id and n.outcome = i.outcome
        and (n.actor_id = i.actor_id or i.outcome <> 'asked')`.execute(transaction);
    await sql`
      insert into club_notification (notification_id, member_id, kind, actor_id, article_id, comment_id, group_id, outcome, created_time)
      select i.notification_id, i.member_id, i.kind, i.actor_id, i.article_id, i.comment_id, i.group_id, i.outcome, ${time}
      from ${input}
      where not exists (select from club_member_block b where (b.member_id = i.member_id and b.blocked_id = i.actor_id)
        or (b.member_id = i.actor_id and b.blocked_id = i.member_id and i.kind <> 'join'))
      on conflict do nothing`.execute(transaction);
  };
  await (isRepeatable ? inTransaction(db, insert) : insert(db));
}
/**
 * Notifies members that they were removed from a group, or that it was closed. Replaces earlier notifications of the
 * same kind and does not name the actor.
 */
export async function notifyRemovedMembers(
  db: Database,
  {
    groupId,
    outcome,
    memberIds,
  }: { groupId: string; outcome: "removed" | "closed"; memberIds: readonly string[] },
  time: Date,
): Promise<void> {
  const rows = memberIds.map((member_id) => ({ notification_id: newId(), member_id }));
  await sql`delete from club_notification where kind = 'join' and outcome = ${outcome} and group_id = ${groupId}
    and member_id = any(${[...memberIds]}::text[])`.execute(db);
  await sql`
    insert into club_notification (notification_id, member_id, kind, actor_id, group_id, outcome, created_time)
    select i.notification_id, i.member_id, 'join', i.member_id, ${groupId}, ${outcome}, ${time}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i(notification_id text, member_id text)
    on conflict do nothing`.execute(db);
}
/** Notifies an author of a decision about their article or comment; replaces the earlier notification about it. */
export async function notifyAuthor(db: Database, decision: ModerationDecision, time: Date): Promise<void> {
  const { kind, targetId, outcome, by, explanation = "", reason = null } = decision;
  const content =
    kind === "article"
      ? sql`select member_id, article_id, null::text as comment_id, group_id from club_article where article_id = ${targetId}`
      : sql`select c.member_id, c.article_id, c.comment_id, a.group_id from club_comment c
          join club_article a on a.article_id = c.article_id where c.comment_id = ${targetId}`;
  await inTransaction(db, async (transaction) => {
    await sql`delete from club_notification n using (${content}) w where n.kind = 'moderation'
      and n.article_id = w.article_id and n.comment_id is not distinct from w.comment_id`.execute(
      transaction,
    );
    await sql`
      insert into club_notification (notification_id, member_id, kind, actor_id, article_id, comment_id, group_id, outcome,
        moderated_by, reason, explanation, created_time)
      select ${newId()}, w.member_id, 'moderation', w.member_id, w.article_id, w.comment_id, w.group_id, ${outcome}, ${by},
        coalesce(${reason}::text, (select r.reason from club_report r where r.kind = ${kind} and r.target_id = ${targetId}
          and r.reason <> 'review' group by r.reason order by count(*) desc, r.reason limit 1)), ${explanation}, ${time}
      from (${content}) w on conflict do nothing`.execute(transaction);
  });
}
/** Takes back an unread notification about a decision. @returns false: the author has read it */
export async function withdrawDecision(
  db: Database,
  { kind, targetId }: Pick<ModerationDecision, "kind" | "targetId">,
): Promise<boolean> {
  const column = sql.ref(kind === "article" ? "article_id" : "comment_id");
  const { rows } =
    await sql`delete from club_notification where kind = 'moderation' and ${column} = ${targetId}
    ${kind === "article" ? sql`and comment_id is null` : sql``} and read_time is null returning 1`.execute(
      db,
    );
  return rows.length > 0;
}
/** Notifies a member that operators have made them a group's leader, and the one before that they help to lead. */
export async function notifyNewLeader(
  db: Database,
  { groupId, leader, before }: { groupId: string; leader: string; before: string | null },
  time: Date,
): Promise<void> {
  const news = [[leader, "leads"] as const, ...(before === null ? [] : [[before, "appointed"] as const])];
  for (const [memberId, outcome] of news) {
    await sql`delete from club_notification where member_id = ${memberId} and kind = 'join' and outcome = ${outcome}
      and group_id = ${groupId}`.execute(db);
    await sql`insert into club_notification (notification_id, member_id, kind, actor_id, group_id, outcome, created_time)
      values (${newId()}, ${memberId}, 'join', ${memberId}, ${groupId}, ${outcome}, ${time})`.execute(db);
  }
}
/** Notifies a group's leader that operators have removed its texts and cover, with the most frequent reason of complaints. */
export async function notifyLeader(db: Database, groupId: string, time: Date): Promise<void> {
  await sql`delete from club_notification where kind = 'moderation' and article_id is null and group_id = ${groupId}`.execute(
    db,
  );
  await sql`
    insert into club_notification (notification_id, member_id, kind, actor_id, group_id, outcome, moderated_by, reason, created_time)
    select ${newId()}, ms.member_id, 'moderation', ms.member_id, ms.group_id, 'hidden', 'operators',
      (select r.reason from club_report r where r.kind = 'group' and r.target_id = ${groupId}
        group by r.reason order by count(*) desc, r.reason limit 1), ${time}
    from club_membership ms where ms.group_id = ${groupId} and ms.status = 2 and ms.role = 2 on conflict do nothing`.execute(
    db,
  );
}
/** Deletes unread notifications about an action that was undone. */
export async function withdrawNotifications(
  db: Database,
  kind: NotificationKind,
  target: string,
  actors: readonly string[],
): Promise<void> {
  const about = kind === "follow" ? sql`member_id = ${target}` : sql`article_id = ${target}`;
  await sql`delete from club_notification where ${about} and kind = ${kind} and comment_id is null
    and actor_id = any(${[...actors]}::text[]) and read_time is null`.execute(db);
}

export const notificationsStore = (db: Database) => ({
  /** The newest first; without notifications about content that the member no longer sees. */
  async list(
    memberId: string,
    kind: NotificationKind | null,
    before: string,
    limit: number,
  ): Promise<NotificationRow[]> {
    const { rows } = await sql<NotificationRow>`
      select n.notification_id, n.kind, n.article_id, seen.title, seen.content as article_content,
        seen.mentions as article_mentions, seen.images[1] as image, n.actor_id = n.member_id as is_own,
        n.comment_id, c.content as comment_content, c.mentions as comment_mentions, n.group_id, g.name as group_name, n.outcome, n.moderated_by, n.reason, n.explanation, n.created_time, n.read_time,
        (select r.settled_time is not null from club_report r where n.kind = 'moderation' and r.reason = 'review'
          and r.member_id = n.member_id and r.target_id = coalesce(n.comment_id, n.article_id)
          and r.kind = case when n.comment_id is null then 'article' else 'comment' end) as is_reviewed,
        ${memberColumns("m")}
      from ${notificationJoins} join club_member m on m.member_id = n.actor_id
      left join club_article seen on seen.article_id = n.article_id and ${notBlockedBetween(memberId, "seen.member_id")}
      left join club_group g on g.group_id = n.group_id
      where n.member_id = ${memberId} and n.notification_id < ${before} and (${kind}::text is null or n.kind = ${kind}::text)
        and ${isNotificationVisible(memberId)}
      order by n.notification_id desc limit ${limit}`.execute(db);
    return rows;
  },
  async countUnread(memberId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`select ${unreadCount(memberId)} as count`.execute(db);
    return rows[0]?.count ?? 0;
  },
  async markRead(memberId: string, until: string, now: Date): Promise<void> {
    await sql`update club_notification set read_time = ${now}
      where member_id = ${memberId} and notification_id <= ${until} and read_time is null`.execute(db);
  },
});
