import { maxSessions } from "#contract/session/active-sessions.ts";
import { sql, type Kysely, type RawBuilder } from "kysely";
import { BatchWriter } from "../database/batching/batch-writer.ts";
import type { Database } from "../database/connection/database.ts";
import { prepared } from "../database/statements/prepared-statements.ts";
import { encryptedText, type LazyPlaintext } from "../database/encryption/encrypted-columns.ts";
import { inTransaction } from "../database/shared-tables/audit-log.ts";
import { announceEndedSessions } from "../database/shared-tables/change-announcement-store.ts";
import { newToken, sha256 } from "../core/secrets.ts";
import type { SessionClient } from "./devices.ts";
import { queuedRevocations } from "./revocation/store.ts";
import type { UserRow, UserTables } from "./user-store.ts";

type Tables = Pick<UserTables, "app_user"> & {
  user_session: { token_hash: string; user_id: string; created_time: Date; expires_time: Date };
  spent_nonce: { nonce_hash: string; expires_time: Date };
};

/**
 * Session with the data of its user that each call needs; times in ms, since it is read more than anything
 * else.
 */
export type SessionUser = Pick<UserRow, "user_id" | "idp_id" | "open_id" | "owner" | "series_codes"> & {
  /** null: no mobile */
  readonly mobile_later: LazyPlaintext | null;
  readonly mobile_key: string | null;
  readonly expires: number;
  /** Start of the session. */
  readonly began: number;
  /** Last use, exact to ten minutes. */
  readonly used: number;
  /** Time since the last marked write of the user, by the database's clock; infinite: none; null: from the cache. */
  readonly since_write: number | null;
};
/** Browser that opens a session, and the provider's access token that it presented. */
export type SessionOrigin = {
  readonly client?: SessionClient | null;
  readonly providerToken?: string | null;
  /** Whether the provider is asked to revoke the token at the end of the session, which needs the token itself. */
  readonly isTokenKept?: boolean;
};
const inMs = (moment: string) => sql.raw(`round(date_part('epoch', ${moment}) * 1000)`);
async function findSessions(
  db: Kysely<Tables>,
  hashes: readonly string[],
): Promise<(SessionUser | undefined)[]> {
  const { rows } = await sql<SessionUser & { at: number }>`
    select asked.at::int as at, ${inMs("s.expires_time")} as expires, ${inMs("s.created_time")} as began,
      ${inMs("coalesce(s.used_time, s.created_time)")} as used, u.user_id, u.idp_id, u.open_id,
      coalesce(${inMs("clock_timestamp()")} - ${inMs("s.written_time")}, 'infinity') as since_write,
      u.mobile as mobile_later, u.mobile_key, u.owner, u.series_codes
    from unnest(${hashes}::text[]) with ordinality as asked(hash, at)
    cross join lateral (select * from user_session where token_hash = asked.hash offset 0) s
    cross join lateral (select * from app_user where user_id = s.user_id and locked_time is null offset 0) u ${prepared}`.execute(
    db,
  );
  const found = new Map(rows.map((row) => [row.at, row]));
  return hashes.map((_hash, at) => found.get(at + 1));
}

/** Cache of this process that must drop the sessions which are ended or renewed here. */
type InvalidatableCache = { invalidate(hash?: string): void };

/** Deletes sessions and announces them to every process. @returns the hashes of their tokens */
const deleteSessions = (
  database: Database,
  condition: RawBuilder<unknown>,
  together: RawBuilder<unknown> | null = null,
): Promise<string[]> =>
  inTransaction(database, async (db) => {
    const { rows } = await sql<{ token_hash: string }>`${together === null ? sql`` : sql`with ${together}`}
      delete from user_session where ${condition} returning token_hash`.execute(db);
    const hashes = rows.map(({ token_hash }) => token_hash);
    await announceEndedSessions(db, hashes);
    return hashes;
  });

/**
 * Ends sessions.
 * @param hashes of the tokens, as far as they are known before
 * @param together a common table expression that is executed with it
 */
async function endWhere(
  db: Database,
  cache: InvalidatableCache,
  hashes: readonly string[],
  condition: RawBuilder<unknown>,
  together: RawBuilder<unknown> | null = null,
): Promise<void> {
  try {
    for (const hash of await deleteSessions(db, condition, together)) cache.invalidate(hash);
  } catch (error) {
    // The statement may have taken effect.
    if (hashes.length === 0) cache.invalidate();
    for (const hash of hashes) cache.invalidate(hash);
    throw error;
  }
}

