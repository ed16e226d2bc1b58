import { sql, type ColumnType } from "kysely";
import type { Database } from "../database/connection/database.ts";
import {
  lookupKeyParameter,
  encryptedText,
  type EncryptedParameter,
} from "../database/encryption/encrypted-columns.ts";

/** What WeChat hands out to the official account for a time. */
export type CredentialKind = "access_token" | "jsapi_ticket";
export type StoredCredential = { readonly value: string | null; readonly expires: number | null };

type Tables = {
  wechat_credential: {
    app_id: string;
    kind: CredentialKind;
    /** Sealed: whoever has it speaks to WeChat as the official account. */
    value: ColumnType<string | null, EncryptedParameter, EncryptedParameter | null>;
    /** What statements compare. */
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

/** The official account's credentials, one row a kind, for all processes. */
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
     * Takes the right to renew it, in one statement: of any number that ask at once, one has it.
     * @param seen the value to be replaced; where another one stands meanwhile, nobody needs to renew
     */
    async lease(kind: CredentialKind, seen: string | null, lease: string, now: number, until: number) {
      const { rows } = await sql<{ lease: string }>`
        insert into wechat_credential as kept (app_id, kind, lease, lease_until)
        values (${appId}, ${kind}, ${lease}, ${new Date(until)})
        on conflict (app_id, kind) do update set lease = excluded.lease, lease_until = excluded.lease_until
          where (kept.lease_until is null or kept.lease_until <= ${new Date(now)})
            and kept.value_key is not distinct from ${lookupKeyParameter(seen)}::text
        returning lease`.execute(database);
      return rows.length > 0;
    },
    async keep(kind: CredentialKind, value: string, expires: number): Promise<void> {
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
    async release(kind: CredentialKind, lease: string): Promise<void> {
      await db
        .updateTable("wechat_credential")
        .set({ lease: null, lease_until: null })
        .where("app_id", "=", appId)
        .where("kind", "=", kind)
        .where("lease", "=", lease)
        .execute();
    },
    /** Forgets a value that WeChat takes no more; a newer one stays. */
    async drop(kind: CredentialKind, value: string): Promise<void> {
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

/** Whose user of ours a person of WeChat is. */
export const wechatIdentityStore = (database: Database, appId: string) => {
  const db = database.withTables<Tables>();
  return {
    async userOf(openId: string): Promise<string | null> {
      const row = await db
        .selectFrom("wechat_identity")
        .select("user_id")
        .where("app_id", "=", appId)
        .where("open_id", "=", openId)
        .executeTakeFirst();
      return row?.user_id ?? null;
    },
    /** The same person at another official account of the maker. */
    async userOfUnion(unionId: string): Promise<string | null> {
      const row = await db
        .selectFrom("wechat_identity")
        .select("user_id")
        .where("union_id", "=", unionId)
        .where("is_virtual", "=", false)
        .orderBy("created_time")
        .executeTakeFirst();
      return row?.user_id ?? null;
    },
    /** Links the person to a user; of two that do it at once the first stands. */
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
            // A consent tells the unionid that a silent login had not.
            union_id: sql<string | null>`coalesce(${row.ref("excluded.union_id")}, wechat_identity.union_id)`,
            seen_time: now,
          })),
        )
        .execute();
    },
  };
};
export type WechatIdentityStore = ReturnType<typeof wechatIdentityStore>;

/** The user has an account at the provider now: a made-up person of the quick-view mode is not theirs. */
export async function dropQuickViewIdentities(db: Database, userId: string): Promise<void> {
  await sql`delete from wechat_identity where user_id = ${userId} and is_virtual`.execute(db);
}

/**
 * A user's persons of WeChat become another user's. An account has one person an official account:
 * a newer one takes the place, and whoever held the older is logged out with all else, since a
 * mobile number may have gone to somebody new.
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
