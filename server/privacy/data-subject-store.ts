import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";

/** Identifiers by which tables refer to a person. */
export type DataSubject = {
  readonly userId: string;
  /** Public id, also used by behaviour events. */
  readonly openId: string;
  /** The identity provider's subject; null: a user of WeChat only. */
  readonly idpId: string | null;
  /** Unmasked; null: none bound. */
  readonly mobile: string | null;
  /** Accounts of the built-in provider. */
  readonly accountIds: readonly string[];
  /** Club member ids: the user's own and those merged into it. */
  readonly memberIds: readonly string[];
  /** Ids of the person's browsers in behaviour events. */
  readonly anonymousIds: readonly string[];
};

/** Finds the ids of a person's browsers by the public id. */
export async function findBrowserIds(db: Database, openId: string): Promise<string[]> {
  const { rows } = await sql<{ anonymous_id: string }>`
    select distinct anonymous_id from tracked_identity where login_id = ${openId}`.execute(db);
  return rows.map(({ anonymous_id }) => anonymous_id);
}

/** Finds all identifiers of a user; null if there is no such user. */
export async function findDataSubject(db: Database, userId: string): Promise<DataSubject | null> {
  const { rows } = await sql<{
    open_id: string;
    idp_id: string | null;
    mobile: string | null;
    account_ids: string[];
    member_ids: string[];
  }>`
    select u.open_id, u.idp_id, u.mobile,
      array(select account_id from identity_account a where a.account_id = u.idp_id or a.mobile_key = u.mobile_key) as account_ids,
      array(select m.member_id from club_member m
        where m.user_id = u.user_id or m.merged_into in (select member_id from club_member o where o.user_id = u.user_id)) as member_ids
    from app_user u where u.user_id = ${userId}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  return {
    userId,
    openId: row.open_id,
    idpId: row.idp_id,
    mobile: row.mobile,
    accountIds: row.account_ids,
    memberIds: row.member_ids,
    anonymousIds: await findBrowserIds(db, row.open_id),
  };
}

/** @returns when the session was opened; null if there is no such session */
export async function findSessionStart(db: Database, tokenHash: string): Promise<Date | null> {
  const { rows } = await sql<{ created_time: Date }>`
    select created_time from user_session where token_hash = ${tokenHash}`.execute(db);
  return rows[0]?.created_time ?? null;
}
