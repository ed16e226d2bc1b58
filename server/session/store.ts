import { maxSessions } from "#contract/session/active-sessions.ts";
import { sql, type ColumnType, type Kysely, type Selectable } from "kysely";
import { inTransaction } from "../database/shared-tables/audit-log.ts";
import { BatchWriter } from "../database/batching/batch-writer.ts";
import type { Database } from "../database/connection/database.ts";
import { prepared } from "../database/statements/prepared-statements.ts";
import {
  lookupKeyParameter,
  encryptedText,
  type LazyPlaintext,
  type EncryptedParameter,
} from "../database/encryption/encrypted-columns.ts";
import { newId } from "../core/ids.ts";
import { newToken, sha256 } from "../core/secrets.ts";
import type { SessionClient } from "./devices.ts";
import type { ProviderPerson, UserProfile } from "./rules.ts";

type UserTable = {
  user_id: string;
  /** The identity provider's subject; null: known by WeChat alone. */
  idp_id: string | null;
  open_id: string;
  mobile: ColumnType<string | null, EncryptedParameter | null, EncryptedParameter | null>;
  mobile_key: ColumnType<EncryptedParameter | null>;
  nickname: string;
  avatar: string | null;
  vip: boolean;
  owner: boolean;
  /** Of the verified cars. */
  series_codes: string[];
  created_time: Date;
  updated_time: Date;
  /** null: not locked. */
  locked_time: Date | null;
};
export type SessionTables = {
  app_user: UserTable;
  verified_owner: { mobile_key: EncryptedParameter; series_codes: string[] };
  user_session: { token_hash: string; user_id: string; created_time: Date; expires_time: Date };
  spent_nonce: { nonce_hash: string; expires_time: Date };
};
export type UserRow = Omit<Selectable<UserTable>, "mobile_key">;

/** Shaped like the messaging app's openId: public, never guessable from the account. */
const newOpenId = (): string => `o${newToken().slice(0, 27)}`;
/** Whether a mobile's person is known as a verified owner, and the series of their cars. */
const isOwner = (mobile: string | null) =>
  sql<boolean>`exists (select 1 from verified_owner where mobile_key = ${lookupKeyParameter(mobile)}::text)`;
const ownSeries = (mobile: string | null) =>
  sql<
    string[]
  >`coalesce((select series_codes from verified_owner where mobile_key = ${lookupKeyParameter(mobile)}::text), '{}')`;

