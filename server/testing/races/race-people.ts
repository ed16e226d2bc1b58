import { sql } from "kysely";
import type { CaptchaAction } from "#contract/core/captcha-action.ts";
import type { Database } from "../../database/connection/database.ts";
import { encryptedRows } from "../../database/encryption/encrypted-columns.ts";
import { newId } from "../../core/ids.ts";
import { newToken, sha256 } from "../../core/secrets.ts";
import { sessionEnd } from "../../session/rules.ts";

export type RacePerson = { readonly userId: string; readonly mobile: string; readonly token: string };
/** Purpose of a pass. */
export type PassPurpose = {
  readonly action: CaptchaAction;
  readonly activityId?: string;
  readonly userId?: string;
};
let made = 0;

/** Adds passes as the captcha stores them, one for each purpose. */
export async function addPasses(
  db: Database,
  purposes: readonly PassPurpose[],
  mobile?: string,
): Promise<string[]> {
  const ids = purposes.map(() => newToken());
  const rows = purposes.map(({ action, activityId = null, userId = null }, at) => ({
    pass_hash: sha256(ids[at] ?? ""),
    action,
    activity_id: activityId,
    user_id: userId,
    mobile_hash: mobile === undefined ? null : sha256(mobile),
  }));
  await sql`
    insert into captcha_pass (pass_hash, action, activity_id, user_id, mobile_hash, expires_time)
    select pass_hash, action, activity_id, user_id, mobile_hash, ${new Date(Date.now() + 3_600_000)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as i(pass_hash text, action text, activity_id text, user_id text, mobile_hash text)`.execute(db);
  return ids;
}

/** Adds logged-in people in bulk; logging in each would take minutes. */
export async function addPeople(db: Database, count: number): Promise<RacePerson[]> {
  const now = new Date();
  const people = Array.from({ length: count }, (): RacePerson => {
    const mobile = `13${String(100_000_000 + made++)}`;
    return { userId: newId(), mobile, token: newToken() };
  });
  const rows = encryptedRows(people, ({ userId, mobile, token }, keyring) => ({
    user_id: userId,
    idp_id: mobile,
    mobile: keyring.encrypt(mobile, "user", mobile),
    mobile_key: keyring.lookup(mobile),
    token_hash: sha256(token),
  }));
  await sql`
    with input as (select * from jsonb_to_recordset(${rows}::jsonb)
      as i(user_id text, idp_id text, mobile text, mobile_key text, token_hash text)),
    people as (
      insert into app_user (user_id, idp_id, open_id, mobile, mobile_key, nickname, created_time, updated_time)
      select user_id, idp_id, 'o' || user_id, mobile, mobile_key, '参加者', ${now}::timestamptz, ${now}::timestamptz from input returning user_id
    )
    insert into user_session (token_hash, user_id, created_time, expires_time)
    select token_hash, user_id, ${now}::timestamptz, ${new Date(sessionEnd(now.getTime(), now.getTime(), 7))}::timestamptz
    from input join people using (user_id)`.execute(db);
  return people;
}
