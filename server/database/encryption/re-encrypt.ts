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

/** Less than the hour after which each process asks again. */
const CLAIM_MINUTES = 50;

/** Texts that were sealed anew, and those that could not be, since they do not open. */
export type ReEncryptionResult = { readonly done: number; readonly broken: number };

/**
 * Seals anew whatever is not sealed by the current key and bound to its row, in small steps while the product
 * runs: a row that somebody changes meanwhile is left as they made it. Broken off, it goes on with what is left.
 * Afterwards the keys that nothing is sealed by any more are no longer asked for; and a run that finds nothing
 * to do notes that everything is bound, so that from then on nothing unbound is opened.
 */
export async function reEncrypt(
  db: Database,
  keyring: Keyring,
  by: AuditActor = systemActor,
): Promise<ReEncryptionResult> {
  // Noted before the rows are read: what others write by other keys from now on is the next run's.
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
        // Not where a process has begun to seal by it meanwhile.
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
  // Not in the run that has bound them: processes of an older version may be ending meanwhile.
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
    // As a row of the table the key has its columns' types, so that their index finds it.
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
/** @returns null where it does not open: one broken row keeps no other from being sealed anew */
function tryDecrypt(keyring: Keyring, text: string, idsOf: ResolveBindingIds): string | null {
  try {
    return keyring.decrypt(text, idsOf);
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}

/** Whether anything is still sealed by a key. */
async function isKeyInUse(db: Database, keyId: string): Promise<boolean> {
  const byKey = (text: RawBuilder<unknown>) =>
    sql`(${text} like ${`~${keyId}.%`} or ${text} like ${`~${keyId}:%`})`;
  for (const one of encryptedColumns) if (await hasEncryptedRow(db, one, byKey)) return true;
  return false;
}

/** Whether whatever is sealed is so by the current key, and bound: nothing is left to look for. */
async function isFullyReEncrypted(db: Database, keyring: Keyring): Promise<boolean> {
  const { rows } = await sql<{ key_id: string; is_bound: boolean }>`
    select key_id, bound_time is not null as is_bound from data_key where key_id <> 'lookup'`.execute(db);
  return rows.every(({ key_id, is_bound }) => key_id === keyring.currentKeyId && is_bound);
}
/**
 * Whether no other process has begun to look a short while ago; then this one has. Never one that seals by the key of
 * before, while others, begun later, seal by a newer one: each would undo what the other does.
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
/** What each process does again and again: most often one small question, since nothing is left to seal. */
export async function reEncryptIfDue(db: Database, keyring: Keyring): Promise<ReEncryptionResult> {
  const isOurs = !(await isFullyReEncrypted(db, keyring)) && (await claimRun(db, keyring));
  const resealed = isOurs ? await reEncrypt(db, keyring) : { done: 0, broken: 0 };
  // Another process may have found everything bound.
  await loadBoundKeys(db, keyring);
  return resealed;
}

/** Once after the start, so that a key is changed by a restart, and every hour, for what other processes wrote meanwhile. */
export function scheduleReEncryption(app: FastifyInstance, { db, log }: AppContext, keyring: Keyring): void {
  const run = async (): Promise<void> => {
    const { done, broken } = await reEncryptIfDue(db, keyring);
    if (done > 0) log.info({ done }, "texts were sealed by the current data key");
    if (broken > 0)
      log.error({ broken }, 'sealed texts do not open: see docs/security.md "Bound to its row"');
  };
  const soon = runPeriodically(
    20_000,
    async () => {
      soon.stop();
      await run();
    },
    log,
  );
  const hourly = runPeriodically(3_600_000, run, log);
  app.addHook("onClose", (_app, done) => {
    soon.stop();
    hourly.stop();
    done();
  });
}
