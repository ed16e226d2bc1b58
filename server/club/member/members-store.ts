import { sql } from "kysely";
import { clubLimits } from "#contract/club/limits.ts";
import type { Database } from "../../database/connection/database.ts";
import { newId } from "../../core/ids.ts";
import { toSimplified } from "../../core/simplified.ts";
import { nameSearchKeys, normaliseName } from "./name-search-keys.ts";
import { RATE_LIMIT_WINDOW, type RateLimitedAction } from "../rate-limits.ts";
import { cleanMemberName, type MemberRow } from "../rules.ts";
import { notBlockedBetween, unreadCount, type Viewer } from "../visibility-store.ts";

/** A member with the counters of their page and the viewer's relation to them. */
export type MemberProfileRow = MemberRow & {
  articles: number;
  followers: number;
  following: number;
  followed: boolean;
  blocked: boolean;
  /** Whether they have blocked the viewer. */
  is_hidden: boolean;
  series_names: string[];
  created_time: Date;
};
export type OwnMemberRow = MemberRow & { series_codes: string[]; unread: number };

/** The columns of MemberRow. */
export const memberColumns = (name: string) =>
  sql.raw(
    ["member_id", "display_name", "avatar", "owner", "deleted_time"]
      .map((one) => `${name}.${one}`)
      .join(", "),
  );

/** SQL for whether operators have barred a member. @param name alias of club_member */
export const isBarredAt = (name: string, now: Date) =>
  sql<boolean>`(${sql.ref(`${name}.barred_time`)} is not null
    and (${sql.ref(`${name}.barred_until`)} is null or ${sql.ref(`${name}.barred_until`)} > ${now}))`;

/** Members by user, id or page. */
const peopleStore = (db: Database) => ({
  async findId(userId: string): Promise<Viewer> {
    const { rows } = await sql<{ member_id: string }>`
      select member_id from club_member where user_id = ${userId}`.execute(db);
    return rows[0]?.member_id ?? null;
  },
  /** A user's own member with the number of unread notifications; null until their first action. */
  async findOwn(userId: string): Promise<OwnMemberRow | null> {
    const { rows } = await sql<OwnMemberRow>`
      select ${memberColumns("m")}, m.series_codes, ${unreadCount(sql`m.member_id`)} as unread
      from club_member m where m.user_id = ${userId}`.execute(db);
    return rows[0] ?? null;
  },
  /** The id of a user's member, which is created if it does not exist. */
  async findOrCreate(userId: string, now: Date): Promise<string> {
    const found = await this.findId(userId);
    if (found !== null) return found;
    await sql`
      insert into club_member (member_id, user_id, display_name, avatar, owner, series_codes, created_time)
      select ${newId()}, user_id, nickname, avatar, owner, series_codes, ${now} from app_user where user_id = ${userId}
      on conflict (user_id) do nothing`.execute(db);
    const made = await this.findId(userId);
    if (made === null) throw new Error("no such user");
    return made;
  },
  /** Members by the requested ids; a merged member is returned as the one that remained. */
  async findByIds(ids: readonly string[]): Promise<Map<string, MemberRow>> {
    if (ids.length === 0) return new Map();
    const { rows } = await sql<MemberRow & { asked: string }>`
      select asked.member_id as asked, ${memberColumns("m")} from club_member asked
      join club_member m on m.member_id = coalesce(asked.merged_into, asked.member_id)
      where asked.member_id = any(${ids}::text[])`.execute(db);
    return new Map(rows.map(({ asked, ...row }) => [asked, row]));
  },
  async findProfile(memberId: string, viewer: Viewer): Promise<MemberProfileRow | null> {
    const { rows } = await sql<MemberProfileRow>`
      select ${memberColumns("m")}, m.articles, m.followers, m.created_time,
        (select count(*)::int from club_member_follow f where f.member_id = m.member_id) as following,
        array(select s.name from series s where s.series_code = any(m.series_codes) order by s.position) as series_names,
        exists (select from club_member_follow f where f.member_id = ${viewer}::text and f.followed_id = m.member_id) as followed,
        exists (select from club_member_block b where b.member_id = ${viewer}::text and b.blocked_id = m.member_id) as blocked,
        exists (select from club_member_block b where b.blocked_id = ${viewer}::text and b.member_id = m.member_id) as is_hidden
      from club_member asked join club_member m on m.member_id = coalesce(asked.merged_into, asked.member_id)
      where asked.member_id = ${memberId}`.execute(db);
    return rows[0] ?? null;
  },
});

/** Maximum number of matching keys: of members of the group or followed ones, and of all members. */
const MAX_NEAR_MATCHES = 200;
export const MAX_SEARCH_MATCHES = 1_000;

