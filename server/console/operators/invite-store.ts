import { sql } from "kysely";
import { newId } from "../../core/ids.ts";
import { newToken, sha256 } from "../../core/secrets.ts";
import type { Database } from "../../database/connection/database.ts";

/** Time within which an invitation is accepted, ms (requirement CO19). */
const INVITE_LIFETIME = 72 * 3_600_000;

export type OpenInvite = {
  invite_id: string;
  operator_id: string;
  operator_name: string;
  operator_login: string;
  expires_time: Date;
};

/** Invitations to built-in accounts; only the hashes of their secrets are stored. */
export const inviteStore = (db: Database) => ({
  /** Adds an invitation, and ends earlier ones of the operator. @returns its secret */
  async add(operatorId: string, now: number): Promise<{ token: string; expiresTime: Date }> {
    await sql`delete from operator_invite where operator_id = ${operatorId} and used_time is null`.execute(
      db,
    );
    const [token, expiresTime] = [newToken(), new Date(now + INVITE_LIFETIME)];
    await sql`
      insert into operator_invite (invite_id, operator_id, token_hash, created_time, expires_time)
      values (${newId()}, ${operatorId}, ${sha256(token)}, ${new Date(now)}, ${expiresTime})`.execute(db);
    return { token, expiresTime };
  },
  /** The unused, unexpired invitation of a secret, of an operator who is not locked. */
  async find(token: string, now: number): Promise<OpenInvite | null> {
    const { rows } = await sql<OpenInvite>`
      select i.invite_id, o.operator_id, o.operator_name, o.operator_login, i.expires_time
      from operator_invite i join operator o on o.operator_id = i.operator_id
      where i.token_hash = ${sha256(token)} and i.used_time is null
        and i.expires_time > ${new Date(now)}::timestamptz
        and o.locked_time is null and o.operator_login is not null`.execute(db);
    return rows[0] ?? null;
  },
  /** Uses up an invitation: of two requests with its secret one gets it. */
  async use(inviteId: string, now: Date): Promise<boolean> {
    const { rows } = await sql`
      update operator_invite set used_time = ${now}
      where invite_id = ${inviteId} and used_time is null returning 1`.execute(db);
    return rows.length > 0;
  },
});
