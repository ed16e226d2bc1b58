import { readdirSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import type { Database } from "./database.ts";

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

/** Brings the database to the newest numbered migration; several processes may call it at once (Kysely locks). */
export async function migrate(db: Database): Promise<void> {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: () =>
        Promise.resolve(
          Object.fromEntries(
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
        ),
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
