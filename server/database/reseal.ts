import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Kit } from "../kit.ts";
import { every } from "../timers.ts";
import { audited, keyNote, note, theSystem, type Actor } from "./audit.ts";
import type { Database } from "./database.ts";
import { prefixOf, type Vault } from "./vault.ts";

/** Every column that holds sealed texts; the test of the tables holds this list complete. */
export const sealedColumns: readonly { table: string; key: string; column: string }[] = [
  { table: "app_user", key: "user_id", column: "mobile" },
  { table: "identity_account", key: "account_id", column: "mobile" },
  { table: "signup", key: "signup_id", column: "person" },
  { table: "signup", key: "signup_id", column: "checked_in_by" },
  { table: "waitlist", key: "signup_id", column: "person" },
  { table: "lead", key: "lead_id", column: "person" },
  { table: "owner_application", key: "application_id", column: "mobile" },
  { table: "owner_application", key: "application_id", column: "vin" },
  { table: "blocks_version", key: "activity_id || ' ' || lpad(version::text, 10, '0')", column: "saved_by" },
  { table: "questions_saved", key: "activity_id", column: "saved_by" },
  { table: "club_report", key: "report_id", column: "decided_by" },
  { table: "sealed_code", key: "code_hash", column: "guest" },
  { table: "person_field", key: "mobile_key || ' ' || field", column: "value" },
];
const BATCH = 500;

/**
 * Seals anew whatever is not sealed by the current key, in small steps while the product runs: a row
 * that somebody changes meanwhile is left as they made it. Broken off, it goes on with what is left.
 * Afterwards the keys that nothing is sealed by any more are no longer asked for.
 * @returns how many texts were sealed anew
 */
export async function reseal(db: Database, vault: Vault, by: Actor = theSystem): Promise<number> {
  // Noted before the rows are read: what others write by other keys from now on is the next run's.
  const { rows: noted } = await sql<{ key_id: string }>`
    select key_id from data_key where key_id not in ('lookup', ${vault.currentId})`.execute(db);
  let done = 0;
  for (const one of sealedColumns) done += await resealColumn(db, vault, one);
  for (const { key_id } of noted)
    if (!(await isInUse(db, key_id)))
      await audited(
        db,
        (transaction) => sql`delete from data_key where key_id = ${key_id} returning 1`.execute(transaction),
        ({ rows }) => (rows.length === 0 ? null : keyNote("data-key.forget", key_id, new Date())),
      );
  if (done > 0)
    await note(db, {
      by,
      action: "data-key.reseal",
      about: { kind: "data-key", id: vault.currentId },
      outcome: `${done} texts`,
      now: new Date(),
    });
  return done;
}

async function resealColumn(
  db: Database,
  vault: Vault,
  { table, key, column }: (typeof sealedColumns)[number],
): Promise<number> {
  const [of, name, rowKey] = [sql.table(table), sql.ref(column), sql.raw(key)];
  const current = `${prefixOf(vault.currentId)}%`;
  let done = 0;
  for (let after = ""; ;) {
    const { rows } = await sql<{ row_key: string; old: string }>`
      select ${rowKey} as row_key, ${name} as old from ${of}
      where ${rowKey} > ${after} and ${name} is not null and ${name} <> '' and ${name} not like ${current}
      order by ${rowKey} limit ${BATCH}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return done;
    after = last.row_key;
    const made = rows.map(({ row_key, old }) => ({ row_key, old, fresh: vault.seal(vault.open(old)) }));
    await sql`
      update ${of} set ${name} = i.fresh
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as i(row_key text, old text, fresh text)
      where ${rowKey} = i.row_key and ${name} = i.old`.execute(db);
    done += made.length;
  }
}

/** Whether anything is still sealed by a key. */
async function isInUse(db: Database, keyId: string): Promise<boolean> {
  for (const { table, column } of sealedColumns) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where ${sql.ref(column)} like ${`${prefixOf(keyId)}%`} limit 1`.execute(
      db,
    );
    if (rows.length > 0) return true;
  }
  return false;
}

/** Once after the start, so that a key is changed by a restart, and every hour, for what other processes wrote meanwhile. */
export function keepSealed(app: FastifyInstance, { db, log }: Kit, vault: Vault): void {
  const run = async (): Promise<void> => {
    const done = await reseal(db, vault);
    if (done > 0) log.info({ done }, "texts were sealed by the current data key");
  };
  const soon = every(
    20_000,
    async () => {
      soon.stop();
      await run();
    },
    log,
  );
  const hourly = every(3_600_000, run, log);
  app.addHook("onClose", (_app, done) => {
    soon.stop();
    hourly.stop();
    done();
  });
}
