import type { ColumnType, Kysely, Selectable } from "kysely";
import { withAuditEntry } from "../database/shared-tables/audit-log.ts";
import type { Database } from "../database/connection/database.ts";
import {
  lookupKeyParameter,
  encryptedText,
  type EncryptedParameter,
} from "../database/encryption/encrypted-columns.ts";
import { hasSqlState } from "../database/statements/sql-state.ts";

type AccountTable = {
  account_id: string;
  mobile: ColumnType<string | null, EncryptedParameter | null, EncryptedParameter | null>;
  mobile_key: EncryptedParameter | null;
  user_name: string | null;
  password_hash: string | null;
  nickname: string;
  consent_time: Date | null;
  created_time: Date;
  updated_time: Date;
};
type Tables = { identity_account: AccountTable };
export type IdentityAccount = Omit<Selectable<AccountTable>, "mobile_key">;
export type NewIdentityAccount = Pick<
  IdentityAccount,
  "account_id" | "mobile" | "user_name" | "password_hash" | "nickname" | "consent_time"
>;

const findByMobile = async (db: Kysely<Tables>, mobile: string): Promise<IdentityAccount | null> =>
  (await db
    .selectFrom("identity_account")
    .selectAll()
    .where("mobile_key", "=", lookupKeyParameter(mobile))
    .executeTakeFirst()) ?? null;

const passwordStore = (database: Database) => ({
  /** @returns the updated account; null if no account has the mobile */
  setPassword(
    mobile: string,
    password_hash: string,
    host: string,
    now: number,
  ): Promise<IdentityAccount | null> {
    const update = async (transaction: Database): Promise<IdentityAccount | null> =>
      (await transaction
        .withTables<Tables>()
        .updateTable("identity_account")
        .set({ password_hash, updated_time: new Date(now) })
        .where("mobile_key", "=", lookupKeyParameter(mobile))
        .returningAll()
        .executeTakeFirst()) ?? null;
    return withAuditEntry(
      database,
      update,
      (account) =>
        account && {
          by: { kind: "user", id: account.account_id, host },
          action: "account.reset-password",
          about: { kind: "account", id: account.account_id },
          outcome: "done",
          now: new Date(now),
        },
    );
  },
});

export const accountStore = (database: Database) => {
  const db = database.withTables<Tables>();
  const finderBy =
    (column: "account_id" | "user_name") =>
    async (value: string): Promise<IdentityAccount | null> =>
      (await db.selectFrom("identity_account").selectAll().where(column, "=", value).executeTakeFirst()) ??
      null;
  return {
    findById: finderBy("account_id"),
    findByMobile: (mobile: string) => findByMobile(db, mobile),
    findByUserName: finderBy("user_name"),
    /** @returns null if the mobile or the user name is in use */
    async add(account: NewIdentityAccount, now: number): Promise<IdentityAccount | null> {
      const times = { created_time: new Date(now), updated_time: new Date(now) };
      const row = await db
        .insertInto("identity_account")
        .values({
          ...account,
          mobile: encryptedText(account.mobile, "account", account.account_id),
          mobile_key: lookupKeyParameter(account.mobile),
          ...times,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },
    ...passwordStore(database),
    /**
     * Sets the mobile of an account that has none. "taken": another account has it; "bound": this account has
     * one.
     */
    async bind(accountId: string, mobile: string, now: number): Promise<"ok" | "taken" | "bound"> {
      try {
        const row = await db
          .updateTable("identity_account")
          .set({
            mobile: encryptedText(mobile, "account", accountId),
            mobile_key: lookupKeyParameter(mobile),
            updated_time: new Date(now),
          })
          .where("account_id", "=", accountId)
          .where("mobile", "is", null)
          .returning("account_id")
          .executeTakeFirst();
        return row ? "ok" : "bound";
      } catch (error) {
        if (hasSqlState(error, "duplicate")) return "taken";
        throw error;
      }
    },
  };
};
export type AccountStore = ReturnType<typeof accountStore>;