/** Members for a mention. */
const searchStore = (db: Database) => ({
  /** Searches members of the group and followed ones separately, so that many other matches cannot displace them. */
  async search(keyword: string, viewer: Viewer, groupId: string | null): Promise<MemberRow[]> {
    const key = normaliseName(keyword);
    const isPrefix = (column: string, prefix: string) =>
      sql`${sql.ref(column)} >= ${prefix} and ${sql.ref(column)} < ${`${prefix}\u{10ffff}`}`;
    const simplified = toSimplified(key);
    // 張偉 finds 张伟, and 張偉 with keys from before names had simplified ones.
    const hasPrefix = (column: string) =>
      simplified === key
        ? isPrefix(column, key)
        : sql`(${isPrefix(column, key)} or ${isPrefix(column, simplified)})`;
    const { rows } = await sql<MemberRow>`
      select ${memberColumns("m")} from (
        (select k.member_id from club_membership o join club_member_key k on k.member_id = o.member_id
          where o.group_id = ${groupId}::text and o.status = 2 and ${hasPrefix("k.key")} limit ${MAX_NEAR_MATCHES})
        union (select k.member_id from club_member_follow o join club_member_key k on k.member_id = o.followed_id
          where o.member_id = ${viewer}::text and ${hasPrefix("k.key")} limit ${MAX_NEAR_MATCHES})
        union (select member_id from club_member_key where ${hasPrefix("key")} limit ${MAX_SEARCH_MATCHES})
      ) found join club_member m on m.member_id = found.member_id
      left join club_membership g on g.group_id = ${groupId}::text and g.member_id = m.member_id and g.status = 2
      left join club_member_follow f on f.member_id = ${viewer}::text and f.followed_id = m.member_id
      where m.merged_into is null and m.deleted_time is null and ${notBlockedBetween(viewer, "m.member_id")}
      order by (g.member_id is null), (f.member_id is null), m.followers desc, m.member_id
      limit ${clubLimits.maxSuggestions}`.execute(db);
    return rows;
  },
  /** Suggestions without a keyword: members whom the viewer has followed last, then the latest authors of the group. */
  async suggest(viewer: Viewer, groupId: string | null): Promise<MemberRow[]> {
    const most = clubLimits.maxSuggestions;
    const { rows } = await sql<MemberRow>`
      select ${memberColumns("m")} from (
        select member_id, min(rank) as rank from (
          (select followed_id as member_id, row_number() over (order by created_time desc) as rank
            from club_member_follow where member_id = ${viewer}::text limit ${most})
          union all
          (select member_id, 1000 + row_number() over (order by article_id desc) as rank from (
            select member_id, article_id from club_article where group_id = ${groupId}::text and status = 1
            order by article_id desc limit 50) a)
        ) ranked group by member_id
      ) found join club_member m on m.member_id = found.member_id
      where m.deleted_time is null and m.merged_into is null and m.member_id is distinct from ${viewer}::text
        and ${notBlockedBetween(viewer, "m.member_id")}
      order by found.rank, m.member_id limit ${most}`.execute(db);
    return rows;
  },
});

/** Search keys of names. */
const keyStore = (db: Database) => ({
  /** Creates the keys of new and renamed members. @param most batch size @returns how many members there were */
  async updateSearchKeys(most: number): Promise<number> {
    const { rows } = await sql<{ member_id: string; display_name: string }>`
      select member_id, display_name from club_member where keyed_name is distinct from display_name limit ${most}`.execute(
      db,
    );
    const made = await Promise.all(
      rows.map(async ({ member_id, display_name }) =>
        (await nameSearchKeys(cleanMemberName(display_name))).map((key) => ({ key, member_id })),
      ),
    );
    if (rows.length === 0) return 0;
    const ids = rows.map(({ member_id }) => member_id);
    const keys = JSON.stringify(made.flat());
    const keyRows = sql`jsonb_to_recordset(${keys}::jsonb) as i(key text, member_id text)`;
    // Inserts the new keys before it deletes the old ones; an interrupted update is repeated as a whole.
    await sql`insert into club_member_key (key, member_id) select key, member_id from ${keyRows}
      on conflict do nothing`.execute(db);
    await sql`delete from club_member_key k where k.member_id = any(${ids}::text[])
      and not exists (select from ${keyRows} where i.member_id = k.member_id and i.key = k.key)`.execute(db);
    // Writes the name that the keys are for, so that a member renamed in the meantime is updated again.
    await sql`update club_member m set keyed_name = i.display_name
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i(member_id text, display_name text)
      where m.member_id = i.member_id`.execute(db);
    return rows.length;
  },
});

/** Blocks between members, bars by operators, and rate limits. */
const guardStore = (db: Database) => ({
  /** Only adds the block; the caller ends the follows between the two. */
  async block(memberId: string, blockedId: string, now: Date): Promise<void> {
    await sql`insert into club_member_block (member_id, blocked_id, created_time)
      values (${memberId}, ${blockedId}, ${now}) on conflict do nothing`.execute(db);
  },
  async unblock(memberId: string, blockedId: string): Promise<void> {
    await sql`delete from club_member_block where member_id = ${memberId} and blocked_id = ${blockedId}`.execute(
      db,
    );
  },
  /** The bar by operators that is in force, and its end; null: none. */
  async findBar(memberId: string, now: Date): Promise<{ readonly until: Date | null } | null> {
    const { rows } = await sql<{ until: Date | null }>`
      select m.barred_until as until from club_member m where m.member_id = ${memberId} and ${isBarredAt("m", now)}`.execute(
      db,
    );
    return rows[0] ?? null;
  },
  /** Counts an action. @returns the number of such actions in this window */
  async countAction(memberId: string, kind: RateLimitedAction, now: number): Promise<number> {
    const from = new Date(now - (now % RATE_LIMIT_WINDOW));
    const { rows } = await sql<{ count: number }>`
      insert into club_pace (member_id, kind, from_time, count) values (${memberId}, ${kind}, ${from}, 1)
      on conflict (member_id, kind, from_time) do update set count = club_pace.count + 1 returning count`.execute(
      db,
    );
    return rows[0]?.count ?? 0;
  },
  async deleteOldActionCounts(before: Date): Promise<void> {
    await sql`delete from club_pace where from_time < ${before}`.execute(db);
  },
});

export const membersStore = (db: Database) => ({
  ...peopleStore(db),
  ...searchStore(db),
  ...keyStore(db),
  ...guardStore(db),
});
export type MembersStore = ReturnType<typeof membersStore>;
