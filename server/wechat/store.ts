import { sql, type ColumnType } from "kysely";
import type { Database } from "../database/connection/database.ts";
import {
  lookupKeyParameter,
  encryptedText,
  type EncryptedParameter,
} from "../database/encryption/encrypted-columns.ts";

/** Credentials that WeChat issues to the official account. */
export type CredentialKind = "access_token" | "jsapi_ticket";
export type StoredCredential = { readonly value: string | null; readonly expires: number | null };

type Tables = {
  wechat_credential: {
    app_id: string;
    kind: CredentialKind;
    /** Encrypted, because it authenticates as the official account. */
    value: ColumnType<string | null, EncryptedParameter, EncryptedParameter | null>;
    /** Lookup key of the value, for comparisons in statements. */
    value_key: ColumnType<string | null, EncryptedParameter, EncryptedParameter | null>;
    expires_time: Date | null;
    lease: string | null;
    lease_until: Date | null;
  };
  wechat_identity: {
    app_id: string;
    open_id: string;
    union_id: string | null;
    is_virtual: boolean;
    user_id: string;
    created_time: Date;
    seen_time: Date;
  };
};

/** The official account's credentials, one row for each kind, shared by all processes. */
export const credentialStore = (database: Database, appId: string) => {
  const db = database.withTables<Tables>();
  return {
    async find(kind: CredentialKind): Promise<StoredCredential> {
      const row = await db
        .selectFrom("wechat_credential")
        .select(["value as credential_value", "app_id", "kind", "expires_time"])
        .where("app_id", "=", appId)
        .where("kind", "=", kind)
        .executeTakeFirst();
      return { value: row?.credential_value ?? null, expires: row?.expires_time?.getTime() ?? null };
    },
    /**
     * Acquires the right to renew a credential by one statement, so that only one of concurrent callers gets it.
     * @param seen the value to replace; if it has changed, it was renewed already and the lease is refused
     * @param until end of the lease, ms
     */
    async acquireLease(kind: CredentialKind, seen: string | null, lease: string, now: number, until: number) {
      const { rows } = await sql<{ lease: string }>`
        insert into wechat_credential as existing (app_id, kind, lease, lease_until)
        values (${appId}, ${kind}, ${lease}, ${new Date(until)})
        on conflict (app_id, kind) do update set lease = excluded.lease, lease_until = excluded.lease_until
          where (existing.lease_until is null or existing.lease_until <= ${new Date(now)})
            and existing.value_key is not distinct from ${lookupKeyParameter(seen)}::text
        returning lease`.execute(database);
      return rows.length > 0;
    },
    async save(kind: CredentialKind, value: string, expires: number): Promise<void> {
      const fresh = {
        value: encryptedText(value, "credential", appId, kind),
        value_key: lookupKeyParameter(value),
        expires_time: new Date(expires),
        lease: null,
        lease_until: null,
      };
      await db
        .insertInto("wechat_credential")
        .values({ app_id: appId, kind, ...fresh })
        .onConflict((conflict) => conflict.columns(["app_id", "kind"]).doUpdateSet(fresh))
        .execute();
    },
    async releaseLease(kind: CredentialKind, lease: string): Promise<void> {
      await db
        .updateTable("wechat_credential")
        .set({ lease: null, lease_until: null })
        .where("app_id", "=", appId)
        .where("kind", "=", kind)
        .where("lease", "=", lease)
        .execute();
    },
    /** Deletes a value that WeChat no longer accepts; a newer one stays. */
    async invalidate(kind: CredentialKind, value: string): Promise<void> {
      await db
        .updateTable("wechat_credential")
        .set({ value: null, value_key: null, expires_time: null })
        .where("app_id", "=", appId)
        .where("kind", "=", kind)
        .where("value_key", "=", sql<string>`${lookupKeyParameter(value)}`)
        .execute();
    },
  };
};
export type CredentialStore = ReturnType<typeof credentialStore>;

export type WechatSubject = {
  readonly openId: string;
  readonly unionId: string | null;
  readonly isVirtual: boolean;
};

/** Links between people of WeChat and users. */
export const wechatIdentityStore = (database: Database, appId: string) => {
  const db = database.withTables<Tables>();
  return {
    async findUser(openId: string): Promise<string | null> {
      const row = await db
        .selectFrom("wechat_identity")
        .select("user_id")
        .where("app_id", "=", appId)
        .where("open_id", "=", openId)
        .executeTakeFirst();
      return row?.user_id ?? null;
    },
    /** Finds the user of the same person at another official account of the maker. */
    async findUserByUnionId(unionId: string): Promise<string | null> {
      const row = await db
        .selectFrom("wechat_identity")
        .select("user_id")
        .where("union_id", "=", unionId)
        .where("is_virtual", "=", false)
        .orderBy("created_time")
        .executeTakeFirst();
      return row?.user_id ?? null;
    },
    /** Finds the openid with which a user pays: the one last seen, of a person who is not fictitious. */
    async findOpenId(userId: string): Promise<string | null> {
      const row = await db
        .selectFrom("wechat_identity")
        .select("open_id")
        .where("app_id", "=", appId)
        .where("user_id", "=", userId)
        .where("is_virtual", "=", false)
        .orderBy("seen_time", "desc")
        .executeTakeFirst();
      return row?.open_id ?? null;
    },
    /** Links a person to a user; an existing link stays, so that the first of two concurrent logins wins. */
    async link({ openId, unionId, isVirtual }: WechatSubject, userId: string, now: Date): Promise<void> {
      await db
        .insertInto("wechat_identity")
        .values({
          app_id: appId,
          open_id: openId,
          union_id: unionId,
          is_virtual: isVirtual,
          user_id: userId,
          created_time: now,
          seen_time: now,
        })
        .onConflict((conflict) =>
          conflict.columns(["app_id", "open_id"]).doUpdateSet((row) => ({
            // Adds the unionid, which WeChat returns only after consent.
            union_id: sql<string | null>`coalesce(${row.ref("excluded.union_id")}, wechat_identity.union_id)`,
            seen_time: now,
          })),
        )
        .execute();
    },
  };
};
export type WechatIdentityStore = ReturnType<typeof wechatIdentityStore>;

/** Removes links of the quick-view mode, whose people are fictitious, from a user who has got an account. */
export async function dropQuickViewIdentities(db: Database, userId: string): Promise<void> {
  await sql`delete from wechat_identity where user_id = ${userId} and is_virtual`.execute(db);
}

/**
 * Moves a user's WeChat links to another user. A user has one link for each official account, so a newer link replaces
 * the older one. All sessions are then ended, because the mobile number may belong to a new person.
 */
export async function mergeWechatIdentities(
  db: Database,
  from: string,
  to: string,
): Promise<void | "endSessions"> {
  await dropQuickViewIdentities(db, from);
  const { rows } = await sql`
    delete from wechat_identity old using wechat_identity new
    where old.user_id = ${to} and new.user_id = ${from} and new.app_id = old.app_id
    returning old.open_id`.execute(db);
  await sql`update wechat_identity set user_id = ${to} where user_id = ${from}`.execute(db);
  return rows.length > 0 ? "endSessions" : undefined;
}
