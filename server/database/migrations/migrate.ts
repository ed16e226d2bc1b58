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

/** A statement whose `$$` body goes on. */
const hasOpenBody = (statement: string | undefined): boolean =>
  (statement?.split("$$").length ?? 1) % 2 === 0;
/** Statements of a migration file: split at semicolons that end a line outside of a `$$` body. */
const statementsOf = (text: string): string[] =>
  text
    .replace(/^\s*--.*$/gm, "")
    .split(/;\s*$/m)
    .reduce<string[]>((found, part) => {
      const last = found.at(-1);
      return hasOpenBody(last) ? [...found.slice(0, -1), `${last};\n${part}`] : [...found, part];
    }, [])
    .map((part) => part.trim())
    .filter(Boolean);

/** Of a migration that waits for a table which another transaction holds. */
export type MigrationWaitOptions = {
  /** Hears a line for the operator each time it gives way. */
  readonly print?: (line: string) => void;
  /** How long the others have the table until it is tried again, ms. */
  readonly retryDelay?: number;
};
const RETRY_DELAY = 5_000;

/**
 * Brings the database to the newest numbered migration, all or nothing; several processes may call it at
 * once, of which one works and the others wait. In one transaction, so that a pooler between us and the
 * server gives us one connection for all of it. Where somebody holds a table for longer (a backup reads all of them), or
 * holds one and waits for another that we have, it gives way and comes again: behind a change that waits, every
 * statement of the version that serves would wait too. What a later release has added stays (laterOnes).
 * @param keyring seals what older versions kept in plain; an empty database needs none
 * @param until the last one, for the test of what comes after it
 * @throws SettingError one line, where the database is another release's and this one cannot work with it
 */
export async function migrate(
  db: Database,
  keyring = new Keyring(null),
  until?: string,
  { print: tell = () => {}, retryDelay: pause = RETRY_DELAY }: MigrationWaitOptions = {},
): Promise<void> {
  for (;;) {
    try {
      return await db
        .transaction()
        .execute((transaction) => migrateWithin(transaction, keyring, until, tell));
    } catch (error) {
      if (!hasSqlState(error, "locked", "deadlock")) throw error;
    }
    tell("The database's migration waits for a transaction that holds a table, a backup perhaps.");
    await setTimeout(pause);
  }
}

/** How the name of a migration ends that the release before it cannot work with. */
const BREAKING_SUFFIX = "_breaking";
const DATABASE_LABEL = "DATABASE_URL (or DATA_DIR): the database there";

/**
 * Migrations that a later release has made, after which this one was put back, or still runs on another machine. They
 * only add, so that this one goes on without them; whichever does more says so by its name.
 * @param last our own last one
 */
async function laterMigrations(db: Database, last: string, tell: (line: string) => void): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const later = rows.map(({ name }) => name).filter((name) => name > last);
  const breaking = later.find((name) => name.endsWith(BREAKING_SUFFIX));
  if (breaking !== undefined)
    throw new SettingError(
      `${DATABASE_LABEL} was changed by a later release (${breaking}), which this one cannot work with: see docs/operation.md "Rolling back"`,
    );
  if (later.length > 0)
    tell(`The database has migrations of a later release, which stay: ${later.join(", ")}.`);
  return later;
}

async function migrateWithin(
  db: Database,
  keyring: Keyring,
  until: string | undefined,
  tell: (line: string) => void,
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
    ...Object.fromEntries((await laterMigrations(db, last, tell)).map((name) => [name, nothing])),
  });
  const migrator = new Migrator({ db, provider: { getMigrations } });
  const { error } = await (until === undefined ? migrator.migrateToLatest() : migrator.migrateTo(until));
  if (error instanceof Error && error.message.startsWith("corrupted migrations: "))
    throw new SettingError(
      `${DATABASE_LABEL} was changed by another release, which this one does not follow`,
      {
        cause: error,
      },
    );
  if (error) throw error;
}
