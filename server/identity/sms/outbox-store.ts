import type { SmsScene } from "#contract/identity/identity.ts";
import type { Database } from "../../database/connection/database.ts";
import { lookupKeyParameter, type EncryptedParameter } from "../../database/encryption/encrypted-columns.ts";
import { newId } from "../../core/ids.ts";

type Tables = {
  sms_outbox: {
    sms_id: string;
    mobile_key: EncryptedParameter;
    scene: string;
    code: string;
    sent_time: Date;
  };
};

/** Messages that the simulated SMS provider has "sent". */
export const smsOutboxStore = (database: Database) => {
  const db = database.withTables<Tables>();
  return {
    async add(mobile: string, scene: SmsScene, code: string, now: number): Promise<void> {
      const sms = {
        sms_id: newId(),
        mobile_key: lookupKeyParameter(mobile),
        scene,
        code,
        sent_time: new Date(now),
      };
      await db.insertInto("sms_outbox").values(sms).execute();
    },
    /** Returns the code of the last message to a mobile. */
    async lastCode(mobile: string): Promise<string | null> {
      const row = await db
        .selectFrom("sms_outbox")
        .select("code")
        .where("mobile_key", "=", lookupKeyParameter(mobile))
        .orderBy("sms_id", "desc")
        .limit(1)
        .executeTakeFirst();
      return row?.code ?? null;
    },
    async purge(now: number): Promise<void> {
      await db
        .deleteFrom("sms_outbox")
        .where("sent_time", "<", new Date(now - 86_400_000))
        .execute();
    },
  };
};
export type SmsOutboxStore = ReturnType<typeof smsOutboxStore>;
