import { sql, type Kysely } from "kysely";
import type { SmsScene } from "#contract/identity/identity.ts";
import { callLimits } from "#contract/core/call-limits.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import { lookupKeyParameter, type EncryptedParameter } from "../../database/encryption/encrypted-columns.ts";

type Tables = {
  sms_request: {
    request_id: string;
    mobile_key: EncryptedParameter;
    scene: string;
    requester_keys: string[];
    network_key: string | null;
    salt: string;
    code_hash: string;
    tries: number;
    network_tries: number;
    spent: boolean;
    sent_time: Date;
    expires_time: Date;
  };
};
/** Mobile and scene of a code. */
export type SmsPurpose = { readonly mobile: string; readonly scene: SmsScene };
/** Requester of a code by keyed hashes. */
export type RequesterHashes = { readonly keys: readonly string[]; readonly networkKey: string };
export type SmsCodeRow = {
  readonly requestId: string;
  readonly salt: string;
  /** Tries of the group that the requester belongs to. */
  readonly tries: number;
  readonly isSpent: boolean;
  readonly expires: number;
  /** Whether the requester has a key of the request; false: it is recognised by its network alone. */
  readonly isOwn: boolean;
};

const keyOf = ({ mobile, scene }: SmsPurpose) => ({ mobile_key: lookupKeyParameter(mobile), scene });
const textArray = (keys: readonly string[]) => sql`${[...keys]}::text[]`;

const removalStore = (db: Kysely<Tables>) => ({
  async remove(requestId: string): Promise<void> {
    await db.deleteFrom("sms_request").where("request_id", "=", requestId).execute();
  },
  async purge(now: number): Promise<void> {
    await db
      .deleteFrom("sms_request")
      .where("expires_time", "<", new Date(now - 86_400_000))
      .execute();
  },
});

const findStore = (database: Database) => ({
  /**
   * Finds the newest code that the requester asked for by one of its keys; otherwise the newest one that a client without
   * keys asked for from the same network.
   */
  async find(purpose: SmsPurpose, { keys, networkKey }: RequesterHashes): Promise<SmsCodeRow | null> {
    const { mobile_key, scene } = keyOf(purpose);
    const { rows } = await sql<{
      request_id: string;
      salt: string;
      tries: number;
      network_tries: number;
      spent: boolean;
      expires_time: Date;
      is_own: boolean;
    }>`
      select request_id, salt, tries, network_tries, spent, expires_time,
        requester_keys && ${textArray(keys)} as is_own
      from sms_request where mobile_key = ${mobile_key} and scene = ${scene}
        and (requester_keys && ${textArray(keys)} or network_key = ${networkKey})
      order by is_own desc, sent_time desc, request_id desc limit 1`.execute(database);
    const [row] = rows;
    if (!row) return null;
    return {
      requestId: row.request_id,
      salt: row.salt,
      tries: row.is_own ? row.tries : row.network_tries,
      isSpent: row.spent,
      expires: row.expires_time.getTime(),
      isOwn: row.is_own,
    };
  },
});

export const smsStore = (database: Database) => {
  const db = database.withTables<Tables>();
  return {
    ...findStore(database),
    /**
     * Stores a new code, which replaces earlier ones of the same requester and purpose, and no others.
     * @param isUnmarked the requester may keep no cookie and is recognised by its network too
     * @returns its id
     */
    async save(
      purpose: SmsPurpose,
      { keys, networkKey, isUnmarked }: RequesterHashes & { readonly isUnmarked: boolean },
      code: { salt: string; hash: string; now: number; expires: number },
    ): Promise<string> {
      const requestId = newId();
      const row = {
        ...keyOf(purpose),
        request_id: requestId,
        requester_keys: [...keys],
        network_key: isUnmarked ? networkKey : null,
        salt: code.salt,
        code_hash: code.hash,
        tries: 0,
        network_tries: 0,
        spent: false,
        sent_time: new Date(code.now),
        expires_time: new Date(code.expires),
      };
      await db
        .with("replaced", (query) =>
          query
            .deleteFrom("sms_request")
            .where(({ and }) => and(keyOf(purpose)))
            .where(sql<boolean>`requester_keys && ${textArray(keys)}`),
        )
        .insertInto("sms_request")
        .values(row)
        .execute();
      return requestId;
    },
    /**
     * Counts a try and consumes the code if the hash matches, in one statement, so that only one of parallel
     * correct tries succeeds and no more tries than allowed are evaluated. Tries of the requester and of clients that
     * only share its network are counted apart.
     * @returns null if the code was consumed, locked, replaced or has expired meanwhile
     */
    async tryHash(
      { requestId, isOwn }: Pick<SmsCodeRow, "requestId" | "isOwn">,
      hash: string,
      now: number,
    ): Promise<{ tries: number; isSpent: boolean } | null> {
      const column = isOwn ? "tries" : "network_tries";
      const row = await db
        .updateTable("sms_request")
        .set({ [column]: sql`${sql.ref(column)} + 1`, spent: sql`code_hash = ${hash}` })
        .where(({ and }) => and({ request_id: requestId, spent: false }))
        .where(column, "<", callLimits.sms.maxAttempts)
        .where("expires_time", ">", new Date(now))
        .returning([column, "spent"])
        .executeTakeFirst();
      return row ? { tries: row[column] ?? 0, isSpent: row.spent } : null;
    },
    ...removalStore(db),
  };
};
export type SmsStore = ReturnType<typeof smsStore>;
