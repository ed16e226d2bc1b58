import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { unnestRows } from "../database/batching/unnest-rows.ts";

/** A user of the demo, who has no account to log in with; times in ms. */
export type SeededUser = {
  readonly userId: string;
  readonly openId: string;
  readonly mobile: string;
  readonly nickname: string;
  readonly createdTime: number;
};

/** Adds users in one statement; a repeated call changes nothing. */
export async function seedUsers(db: Database, users: readonly SeededUser[]): Promise<void> {
  if (users.length === 0) return;
  const rows = unnestRows(users, {
    user_id: { type: "text", of: (one) => one.userId },
    idp_id: { type: "text", of: (one) => one.openId },
    open_id: { type: "text", of: (one) => one.openId },
    mobile: { type: "text", of: (one, keyring) => keyring.encrypt(one.mobile, "user", one.openId) },
    mobile_key: { type: "text", of: (one, keyring) => keyring.lookup(one.mobile) },
    nickname: { type: "text", of: (one) => one.nickname },
    created_time: { type: "timestamptz", of: (one) => new Date(one.createdTime).toISOString() },
  });
  await sql`insert into app_user (user_id, idp_id, open_id, mobile, mobile_key, nickname, created_time, updated_time)
    select user_id, idp_id, open_id, mobile, mobile_key, nickname, created_time, created_time from ${rows}
    on conflict do nothing`.execute(db);
}
