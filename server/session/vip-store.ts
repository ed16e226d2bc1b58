import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { encryptedRows } from "../database/encryption/encrypted-columns.ts";
import { withUserChanges } from "../database/shared-tables/user-change-store.ts";

/** Membership of one person, as the maker's system reports it; `mobile` or `openId` names the person. */
export type VipReport = {
  readonly mobile?: string | null | undefined;
  readonly openId?: string | null | undefined;
  readonly vip: boolean;
  readonly level?: string | null | undefined;
  /** ISO 8601; null: without an end. */
  readonly until?: string | null | undefined;
};
export type VipOutcome = "stored" | "unknownMember";

/**
 * Stores memberships in one statement: by mobile, also before a login, and on the users who exist. Of several reports about
 * one person the last one counts.
 * @returns one outcome for each, in their order
 */
export async function recordVips(db: Database, reports: readonly VipReport[]): Promise<VipOutcome[]> {
  const rows = encryptedRows(reports, ({ mobile, openId, vip, level, until }, keyring) => ({
    mobile_key: typeof mobile === "string" ? keyring.lookup(mobile) : null,
    open_id: openId ?? null,
    vip,
    level: vip ? (level ?? null) : null,
    until_time: vip ? (until ?? null) : null,
  }));
  // One call at a time, since two could lock the same users in different orders.
  await sql`select pg_advisory_xact_lock(hashtext('vip_member'))`.execute(db);
  const concerned = sql`exists (
    select from jsonb_to_recordset(${rows}::jsonb) as i (mobile_key text, open_id text)
    left join app_user k on k.open_id = i.open_id
    where u.mobile_key in (i.mobile_key, k.mobile_key) or u.open_id = i.open_id)`;
  const { rows: outcomes } = await withUserChanges(db, concerned, (transaction) =>
    sql<{ outcome: VipOutcome }>`
    with input as (
      select * from rows from (jsonb_to_recordset(${rows}::jsonb)
        as (mobile_key text, open_id text, vip boolean, level text, until_time timestamptz))
        with ordinality as input (mobile_key, open_id, vip, level, until_time, place)
    ), known as (
      select i.place, coalesce(i.mobile_key, u.mobile_key) as mobile_key, u.user_id, i.vip, i.level, i.until_time
      from input i left join app_user u on u.open_id = i.open_id
    ), latest as (
      select distinct on (coalesce(mobile_key, user_id)) * from known where mobile_key is not null or user_id is not null
      order by coalesce(mobile_key, user_id), place desc
    ), ended as (
      delete from vip_member m using latest l where m.mobile_key = l.mobile_key and not l.vip
    ), kept as (
      insert into vip_member as m (mobile_key, level, until_time)
      select mobile_key, level, until_time from latest where vip and mobile_key is not null
      on conflict (mobile_key) do update set level = excluded.level, until_time = excluded.until_time
    ), concerned as (
      select u.user_id, l.vip, l.level, l.until_time from latest l join app_user u on u.mobile_key = l.mobile_key
      union all
      select user_id, vip, level, until_time from latest where mobile_key is null
    ), shown as (
      update app_user u set vip = c.vip, vip_level = c.level, vip_until = c.until_time from concerned c
      where u.user_id = c.user_id
        and (u.vip, u.vip_level, u.vip_until) is distinct from (c.vip, c.level, c.until_time)
    )
    select case when mobile_key is null and user_id is null then 'unknownMember' else 'stored' end as outcome
    from known order by place`.execute(transaction),
  );
  return outcomes.map(({ outcome }) => outcome);
}

/** Gives the remaining one of two merged users the membership of the other, unless they have one of their own. */
export async function mergeVip(db: Database, from: string, to: string): Promise<void> {
  await sql`update app_user t set vip = f.vip, vip_level = f.vip_level, vip_until = f.vip_until from app_user f
    where f.user_id = ${from} and t.user_id = ${to} and f.vip
      and (not t.vip or coalesce(f.vip_until, 'infinity') > coalesce(t.vip_until, 'infinity'))`.execute(db);
}
