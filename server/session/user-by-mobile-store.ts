import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { lookupKeyParameter } from "../database/encryption/encrypted-columns.ts";
import type { User } from "../http/pipeline/caller.ts";

type UserOfMobile = { user_id: string; open_id: string; owner: boolean; series_codes: string[] };

/**
 * Finds the account of a mobile, by its keyed hash, for an operator who acts for the person.
 * @returns the person as a session would give them; null: no account, or a locked one
 */
export async function findUserByMobile(db: Database, mobile: string): Promise<User | null> {
  const { rows } = await sql<UserOfMobile>`
    select user_id, open_id, owner, series_codes from app_user
    where mobile_key = ${lookupKeyParameter(mobile)} and locked_time is null
    order by updated_time desc, user_id desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  return {
    userId: row.user_id,
    openId: row.open_id,
    hasMobile: true,
    mobile,
    isMobile: (other) => other === mobile,
    owner: row.owner,
    seriesCodes: row.series_codes,
    msSinceWrite: null,
  };
}
