import { sql } from "kysely";
import type { ClientName } from "#contract/host/hosts.ts";
import type { Database } from "../../database/connection/database.ts";
import { sha256 } from "../../core/secrets.ts";
import type { DeviceSystem } from "../devices.ts";

type OwnRow = {
  session_id: string;
  token_hash: string;
  client: ClientName | null;
  system: DeviceSystem | null;
  city_code: string | null;
  created_time: Date;
  used_time: Date;
};
/** Shown at most: nobody has more (contract/session/active-sessions.ts), but for those opened before there was a limit. */
const SHOWN_MOST = 100;

/** A person's own sessions. */
export const ownSessionsStore = (db: Database) => ({
  /** Those that are good, the last used first. @param beganAfter of the ones that have not outlived SESSION_MAX_DAYS */
  async of(userId: string, now: Date, beganAfter: Date): Promise<OwnRow[]> {
    const { rows } = await sql<OwnRow>`
      select session_id, token_hash, client, system, city_code, created_time, coalesce(used_time, created_time) as used_time
      from user_session where user_id = ${userId} and expires_time > ${now} and created_time > ${beganAfter}
      order by coalesce(used_time, created_time) desc, token_hash limit ${SHOWN_MOST}`.execute(db);
    return rows;
  },
  /** As whom the provider knows a user; null: not at all. */
  async idpIdOf(userId: string): Promise<string | null> {
    const { rows } = await sql<{ idp_id: string | null }>`
      select idp_id from app_user where user_id = ${userId}`.execute(db);
    return rows[0]?.idp_id ?? null;
  },
  /** @param sessionId null: all but the one of `token`. @returns the hashes of those tokens that ended */
  async end(userId: string, sessionId: string | null, token: string): Promise<string[]> {
    const which =
      sessionId === null ? sql`token_hash <> ${sha256(token)}` : sql`session_id = ${sessionId}::uuid`;
    const { rows } = await sql<{ token_hash: string }>`
      delete from user_session where user_id = ${userId} and ${which} returning token_hash`.execute(db);
    return rows.map(({ token_hash }) => token_hash);
  },
});

/** Last uses of sessions, gathered here and written together, so that a call costs no statement of its own. */
export class LastUseWriter {
  readonly #db: Database;
  #used = new Map<string, Date>();
  constructor(db: Database) {
    this.#db = db;
  }
  note(token: string, now: Date): void {
    this.#used.set(sha256(token), now);
  }
  async write(): Promise<void> {
    if (this.#used.size === 0) return;
    const used = [...this.#used].map(([token_hash, used_time]) => ({ token_hash, used_time }));
    this.#used = new Map();
    await sql`
      update user_session s set used_time = i.used_time
      from jsonb_to_recordset(${JSON.stringify(used)}::jsonb) as i(token_hash text, used_time timestamptz)
      where s.token_hash = i.token_hash`.execute(this.#db);
  }
}
