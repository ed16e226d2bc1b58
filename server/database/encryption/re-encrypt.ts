import type { FastifyInstance } from "fastify";
import { sql, type RawBuilder } from "kysely";
import type { AppContext } from "../../core/app-context.ts";
import { runPeriodically } from "../../core/run-periodically.ts";
import {
  withAuditEntry,
  dataKeyAuditEntry,
  writeAuditEntry,
  systemActor,
  type AuditActor,
} from "../shared-tables/audit-log.ts";
import type { Database } from "../connection/database.ts";
import { areAllRowsBound, recordBoundKey, loadBoundKeys } from "./data-keys.ts";
import { encryptedColumns } from "./encryption-bindings.ts";
import { scanEncryptedRows, hasEncryptedRow } from "./scan-encrypted-rows.ts";
import { ciphertextPrefix, DecryptionError, type ResolveBindingIds, type Keyring } from "./keyring.ts";

/** Less than the hour after which each process checks again. */
const CLAIM_MINUTES = 50;

/** Number of re-encrypted texts, and of those that could not be decrypted. */
export type ReEncryptionResult = { readonly done: number; readonly broken: number };

/**
 * Re-encrypts every text that is not encrypted with the current key and bound to its row, in small steps
 * while the product runs. A row that changes meanwhile is left alone; an interrupted run continues with the
 * rest. Keys that encrypt nothing any more are removed afterwards. A run that finds nothing to do records
 * that every text is bound, so that unbound ones are rejected from then on.
 */
export async function reEncrypt(
  db: Database,
  keyring: Keyring,
  by: AuditActor = systemActor,
): Promise<ReEncryptionResult> {
  // Reads the keys before the rows: texts that other processes write with other keys from now on are left to
  // the next run.
  const { rows: noted } = await sql<{ key_id: string; used_time: Date | null }>`
    select key_id, used_time from data_key where key_id not in ('lookup', ${keyring.currentKeyId})`.execute(
    db,
  );
  let [done, broken] = [0, 0];
  for (const one of encryptedColumns) {
    const column = await reEncryptColumn(db, keyring, one);
    done += column.done;
    broken += column.broken;
  }
  for (const { key_id, used_time } of noted)
    if (!(await isKeyInUse(db, key_id)))
      await withAuditEntry(
        db,
        // Keeps a key that a process has begun to encrypt with meanwhile.
        (transaction) =>
          sql`delete from data_key where key_id = ${key_id}
            and (used_time is null or ${used_time !== null}) returning 1`.execute(transaction),
        ({ rows }) => (rows.length === 0 ? null : dataKeyAuditEntry("data-key.forget", key_id, new Date())),
      );
  if (done > 0)
    await writeAuditEntry(db, {
      by,
      action: "data-key.reseal",
      about: { kind: "data-key", id: keyring.currentKeyId },
      outcome: `${done} texts`,
      now: new Date(),
    });
  // Not recorded in the run that has bound the texts: processes of an older version may still be running.
  else if (await areAllRowsBound(db)) await recordBoundKey(db, keyring);
  return { done, broken };
}

