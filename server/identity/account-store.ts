import type { Selectable } from "kysely";
import type { Database } from "../database/database.ts";

type AccountTable = {
  account_id: string;
  mobile: string | null;
  user_name: string | null;
  password_hash: string | null;
  nickname: string;
  consent_time: Date | null;
  created_time: Date;
  updated_time: Date;
};
type Tables = { identity_account: AccountTable };
export type Account = Selectable<AccountTable>;
export type NewAccount = Pick<
  Account,
  "account_id" | "mobile" | "user_name" | "password_hash" | "nickname" | "consent_time"
>;

/** PostgreSQL's unique_violation, as both drivers report it. */
const isDuplicate = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "23505";

export const accountStore = (database: Database) => {
  const db = database.withTables<Tables>();
  const by =
    (column: "account_id" | "mobile" | "user_name") =>
    async (value: string): Promise<Account | null> =>
      (await db.selectFrom("identity_account").selectAll().where(column, "=", value).executeTakeFirst()) ??
      null;
  return {
    byId: by("account_id"),
    byMobile: by("mobile"),
    byUserName: by("user_name"),
    /** @returns null where the mobile or the user name is in use */
    async add(account: NewAccount, now: number): Promise<Account | null> {
      const times = { created_time: new Date(now), updated_time: new Date(now) };
      const row = await db
        .insertInto("identity_account")
        .values({ ...account, ...times })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },
    /** @returns the account; null where nobody has the mobile */
    async setPassword(mobile: string, password_hash: string, now: number): Promise<Account | null> {
      const row = await db
        .updateTable("identity_account")
        .set({ password_hash, updated_time: new Date(now) })
        .where("mobile", "=", mobile)
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },
    /** Gives an account without a mobile one. "taken": the mobile is another's; "bound": the account has one already. */
    async bind(accountId: string, mobile: string, now: number): Promise<"ok" | "taken" | "bound"> {
      try {
        const row = await db
          .updateTable("identity_account")
          .set({ mobile, updated_time: new Date(now) })
          .where("account_id", "=", accountId)
          .where("mobile", "is", null)
          .returning("account_id")
          .executeTakeFirst();
        return row ? "ok" : "bound";
      } catch (error) {
        if (isDuplicate(error)) return "taken";
        throw error;
      }
    },
  };
};
export type AccountStore = ReturnType<typeof accountStore>;
