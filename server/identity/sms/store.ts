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

const keyOf = (mobile: string, scene: SmsScene) => ({ mobile_key: lookupKeyParameter(mobile), scene });

const removalStore = (db: Kysely<Tables>) => ({
  async remove(mobile: string, scene: SmsScene): Promise<void> {
    await db
      .deleteFrom("sms_code")
      .where(({ and }) => and(keyOf(mobile, scene)))
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
    /** Stores a new code of a mobile and scene, which replaces an older one. */
    async save(
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
        .values({ ...keyOf(mobile, scene), ...fresh })
        .onConflict((conflict) => conflict.columns(["mobile_key", "scene"]).doUpdateSet(fresh))
        .execute();
    },
    async find(mobile: string, scene: SmsScene): Promise<SmsCodeRow | null> {
      const row = await db
        .selectFrom("sms_code")
        .select(["salt", "tries", "spent", "expires_time"])
        .where(({ and }) => and(keyOf(mobile, scene)))
        .executeTakeFirst();
      return row
        ? { salt: row.salt, tries: row.tries, isSpent: row.spent, expires: row.expires_time.getTime() }
        : null;
    },
    /**
     * Counts a try and consumes the code if the hash matches, in one statement, so that only one of parallel
     * correct tries succeeds and no more tries than allowed are evaluated.
     * @returns null if the code was consumed, locked, replaced or has expired meanwhile
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
        .where(({ and }) => and({ ...keyOf(mobile, scene), salt, spent: false }))
        .where("tries", "<", callLimits.sms.maxAttempts)
        .where("expires_time", ">", new Date(now))
        .returning(["tries", "spent"])
        .executeTakeFirst();
      return row ? { tries: row.tries, isSpent: row.spent } : null;
    },
    ...removalStore(db),
  };
};
export type SmsStore = ReturnType<typeof smsStore>;
