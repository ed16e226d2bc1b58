import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import type { Database } from "./database.ts";
import { sealPlain } from "./seal-plain.ts";
import { Vault } from "./vault.ts";

const folder = new URL("migrations/", import.meta.url);

/** A statement whose `$$` body goes on. */
const isOpen = (statement: string | undefined): boolean => (statement?.split("$$").length ?? 1) % 2 === 0;
/** Statements of a migration file: split at semicolons that end a line outside of a `$$` body. */
const statementsOf = (text: string): string[] =>
  text
    .replace(/^\s*--.*$/gm, "")
    .split(/;\s*$/m)
    .reduce<string[]>((found, part) => {
      const last = found.at(-1);
      return isOpen(last) ? [...found.slice(0, -1), `${last};\n${part}`] : [...found, part];
    }, [])
    .map((part) => part.trim())
    .filter(Boolean);

/** Of a migration that waits for a table which another transaction holds. */
export type Waiting = {
  /** Hears a line for the operator each time it gives way. */
  readonly tell?: (line: string) => void;
  /** How long the others have the table until it is tried again, ms. */
  readonly pause?: number;
};
const PAUSE = 5_000;
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Brings the database to the newest numbered migration, all or nothing; several processes may call it at
 * once, of which one works and the others wait. In one transaction, so that a pooler between us and the
 * server gives us one connection for all of it. Where somebody holds a table for longer (a backup reads all of them),
 * it gives way and comes again: behind a change that waits, every statement of the version that serves would wait too.
 * @param vault seals what older versions kept in plain; an empty database needs none
 * @param until the last one, for the test of what comes after it
 */
export async function migrate(
  db: Database,
  vault = new Vault(null),
  until?: string,
  { tell = () => {}, pause = PAUSE }: Waiting = {},
): Promise<void> {
  for (;;) {
    try {
      return await db.transaction().execute((transaction) => migrateWithin(transaction, vault, until));
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    }
    tell("The database's migration waits for a transaction that holds a table, a backup perhaps.");
    await setTimeout(pause);
  }
}

async function migrateWithin(db: Database, vault: Vault, until: string | undefined): Promise<void> {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: () =>
        Promise.resolve({
          ...Object.fromEntries(
            names.map((name) => [
              name.replace(/\.sql$/, ""),
              {
                up: async (target: Database) => {
                  for (const statement of statementsOf(readFileSync(new URL(name, folder), "utf8")))
                    await sql.raw(statement).execute(target);
                },
              },
            ]),
          ),
          "0042_seal_plain": { up: (target: Database) => sealPlain(target, vault) },
        }),
    },
  });
  const { error } = await (until === undefined ? migrator.migrateToLatest() : migrator.migrateTo(until));
  if (error) throw error;
}
