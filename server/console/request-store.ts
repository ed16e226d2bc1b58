import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { encryptedText } from "../database/encryption/encrypted-columns.ts";

const DAY = 86_400_000;

/** A write that was begun with an Idempotency-Key. */
type BegunRequest = {
  body_hash: string;
  /** JSON; null: it has not ended, or its process ended without a result. */
  request_result: string | null;
  created_time: Date;
  operator_id: string;
  idempotency_key: string;
};

/** Results of writes by operator and Idempotency-Key, kept for a day. Results may contain personal data: encrypted. */
export const operatorRequestStore = (db: Database) => ({
  /** Begins a write. @returns null: it may run; else the write that has used the key before */
  async begin(operatorId: string, key: string, hash: string, now: number): Promise<BegunRequest | null> {
    const { rows: inserted } = await sql`
      insert into operator_request (operator_id, idempotency_key, body_hash, created_time)
      values (${operatorId}, ${key}, ${hash}, ${new Date(now)})
      on conflict (operator_id, idempotency_key) do nothing returning 1`.execute(db);
    if (inserted.length > 0) return null;
    const { rows } = await sql<BegunRequest>`
      select operator_id, idempotency_key, body_hash, request_result, created_time from operator_request
      where operator_id = ${operatorId} and idempotency_key = ${key}`.execute(db);
    // The write before failed and released its key meanwhile.
    return (
      rows[0] ?? {
        operator_id: operatorId,
        idempotency_key: key,
        body_hash: hash,
        request_result: null,
        created_time: new Date(now),
      }
    );
  },
  /** Keeps the result of a write. @param result JSON */
  async finish(operatorId: string, key: string, result: string): Promise<void> {
    await sql`
      update operator_request
      set request_result = ${encryptedText(result, "operatorrequest", operatorId, key)}
      where operator_id = ${operatorId} and idempotency_key = ${key}`.execute(db);
  },
  /** Releases the key of a write that was refused and has changed nothing. */
  async release(operatorId: string, key: string): Promise<void> {
    await sql`
      delete from operator_request
      where operator_id = ${operatorId} and idempotency_key = ${key} and request_result is null`.execute(db);
  },
  async purge(now: number): Promise<void> {
    await sql`delete from operator_request where created_time < ${new Date(now - DAY)}`.execute(db);
  },
});