async function reEncryptColumn(
  db: Database,
  keyring: Keyring,
  one: (typeof encryptedColumns)[number],
): Promise<ReEncryptionResult> {
  const { table, keys, column, binding: place } = one;
  const [of, name] = [sql.table(table), sql.ref(column)];
  const current = `${ciphertextPrefix(keyring.currentKeyId, place)}%`;
  let [done, broken] = [0, 0];
  for await (const rows of scanEncryptedRows(db, one, (text) => sql`${text} not like ${current}`)) {
    const others = rows.flatMap((row) => (row.old === null ? [] : [{ ...row, old: row.old }]));
    if (others.length === 0) continue;
    const made = others.flatMap(({ row_key, old, ids: own }) => {
      const text = tryDecrypt(keyring, old, (named) => (named === place ? own : null));
      const key = Object.fromEntries(keys.map((part, at) => [part, row_key[at]]));
      return text === null ? [] : [{ key, old, fresh: keyring.encrypt(text, place, ...own) }];
    });
    // Converts the key to a row of the table, which gives it the column types, so that the index is used.
    await sql`
      update ${of} t set ${name} = i.fresh
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as i(key jsonb, old text, fresh text),
        jsonb_populate_record(null::${of}, i.key) as k
      where ${sql.join(
        keys.map((part) => sql`${sql.ref(`t.${part}`)} = ${sql.ref(`k.${part}`)}`),
        sql` and `,
      )} and ${sql.ref(`t.${column}`)} = i.old`.execute(db);
    done += made.length;
    broken += others.length - made.length;
  }
  return { done, broken };
}
/** @returns null if decryption fails, so that one broken row does not stop the others */
function tryDecrypt(keyring: Keyring, text: string, idsOf: ResolveBindingIds): string | null {
  try {
    return keyring.decrypt(text, idsOf);
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}

/** Whether any text is still encrypted with a key. */
async function isKeyInUse(db: Database, keyId: string): Promise<boolean> {
  const byKey = (text: RawBuilder<unknown>) =>
    sql`(${text} like ${`~${keyId}.%`} or ${text} like ${`~${keyId}:%`})`;
  for (const one of encryptedColumns) if (await hasEncryptedRow(db, one, byKey)) return true;
  return false;
}

/** Whether every text is encrypted with the current key and bound, so that nothing has to be searched. */
async function isFullyReEncrypted(db: Database, keyring: Keyring): Promise<boolean> {
  const { rows } = await sql<{ key_id: string; is_bound: boolean }>`
    select key_id, bound_time is not null as is_bound from data_key where key_id <> 'lookup'`.execute(db);
  return rows.every(({ key_id, is_bound }) => key_id === keyring.currentKeyId && is_bound);
}
/**
 * Claims the run, unless another process has claimed it shortly before. A process that encrypts with an older
 * key never gets it while newer processes use a newer key: each would undo the work of the other.
 */
async function claimRun(db: Database, keyring: Keyring): Promise<boolean> {
  const { rows } = await sql`
    update data_key own set looked_time = now() where key_id = ${keyring.currentKeyId}
      and not exists (select from data_key where key_id <> 'lookup' and used_time > own.used_time)
      and (looked_time is null or looked_time < now() - make_interval(mins => ${CLAIM_MINUTES})) returning 1`.execute(
    db,
  );
  return rows.length > 0;
}
/** Periodic check of each process: usually one small query, since nothing is left to encrypt. */
export async function reEncryptIfDue(db: Database, keyring: Keyring): Promise<ReEncryptionResult> {
  const isOurs = !(await isFullyReEncrypted(db, keyring)) && (await claimRun(db, keyring));
  const result = isOurs ? await reEncrypt(db, keyring) : { done: 0, broken: 0 };
  // Another process may have recorded meanwhile that everything is bound.
  await loadBoundKeys(db, keyring);
  return result;
}

/**
 * Runs once after the start, so that a restart changes the key, and every hour, for texts that other
 * processes wrote meanwhile.
 */
export function scheduleReEncryption(app: FastifyInstance, { db, log }: AppContext, keyring: Keyring): void {
  const run = async (): Promise<void> => {
    const { done, broken } = await reEncryptIfDue(db, keyring);
    if (done > 0) log.info({ done }, "values re-encrypted with the current data key");
    if (broken > 0) log.error({ broken }, "decryption failed");
  };
  const soon = runPeriodically(
    20_000,
    async () => {
      soon.stop();
      await run();
    },
    log,
  );
  const hourly = runPeriodically(3_600_000, run, log, "data-key.re-encrypt");
  app.addHook("onClose", (_app, done) => {
    soon.stop();
    hourly.stop();
    done();
  });
}
