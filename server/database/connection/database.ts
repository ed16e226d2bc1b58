import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import {
  Kysely,
  PGliteDialect,
  PostgresAdapter,
  PostgresDialect,
  sql,
  type Dialect,
  type Driver,
} from "kysely";
import type { PGlite } from "@electric-sql/pglite";
import type { Pool } from "pg";
import { SettingError } from "../../config.ts";
import { lockDataDir } from "./data-dir-lock.ts";
import { createBoundedPool, ignoreConnectionErrors } from "./connection-pool.ts";
import { pgliteWithPreparedStatements } from "../statements/pglite-prepared-statements.ts";
import { disablePreparedStatements } from "../statements/prepared-statements.ts";
import { encryptingDialect } from "../encryption/encrypted-columns.ts";
import { Keyring } from "../encryption/keyring.ts";

/** No central list of tables: each store narrows it with `withTables`. */
export type Database = Kysely<unknown>;

export type OpenDatabase = {
  readonly db: Database;
  /** "postgres": durable after commit; "pglite": embedded, safe against a killed process, not against a power cut. */
  readonly kind: "postgres" | "pglite";
  /** From now on a statement that the server does not answer fails after a time; the embedded one always answers. */
  enableStatementTimeout(): void;
  /**
   * Writes a copy of the embedded database as it is now, a gzipped tar of its folder, whole or not at all
   * (requirement Z05). A server's are its operator's (deploy/backup.sh): nothing happens.
   */
  backUpTo(file: string): Promise<void>;
};

/** How long the server may take for a statement, ms: less than the half minute that a page waits. */
const STATEMENT_TIMEOUT = 10_000;
/** Of a process that stands still in a transaction, the server gives the locks to the others after so long, ms. */
const SESSION_TIMEOUTS = { idle_in_transaction_session_timeout: 10_001 } as const;

/** For tests: an instance of PGlite instead of one in a directory, or a way of their own to either. */
export type DatabaseSource =
  | { url: string }
  | { dataDir: string }
  | { pglite: PGlite }
  | { dialect: Dialect; kind: OpenDatabase["kind"] };

/** A pooler drops what we say at the start: then sessions are not ours, and nothing may be prepared in them. */
async function detectPooler(pool: Pool): Promise<void> {
  const { rows } = await pool.query<Record<keyof typeof SESSION_TIMEOUTS, string>>(
    "show idle_in_transaction_session_timeout",
  );
  const [held] = rows;
  if (
    held?.idle_in_transaction_session_timeout !== `${SESSION_TIMEOUTS.idle_in_transaction_session_timeout}ms`
  )
    disablePreparedStatements();
}

/** Whatever hinders the first connection is the setting's matter. The address itself holds a password. */
function rejectUnreachable(error: unknown): never {
  const { code, message } = error as { code?: string; message: string };
  throw new SettingError(`DATABASE_URL: the database cannot be reached (${code ?? message})`);
}

/**
 * Kysely's lock of migrations is the session's: through a pooler it would stay with a connection that is
 * another one's next. This one ends with the transaction.
 */
class PoolerSafeAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Database): Promise<void> {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(db);
    // For a table that others hold it waits no longer (migrate.ts); for another process's migrations it does. Half of
    // what passes until the server looks for a deadlock: it ends who looks, which else may be somebody who is served.
    await sql`select set_config('lock_timeout', (setting::integer / 2)::text, true)
      from pg_settings where name = 'deadlock_timeout'`.execute(db);
  }
  override releaseMigrationLock(): Promise<void> {
    return Promise.resolve();
  }
}
const MIGRATION_LOCK = 7_204_518_821;
class PoolerSafeDialect extends PostgresDialect {
  override createAdapter(): PoolerSafeAdapter {
    return new PoolerSafeAdapter();
  }
}

/**
 * Another process may have the folder once the database is closed. A transaction on a closed one fails: by itself
 * Kysely's driver waits for its beginning for ever.
 */
class LockedPgliteDialect extends PGliteDialect {
  readonly #pglite: PGlite;
  readonly #letGo: () => void;
  constructor(pglite: PGlite, letGo: () => void) {
    super({ pglite: pgliteWithPreparedStatements(pglite) });
    this.#pglite = pglite;
    this.#letGo = letGo;
  }
  override createDriver(): Driver {
    const driver = super.createDriver();
    const destroy = driver.destroy.bind(driver);
    const begin = driver.beginTransaction.bind(driver);
    return Object.assign(driver, {
      destroy: () => destroy().then(this.#letGo),
      beginTransaction: async (...given: Parameters<Driver["beginTransaction"]>) => {
        await this.#pglite._checkReady();
        await begin(...given);
      },
    });
  }
}

/**
 * Opens PostgreSQL by URL, or the embedded PGlite, which one process has for itself (hold-folder.ts); personal data
 * is sealed and opened on its way (personal.ts), where a vault is given. int8 and numeric arrive as the drivers give
 * them (text or BigInt), so statements cast counts to int.
 */
export async function connectDatabase(
  source: DatabaseSource,
  keyring = new Keyring(null),
): Promise<OpenDatabase> {
  const opened = (
    dialect: Dialect,
    kind: OpenDatabase["kind"],
    limitStatements = (): void => {},
  ): OpenDatabase => ({
    db: new Kysely<unknown>({ dialect: encryptingDialect(dialect, keyring) }),
    kind,
    enableStatementTimeout: limitStatements,
    backUpTo: () => Promise.resolve(),
  });
  if ("url" in source) {
    const { Pool: PgPool } = (await import("pg")).default;
    const pool = new PgPool({
      connectionString: source.url,
      max: 10,
      connectionTimeoutMillis: 5_000,
      // A new connection parses and plans each statement of the crowds' several times over.
      idleTimeoutMillis: 60_000,
      ...SESSION_TIMEOUTS,
    });
    ignoreConnectionErrors(pool);
    await detectPooler(pool).catch(rejectUnreachable);
    const bounded = createBoundedPool(pool);
    const limit = (): void => bounded.setStatementTimeout(STATEMENT_TIMEOUT);
    return opened(new PoolerSafeDialect({ pool: bounded }), "postgres", limit);
  }
  if ("dialect" in source) return opened(source.dialect, source.kind);
  const letGo = "dataDir" in source ? lockDataDir(source.dataDir) : () => {};
  const pglite =
    "pglite" in source
      ? source.pglite
      : await (await import("@electric-sql/pglite")).PGlite.create(source.dataDir);
  return {
    ...opened(new LockedPgliteDialect(pglite, letGo), "pglite"),
    backUpTo: createBackupWriter(pglite),
  };
}

const createBackupWriter =
  (pglite: PGlite): OpenDatabase["backUpTo"] =>
  async (file) => {
    const tar = await pglite.dumpDataDir("gzip");
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.tmp`, Buffer.from(await tar.arrayBuffer()), { mode: 0o600, flush: true });
    await rename(`${file}.tmp`, file);
  };
