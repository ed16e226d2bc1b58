import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { SettingError } from "../../config.ts";
import type { Database } from "../connection/database.ts";
import { encryptLegacyRows } from "./encrypt-legacy-rows.ts";
import { hasSqlState } from "../statements/sql-state.ts";
import { Keyring } from "../encryption/keyring.ts";

const folder = new URL("./", import.meta.url);

/** Whether a statement has an open `$$` body. */
const hasOpenBody = (statement: string | undefined): boolean =>
  (statement?.split("$$").length ?? 1) % 2 === 0;
/** Statements of an SQL file, split at semicolons that end a line outside of a `$$` body. */
export const statementsOf = (text: string): string[] =>
  text
    .replace(/^\s*--.*$/gm, "")
    .split(/;\s*$/m)
    .reduce<string[]>((found, part) => {
      const last = found.at(-1);
      return hasOpenBody(last) ? [...found.slice(0, -1), `${last};\n${part}`] : [...found, part];
    }, [])
    .map((part) => part.trim())
    .filter(Boolean);

/** Options for waiting while another transaction holds a table. */
export type MigrationWaitOptions = {
  /** Receives a line for the operator each time the migration backs off. */
  readonly print?: (line: string) => void;
  /** Time until the next attempt, ms. */
  readonly retryDelay?: number;
};
const RETRY_DELAY = 5_000;

/**
 * Migrates the database to the newest numbered migration, all or nothing; several processes may call it at
 * once: one works and the others wait. It uses one transaction, so that a pooler gives it one connection for
 * everything. If another transaction holds a table for long (a backup reads all of them), or both wait for
 * each other, it backs off and tries again: every statement of the running version would queue behind a
 * waiting change. Migrations of a later release stay (foreignMigrations).
 * @param keyring encrypts what older versions stored in plain; an empty database needs none
 * @param until the last migration to apply, for tests of a later one
 * @throws SettingError one line, if the database belongs to a release that this one cannot work with
 */
export async function migrate(
  db: Database,
  keyring = new Keyring(null),
  until?: string,
  { print = () => {}, retryDelay = RETRY_DELAY }: MigrationWaitOptions = {},
): Promise<void> {
  for (;;) {
    try {
      return await db
        .transaction()
        .execute((transaction) => migrateWithin(transaction, keyring, until, print));
    } catch (error) {
      if (!hasSqlState(error, "locked", "deadlock")) throw error;
    }
    print("Migration waits for a lock that another transaction holds (for example a backup), retrying.");
    await setTimeout(retryDelay);
  }
}

/** Suffix of migrations that the previous release cannot work with. */
const BREAKING_SUFFIX = "_breaking";
/**
 * Suffix of the entry that marks a database as prepared for sharding (sharding/prepare.ts): this release and later ones work
 * with it, earlier ones refuse it as a breaking migration.
 */
export const SHARDING_SUFFIX = `_sharding${BREAKING_SUFFIX}`;
const DATABASE_LABEL = "DATABASE_URL (or DATA_DIR): the database";

/**
 * Migrations of a later release, which was rolled back or still runs on another machine, and the mark of a database that is
 * prepared for sharding. The migrations only add, so that this release can ignore them; the name of a breaking one has a
 * suffix.
 * @param last the last migration of this release
 */
async function foreignMigrations(
  db: Database,
  last: string,
  print: (line: string) => void,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const marks = rows.map(({ name }) => name).filter((name) => name.endsWith(SHARDING_SUFFIX));
  const later = rows.map(({ name }) => name).filter((name) => name > last && !marks.includes(name));
  const breaking = later.find((name) => name.endsWith(BREAKING_SUFFIX));
  if (breaking !== undefined)
    throw new SettingError(
      `${DATABASE_LABEL} has a breaking migration of a later release (${breaking}): see docs/operation.md "Rolling back"`,
    );
  if (later.length > 0)
    print(`Database has migrations of a later release, which stay in place: ${later.join(", ")}.`);
  return [...marks, ...later];
}

async function migrateWithin(
  db: Database,
  keyring: Keyring,
  until: string | undefined,
  print: (line: string) => void,
): Promise<void> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  const up = (name: string) => async (target: Database) => {
    for (const statement of statementsOf(readFileSync(new URL(name, folder), "utf8")))
      await sql.raw(statement).execute(target);
  };
  const nothing = { up: () => Promise.resolve() };
  const own = {
    ...Object.fromEntries(files.map((name) => [name.replace(/\.sql$/, ""), { up: up(name) }])),
    "0042_seal_plain": { up: (target: Database) => encryptLegacyRows(target, keyring) },
  };
  const last = Object.keys(own).sort().at(-1) ?? "";
  const getMigrations = async () => ({
    ...own,
    ...Object.fromEntries((await foreignMigrations(db, last, print)).map((name) => [name, nothing])),
  });
  const migrator = new Migrator({ db, provider: { getMigrations } });
  const { error } = await (until === undefined ? migrator.migrateToLatest() : migrator.migrateTo(until));
  if (error instanceof Error && error.message.startsWith("corrupted migrations: "))
    throw new SettingError(`${DATABASE_LABEL} has migrations that this release does not know`, {
      cause: error,
    });
  if (error) throw error;
}