const userStore = (db: Kysely<SessionTables>) => ({
  /** The person of the provider's subject, made or brought up to date. */
  async keepUser({ idpId, mobile, nickname }: ProviderPerson, now: Date): Promise<UserRow> {
    return db
      .insertInto("app_user")
      .values({
        user_id: newId(),
        idp_id: idpId,
        open_id: newOpenId(),
        mobile: encryptedText(mobile, "user", idpId),
        mobile_key: lookupKeyParameter(mobile),
        nickname,
        avatar: null,
        vip: false,
        owner: isOwner(mobile),
        series_codes: ownSeries(mobile),
        created_time: now,
        updated_time: now,
      })
      .onConflict((conflict) =>
        conflict.column("idp_id").doUpdateSet((row) => ({
          mobile: row.ref("excluded.mobile"),
          mobile_key: row.ref("excluded.mobile_key"),
          nickname: row.ref("excluded.nickname"),
          owner: row.ref("excluded.owner"),
          series_codes: row.ref("excluded.series_codes"),
          updated_time: row.ref("excluded.updated_time"),
        })),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
  },
});

/** At once for whoever has logged in with that mobile, and for whoever will. */
export const setVerifiedOwner = (
  database: Database,
  mobile: string,
  owner: boolean,
  seriesCodes: readonly string[],
): Promise<void> =>
  inTransaction(database, async (transaction) => {
    const db = transaction.withTables<SessionTables>();
    const series_codes = owner ? [...seriesCodes] : [];
    const mobile_key = lookupKeyParameter(mobile);
    if (owner)
      await db
        .insertInto("verified_owner")
        .values({ mobile_key, series_codes })
        .onConflict((conflict) => conflict.column("mobile_key").doUpdateSet({ series_codes }))
        .execute();
    else await db.deleteFrom("verified_owner").where("mobile_key", "=", mobile_key).execute();
    await db
      .updateTable("app_user")
      .set({ owner, series_codes })
      .where("mobile_key", "=", mobile_key)
      .execute();
  });

/** Users whom WeChat alone knows. */
const usersWithoutAccountStore = (db: Kysely<SessionTables>) => ({
  /** A person without an account at the provider, and without a mobile. */
  async addUser(userId: string, { nickname, avatar }: UserProfile, now: Date): Promise<void> {
    await db
      .insertInto("app_user")
      .values({
        user_id: userId,
        idp_id: null,
        open_id: newOpenId(),
        mobile: null,
        mobile_key: null,
        nickname,
        avatar,
        vip: false,
        owner: false,
        series_codes: [],
        created_time: now,
        updated_time: now,
      })
      .onConflict((conflict) => conflict.column("user_id").doNothing())
      .execute();
  },
  async user(userId: string): Promise<UserRow | undefined> {
    return db.selectFrom("app_user").selectAll().where("user_id", "=", userId).executeTakeFirst();
  },
  /** The name is the provider's to say where there is an account; the picture only where there is one already. */
  async setProfile(userId: string, { nickname, avatar }: UserProfile, now: Date): Promise<void> {
    await sql`update app_user set updated_time = ${now},
        nickname = case when idp_id is null then ${nickname} else nickname end,
        avatar = case when idp_id is null then ${avatar}::text else coalesce(avatar, ${avatar}::text) end
      where user_id = ${userId}`.execute(db);
  },
});

/** A session with what each call needs of its user; times in ms, since a crowd's calls read nothing as often. */
export type SessionUser = Pick<UserRow, "user_id" | "idp_id" | "open_id" | "owner" | "series_codes"> & {
  /** null: no mobile */
  readonly mobile_later: LazyPlaintext | null;
  readonly mobile_key: string | null;
  readonly expires: number;
  /** Of the session. */
  readonly began: number;
  /** To some minutes. */
  readonly used: number;
};
const inMs = (moment: string) => sql.raw(`round(date_part('epoch', ${moment}) * 1000)`);
async function findSessions(
  db: Kysely<SessionTables>,
  hashes: readonly string[],
): Promise<(SessionUser | undefined)[]> {
  const { rows } = await sql<SessionUser & { at: number }>`
    select asked.at::int as at, ${inMs("s.expires_time")} as expires, ${inMs("s.created_time")} as began,
      ${inMs("coalesce(s.used_time, s.created_time)")} as used, u.user_id, u.idp_id, u.open_id,
      u.mobile as mobile_later, u.mobile_key, u.owner, u.series_codes
    from unnest(${hashes}::text[]) with ordinality as asked(hash, at)
    cross join lateral (select * from user_session where token_hash = asked.hash offset 0) s
    cross join lateral (select * from app_user where user_id = s.user_id and locked_time is null offset 0) u ${prepared}`.execute(
    db,
  );
  const found = new Map(rows.map((row) => [row.at, row]));
  return hashes.map((_hash, at) => found.get(at + 1));
}

/** What this process remembers of sessions (kept-sessions.ts). */
type SessionInvalidation = { forget(hash: string): void };
const tokenStore = (
  db: Kysely<SessionTables>,
  finder: BatchWriter<string, SessionUser | undefined>,
  kept: SessionInvalidation,
) => ({
  /**
   * A new session; only the token's hash is kept. With it, those beyond the most that a person can have end.
   * @returns its token; null where the person is locked, or no more
   */
  async open(
    userId: string,
    now: Date,
    expires: Date,
    opened: SessionClient | null = null,
  ): Promise<string | null> {
    const token = newToken();
    // Whoever locks the person meanwhile is waited for, and then nothing is opened.
    const { rows } = await sql`
      with person as (select user_id from app_user where user_id = ${userId} and locked_time is null for share)
      insert into user_session (token_hash, user_id, created_time, expires_time, client, system, city_code)
      select ${sha256(token)}, user_id, ${now}::timestamptz, ${expires}::timestamptz, ${opened?.client}::text,
        ${opened?.system}::text, ${opened?.cityCode}::text from person returning 1`.execute(db);
    if (rows.length === 0) return null;
    // A statement of its own: of several that open at once, the last sees all of them.
    await sql`
      delete from user_session where token_hash in (
        select token_hash from user_session where user_id = ${userId}
        order by coalesce(used_time, created_time) desc, token_hash offset ${maxSessions})`.execute(db);
    return token;
  },
  /**
   * Those who ask at the same time are looked up together, and none by a reading from before they asked.
   * @param hash of a token
   */
  find: (hash: string): Promise<SessionUser | undefined> => finder.add("session", hash),
  async renew(token: string, expires: Date): Promise<void> {
    await db
      .updateTable("user_session")
      .set({ expires_time: expires })
      .where("token_hash", "=", sha256(token))
      .execute();
    kept.forget(sha256(token));
  },
  async end(token: string): Promise<void> {
    await db.deleteFrom("user_session").where("token_hash", "=", sha256(token)).execute();
    kept.forget(sha256(token));
  },
  async endAll(idpId: string): Promise<void> {
    const user = db.selectFrom("app_user").select("user_id").where("idp_id", "=", idpId);
    const ended = db.deleteFrom("user_session").where("user_id", "in", user).returning("token_hash");
    for (const { token_hash } of await ended.execute()) kept.forget(token_hash);
  },
  /** Uses a link's `tk` up; kept beside the nonces of signed calls, until it is over. @returns whether it was still good */
  async spend(tk: Buffer, expires: Date): Promise<boolean> {
    const spent = await db
      .insertInto("spent_nonce")
      .values({ nonce_hash: sha256(`tk ${tk.toString("base64url")}`), expires_time: expires })
      .onConflict((conflict) => conflict.doNothing())
      .returning("nonce_hash")
      .execute();
    return spent.length === 1;
  },
  async purge(now: Date): Promise<void> {
    // Kept a day beyond their end, so that an outlived token still says 611 rather than 401.
    await db
      .deleteFrom("user_session")
      .where("expires_time", "<", new Date(now.getTime() - 86_400_000))
      .execute();
  },
});

/** @param kept where this process forgets what it ends or renews */
export const userSessionStore = (database: Database, kept: SessionInvalidation) => {
  const db = database.withTables<SessionTables>();
  const finder = new BatchWriter<string, SessionUser | undefined>((_key, hashes) => findSessions(db, hashes));
  return { ...userStore(db), ...usersWithoutAccountStore(db), ...tokenStore(db, finder, kept) };
};
export type UserSessionStore = ReturnType<typeof userSessionStore>;
