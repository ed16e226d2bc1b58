import { sql, type Kysely } from "kysely";
import type { SmsScene } from "#contract/identity/identity.ts";
import { callLimits } from "#contract/core/call-limits.ts";
import type { Database } from "../../database/connection/database.ts";
import { lookupKeyParameter, type EncryptedParameter } from "../../database/encryption/encrypted-columns.ts";

type Tables = {
  sms_code: {
    mobile_key: EncryptedParameter;
    scene: string;
    salt: string;
    code_hash: string;
    tries: number;
    spent: boolean;
    sent_time: Date;
    expires_time: Date;
  };
};
export type SmsCodeRow = { salt: string; tries: number; isSpent: boolean; expires: number };

const whose = (mobile: string, scene: SmsScene) => ({ mobile_key: lookupKeyParameter(mobile), scene });

/** How codes end. */
const endStore = (db: Kysely<Tables>) => ({
  async forget(mobile: string, scene: SmsScene): Promise<void> {
    await db
      .deleteFrom("sms_code")
      .where(({ and }) => and(whose(mobile, scene)))
      .execute();
  },
  async purge(now: number): Promise<void> {
    await db
      .deleteFrom("sms_code")
      .where("expires_time", "<", new Date(now - 86_400_000))
      .execute();
  },
});

export const smsStore = (database: Database) => {
  const db = database.withTables<Tables>();
  return {
    /** Keeps a new code of a mobile and scene in place of an older one. */
    async keep(
      mobile: string,
      scene: SmsScene,
      code: { salt: string; hash: string; now: number; expires: number },
    ): Promise<void> {
      const fresh = {
        salt: code.salt,
        code_hash: code.hash,
        tries: 0,
        spent: false,
        sent_time: new Date(code.now),
        expires_time: new Date(code.expires),
      };
      await db
        .insertInto("sms_code")
        .values({ ...whose(mobile, scene), ...fresh })
        .onConflict((conflict) => conflict.columns(["mobile_key", "scene"]).doUpdateSet(fresh))
        .execute();
    },
    async find(mobile: string, scene: SmsScene): Promise<SmsCodeRow | null> {
      const row = await db
        .selectFrom("sms_code")
        .select(["salt", "tries", "spent", "expires_time"])
        .where(({ and }) => and(whose(mobile, scene)))
        .executeTakeFirst();
      return row
        ? { salt: row.salt, tries: row.tries, isSpent: row.spent, expires: row.expires_time.getTime() }
        : null;
    },
    /**
     * Counts a try and spends the code when the hash is right, in one statement: of parallel
     * right tries one is told so, and no more than the allowed tries are judged.
     * @returns null where the code was spent, locked, replaced or outlived meanwhile
     */
    async tryHash(
      mobile: string,
      scene: SmsScene,
      salt: string,
      hash: string,
      now: number,
    ): Promise<{ tries: number; isSpent: boolean } | null> {
      const row = await db
        .updateTable("sms_code")
        .set({ tries: sql`tries + 1`, spent: sql`code_hash = ${hash}` })
        .where(({ and }) => and({ ...whose(mobile, scene), salt, spent: false }))
        .where("tries", "<", callLimits.sms.tries)
        .where("expires_time", ">", new Date(now))
        .returning(["tries", "spent"])
        .executeTakeFirst();
      return row ? { tries: row.tries, isSpent: row.spent } : null;
    },
    ...endStore(db),
  };
};
export type SmsStore = ReturnType<typeof smsStore>;
