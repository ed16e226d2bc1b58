import type { FastifyInstance } from "fastify";
import { sql, type RawBuilder } from "kysely";
import type { Kit } from "../kit.ts";
import { every } from "../timers.ts";
import { audited, keyNote, note, theSystem, type Actor } from "./audit.ts";
import type { Database } from "./database.ts";
import { isAllBound, noteBound, readBound } from "./data-keys.ts";
import { sealedColumns } from "./places.ts";
import { sealedRows, someSealed } from "./sealed-rows.ts";
import { prefixOf, SealBroken, type IdsOf, type Vault } from "./vault.ts";

/** Less than the hour after which each process asks again. */
const TURN_MINUTES = 50;

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
  const { rows: noted } = await sql<{ key_id: string; used_time: Date | null }>`
    select key_id, used_time from data_key where key_id not in ('lookup', ${vault.currentId})`.execute(db);
  let [done, broken] = [0, 0];
  for (const one of sealedColumns) {
    const column = await resealColumn(db, vault, one);
    done += column.done;
    broken += column.broken;
  }
  for (const { key_id, used_time } of noted)
    if (!(await isInUse(db, key_id)))
      await audited(
        db,
        // Not where a process has begun to seal by it meanwhile.
        (transaction) =>
          sql`delete from data_key where key_id = ${key_id}
            and (used_time is null or ${used_time !== null}) returning 1`.execute(transaction),
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
  one: (typeof sealedColumns)[number],
): Promise<Resealed> {
  const { table, keys, column, place } = one;
  const [of, name] = [sql.table(table), sql.ref(column)];
  const current = `${prefixOf(vault.currentId, place)}%`;
  let [done, broken] = [0, 0];
  for await (const rows of sealedRows(db, one, (text) => sql`${text} not like ${current}`)) {
    const others = rows.flatMap((row) => (row.old === null ? [] : [{ ...row, old: row.old }]));
    if (others.length === 0) continue;
    const made = others.flatMap(({ row_key, old, ids: own }) => {
      const text = opened(vault, old, (named) => (named === place ? own : null));
      const key = Object.fromEntries(keys.map((part, at) => [part, row_key[at]]));
      return text === null ? [] : [{ key, old, fresh: vault.seal(text, place, ...own) }];
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
  const byKey = (text: RawBuilder<unknown>) =>
    sql`(${text} like ${`~${keyId}.%`} or ${text} like ${`~${keyId}:%`})`;
  for (const one of sealedColumns) if (await someSealed(db, one, byKey)) return true;
  return false;
}

/** Whether whatever is sealed is so by the current key, and bound: nothing is left to look for. */
async function isAllDone(db: Database, vault: Vault): Promise<boolean> {
  const { rows } = await sql<{ key_id: string; is_bound: boolean }>`
    select key_id, bound_time is not null as is_bound from data_key where key_id <> 'lookup'`.execute(db);
  return rows.every(({ key_id, is_bound }) => key_id === vault.currentId && is_bound);
}
/**
 * Whether no other process has begun to look a short while ago; then this one has. Never one that seals by the key of
 * before, while others, begun later, seal by a newer one: each would undo what the other does.
 */
async function takesTurn(db: Database, vault: Vault): Promise<boolean> {
  const { rows } = await sql`
    update data_key own set looked_time = now() where key_id = ${vault.currentId}
      and not exists (select from data_key where key_id <> 'lookup' and used_time > own.used_time)
      and (looked_time is null or looked_time < now() - make_interval(mins => ${TURN_MINUTES})) returning 1`.execute(
    db,
  );
  return rows.length > 0;
}
/** What each process does again and again: most often one small question, since nothing is left to seal. */
export async function resealInTurn(db: Database, vault: Vault): Promise<Resealed> {
  const isOurs = !(await isAllDone(db, vault)) && (await takesTurn(db, vault));
  const resealed = isOurs ? await reseal(db, vault) : { done: 0, broken: 0 };
  // Another process may have found everything bound.
  await readBound(db, vault);
  return resealed;
}

/** Once after the start, so that a key is changed by a restart, and every hour, for what other processes wrote meanwhile. */
export function keepSealed(app: FastifyInstance, { db, log }: Kit, vault: Vault): void {
  const run = async (): Promise<void> => {
    const { done, broken } = await resealInTurn(db, vault);
    if (done > 0) log.info({ done }, "texts were sealed by the current data key");
    if (broken > 0)
      log.error({ broken }, 'sealed texts do not open: see docs/security.md "Bound to its row"');
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
