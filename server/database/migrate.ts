import { readdirSync, readFileSync } from "node:fs";
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

/**
 * Brings the database to the newest numbered migration, all or nothing; several processes may call it at
 * once, of which one works and the others wait. In one transaction, so that a pooler between us and the
 * server gives us one connection for all of it.
 * @param vault seals what older versions kept in plain; an empty database needs none
 * @param until the last one, for the test of what comes after it
 */
export const migrate = (db: Database, vault = new Vault(null), until?: string): Promise<void> =>
  db.transaction().execute((transaction) => migrateWithin(transaction, vault, until));

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
