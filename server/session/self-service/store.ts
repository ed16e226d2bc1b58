import { sql } from "kysely";
import type { ClientName } from "#contract/host/hosts.ts";
import type { Database } from "../../database/connection/database.ts";
import { inTransaction } from "../../database/shared-tables/audit-log.ts";
import { announceEndedSessions } from "../../database/shared-tables/change-announcement-store.ts";
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
/**
 * Maximum of listed sessions; only sessions from before the limit (contract/session/active-sessions.ts) can
 * exceed it.
 */
const MAX_LISTED = 100;

/** Sessions of one person. */
export type OwnSessionsStore = ReturnType<typeof ownSessionsStore>;
export const ownSessionsStore = (db: Database) => ({
  /**
   * Lists the valid sessions, the last used first.
   * @param beganAfter excludes those older than SESSION_MAX_DAYS
   */
  async list(userId: string, now: Date, beganAfter: Date): Promise<OwnRow[]> {
    const { rows } = await sql<OwnRow>`
      select session_id, token_hash, client, system, city_code, created_time, coalesce(used_time, created_time) as used_time
      from user_session where user_id = ${userId} and expires_time > ${now} and created_time > ${beganAfter}
      order by coalesce(used_time, created_time) desc, token_hash limit ${MAX_LISTED}`.execute(db);
    return rows;
  },
  /** Finds the user's subject at the identity provider; null: no account there. */
  async idpIdOf(userId: string): Promise<string | null> {
    const { rows } = await sql<{ idp_id: string | null }>`
      select idp_id from app_user where user_id = ${userId}`.execute(db);
    return rows[0]?.idp_id ?? null;
  },
  /** Time when a session was opened or its person reauthenticated; null: there is no such session. */
  async lastAuthenticationTime(token: string): Promise<Date | null> {
    const { rows } = await sql<{ proved: Date }>`
      select coalesce(proved_time, created_time) as proved from user_session
      where token_hash = ${sha256(token)}`.execute(db);
    return rows[0]?.proved ?? null;
  },
  async setAuthenticationTime(token: string, now: Date): Promise<void> {
    await sql`update user_session set proved_time = ${now} where token_hash = ${sha256(token)}`.execute(db);
  },
  /**
   * Ends one session or all but that of `token`.
   * @param sessionId null: all others
   * @returns hashes of the ended tokens
   */
  async end(userId: string, sessionId: string | null, token: string): Promise<string[]> {
    const which =
      sessionId === null ? sql`token_hash <> ${sha256(token)}` : sql`session_id = ${sessionId}::uuid`;
    return inTransaction(db, async (transaction) => {
      const { rows } = await sql<{ token_hash: string }>`
        delete from user_session where user_id = ${userId} and ${which} returning token_hash`.execute(
        transaction,
      );
      const hashes = rows.map(({ token_hash }) => token_hash);
      await announceEndedSessions(transaction, hashes);
      return hashes;
    });
  },
});

/**
 * Collects the last uses of sessions and writes them in one statement, so that calls need no statement for
 * it.
 */
export class LastUseWriter {
  readonly #db: Database;
  #uses = new Map<string, Date>();
  constructor(db: Database) {
    this.#db = db;
  }
  note(token: string, now: Date): void {
    this.#uses.set(sha256(token), now);
  }
  async write(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = [...this.#uses].map(([token_hash, used_time]) => ({ token_hash, used_time }));
    this.#uses = new Map();
    await sql`
      update user_session s set used_time = i.used_time
      from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as i(token_hash text, used_time timestamptz)
      where s.token_hash = i.token_hash`.execute(this.#db);
  }
}