/** Statements that end sessions. */
const endingStore = (db: Database, cache: InvalidatableCache) => ({
  /**
   * Ends sessions; may be repeated. The built-in provider's access tokens that opened them are revoked unless other
   * sessions were opened by them, as when a browser logs in again; those of an external one are queued for it.
   * @param hashes of the sessions' tokens
   */
  async end(hashes: readonly string[], now: Date): Promise<void> {
    const all = sql`any(${[...hashes]}::text[])`;
    const ended = sql`s.token_hash = ${all} and not exists (
      select 1 from user_session o
      where o.provider_token_hash = s.provider_token_hash and o.token_hash <> all(${[...hashes]}::text[]))`;
    await endWhere(
      db,
      cache,
      hashes,
      sql`token_hash = ${all}`,
      sql`revoked as (
      delete from oidc_payload where model = 'AccessToken' and id in (
        select provider_token_hash from user_session s where ${ended})), ${queuedRevocations(ended, now)}`,
    );
  },
  /**
   * Revokes the provider's access token that opened a session, whatever other sessions it has opened: the built-in one's at
   * once, an external one's in the background.
   */
  async revokeProviderToken(token: string, now: Date): Promise<void> {
    await sql`
      with ${queuedRevocations(sql`s.token_hash = ${sha256(token)}`, now)}
      delete from oidc_payload where model = 'AccessToken' and id in (
        select provider_token_hash from user_session where token_hash = ${sha256(token)})`.execute(db);
  },
  /** Ends every session of an account at the identity provider. */
  endAll: (idpId: string): Promise<void> =>
    endWhere(db, cache, [], sql`user_id in (select user_id from app_user where idp_id = ${idpId})`),
});

/** @param cache of this process; it drops sessions that are ended or renewed here */
export const sessionStore = (database: Database, cache: InvalidatableCache) => {
  const db = database.withTables<Tables>();
  const finder = new BatchWriter<string, SessionUser | undefined>((_key, hashes) => findSessions(db, hashes));
  return {
    /**
     * Opens a session; only the token's hash is stored. Ends the sessions beyond the limit of a person.
     * @returns its token; null if the user is locked or was deleted
     */
    async open(
      userId: string,
      now: Date,
      expires: Date,
      { client = null, providerToken = null, isTokenKept = false }: SessionOrigin = {},
    ): Promise<string | null> {
      const token = newToken();
      const providerHash = providerToken && sha256(providerToken);
      const kept =
        isTokenKept && providerToken !== null
          ? encryptedText(providerToken, "providertoken", sha256(providerToken))
          : null;
      // "for share" waits for a transaction that locks the account; then no session is opened.
      const { rows } = await sql`
        with person as (select user_id from app_user where user_id = ${userId} and locked_time is null for share)
        insert into user_session (token_hash, user_id, created_time, expires_time, client, system, city_code,
          provider_token_hash, provider_token)
        select ${sha256(token)}, user_id, ${now}::timestamptz, ${expires}::timestamptz, ${client?.client}::text,
          ${client?.system}::text, ${client?.cityCode}::text, ${providerHash}::text, ${kept}::text from person returning 1`.execute(
        db,
      );
      if (rows.length === 0) return null;
      // A second statement, so that of several parallel logins the last one sees all sessions.
      const { rows: surplus } = await sql<{ token_hash: string }>`
        select token_hash from user_session where user_id = ${userId}
        order by coalesce(used_time, created_time) desc, token_hash offset ${maxSessions}`.execute(db);
      const hashes = surplus.map(({ token_hash }) => token_hash);
      if (hashes.length > 0) await deleteSessions(database, sql`token_hash = any(${hashes}::text[])`);
      return token;
    },
    /**
     * Finds a session. Parallel look-ups share one statement, which starts after the last of them.
     * @param hash of the token
     */
    find: (hash: string): Promise<SessionUser | undefined> => finder.add("session", hash),
    async renew(token: string, expires: Date): Promise<void> {
      await db
        .updateTable("user_session")
        .set({ expires_time: expires })
        .where("token_hash", "=", sha256(token))
        .execute();
      cache.invalidate(sha256(token));
    },
    ...endingStore(database, cache),
    /**
     * Consumes a link's `tk`; it is stored with the nonces of signed calls until it expires.
     * @returns whether it was unused
     */
    async consumeTk(tk: Buffer, expires: Date): Promise<boolean> {
      const inserted = await db
        .insertInto("spent_nonce")
        .values({ nonce_hash: sha256(`tk ${tk.toString("base64url")}`), expires_time: expires })
        .onConflict((conflict) => conflict.doNothing())
        .returning("nonce_hash")
        .execute();
      return inserted.length === 1;
    },
    async purge(now: Date): Promise<void> {
      // Expired sessions stay for a day, so that their token gets 611 and not 401.
      await deleteSessions(database, sql`expires_time < ${new Date(now.getTime() - 86_400_000)}`);
    },
  };
};
export type SessionStore = ReturnType<typeof sessionStore>;
