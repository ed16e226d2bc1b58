import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Kit } from "../kit.ts";
import { every } from "../timers.ts";
import { audited, keyNote, note, theSystem, type Actor } from "./audit.ts";
import type { Database } from "./database.ts";
import { isAllBound, noteBound, readBound } from "./data-keys.ts";
import { places, sealedColumns } from "./places.ts";
import { prefixOf, SealBroken, type IdsOf, type Vault } from "./vault.ts";

const BATCH = 500;

/** Texts that were sealed anew, and those that could not be, since they do not open. */
export type Resealed = { readonly done: number; readonly broken: number };

/**
 * Seals anew whatever is not sealed by the current key and bound to its row, in small steps while the product
 * runs: a row that somebody changes meanwhile is left as they made it. Broken off, it goes on with what is left.
 * Afterwards the keys that nothing is sealed by any more are no longer asked for; and a run that finds nothing
 * to do notes that everything is bound, so that from then on nothing unbound is opened.
 */
export async function reseal(db: Database, vault: Vault, by: Actor = theSystem): Promise<Resealed> {
  // Noted before the rows are read: what others write by other keys from now on is the next run's.
  const { rows: noted } = await sql<{ key_id: string }>`
    select key_id from data_key where key_id not in ('lookup', ${vault.currentId})`.execute(db);
  let [done, broken] = [0, 0];
  for (const one of sealedColumns) {
    const column = await resealColumn(db, vault, one);
    done += column.done;
    broken += column.broken;
  }
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
  // Not in the run that has bound them: processes of an older version may be ending meanwhile.
  else if (await isAllBound(db)) await noteBound(db, vault);
  return { done, broken };
}

async function resealColumn(
  db: Database,
  vault: Vault,
  { table, key, column, place }: (typeof sealedColumns)[number],
): Promise<Resealed> {
  const [of, name, rowKey] = [sql.table(table), sql.ref(column), sql.raw(key)];
  const ids = sql.join(places[place].ids.map((id) => sql`${sql.ref(id)}::text`));
  const current = `${prefixOf(vault.currentId, place)}%`;
  let [done, broken] = [0, 0];
  for (let after = ""; ;) {
    const { rows } = await sql<{ row_key: string; old: string; ids: string[] }>`
      select ${rowKey} as row_key, ${name} as old, array[${ids}] as ids from ${of}
      where ${rowKey} > ${after} and ${name} is not null and ${name} <> '' and ${name} not like ${current}
      order by ${rowKey} limit ${BATCH}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return { done, broken };
    after = last.row_key;
    const made = rows.flatMap(({ row_key, old, ids: own }) => {
      const text = opened(vault, old, (named) => (named === place ? own : null));
      return text === null ? [] : [{ row_key, old, fresh: vault.seal(text, place, ...own) }];
    });
    await sql`
      update ${of} set ${name} = i.fresh
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as i(row_key text, old text, fresh text)
      where ${rowKey} = i.row_key and ${name} = i.old`.execute(db);
    done += made.length;
    broken += rows.length - made.length;
  }
}
/** @returns null where it does not open: one broken row keeps no other from being sealed anew */
function opened(vault: Vault, text: string, idsOf: IdsOf): string | null {
  try {
    return vault.open(text, idsOf);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

/** Whether anything is still sealed by a key. */
async function isInUse(db: Database, keyId: string): Promise<boolean> {
  for (const { table, column } of sealedColumns) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where ${sql.ref(column)} like ${`~${keyId}.%`}
        or ${sql.ref(column)} like ${`~${keyId}:%`} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Once after the start, so that a key is changed by a restart, and every hour, for what other processes wrote meanwhile. */
export function keepSealed(app: FastifyInstance, { db, log }: Kit, vault: Vault): void {
  const run = async (): Promise<void> => {
    const { done, broken } = await reseal(db, vault);
    if (done > 0) log.info({ done }, "texts were sealed by the current data key");
    if (broken > 0)
      log.error({ broken }, 'sealed texts do not open: see docs/security.md "Bound to its row"');
    await readBound(db, vault);
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
