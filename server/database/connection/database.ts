import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import {
  Kysely,
  PGliteAdapter,
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
import { currentNetwork } from "../../core/caller-network.ts";
import { FairQueue } from "../../core/fair-queue.ts";
import { lockDataDir } from "./data-dir-lock.ts";
import { connectionQueue, createBoundedPool, ignoreConnectionErrors } from "./connection-pool.ts";
import { reportStatement } from "./statement-observer.ts";
import { noStatistics, type DatabaseStatistics } from "./statistics.ts";
import { pgliteWithPreparedStatements } from "../statements/pglite-prepared-statements.ts";
import { openReplica, type ReplicaSource } from "../replica/open-replica.ts";
import { createReadPool } from "../replica/read-pool.ts";
import type { Replica } from "../replica/replica.ts";
import { disablePreparedStatements } from "../statements/prepared-statements.ts";
import { encryptingDialect } from "../encryption/encrypted-columns.ts";
import { Keyring } from "../encryption/keyring.ts";

/** Database without a central list of tables; each store narrows it with `withTables`. */
export type Database = Kysely<unknown>;

export type OpenDatabase = {
  readonly db: Database;
  /**
   * The same database for what visitors see: a statement of a call that may read from a replica
   * (core/read-preference.ts) goes there, every other one to the primary.
   */
  readonly reads: Database;
  /** null: everything is read from the primary. */
  readonly replica: Replica | null;
  /**
   * "postgres": durable after commit; "pglite": embedded, survives a killed process, but not a power failure.
   */
  readonly kind: "postgres" | "pglite";
  /**
   * Limits the time for the answer to each statement from now on, ms; the embedded database always answers and has no
   * limit.
   */
  enableStatementTimeout(limit: number): void;
  /** Figures of the connections, for the metrics. */
  readonly statistics: DatabaseStatistics;
  /**
   * Writes a copy of the embedded database, a gzipped tar of its folder, atomically (requirement Z05). Does
   * nothing for PostgreSQL, which the operator backs up (deploy/backup.sh).
   */
  backUpTo(file: string): Promise<void>;
  /** Ends all connections. */
  readonly close: () => Promise<void>;
};

/**
 * Time after which PostgreSQL itself cancels a statement of a command, ms. Exports of years of data take minutes, and
 * one that hangs should not hold its locks for ever.
 */
const COMMAND_STATEMENT_TIMEOUT = 30 * 60_000;
/** Time after which PostgreSQL ends a transaction whose process hangs, and releases its locks, ms. */
const SESSION_TIMEOUTS = { idle_in_transaction_session_timeout: 10_001 } as const;

/**
 * Tests use an instance of PGlite instead of a directory, or their own dialect. `connectionWait`: time after which a caller
 * that waits for a connection is refused as busy, ms; default: connectionQueue.maxWait.
 */
export type DatabaseSource =
  | { url: string; connectionWait?: number }
  | { dataDir: string }
  | { pglite: PGlite }
  | { dialect: Dialect; kind: OpenDatabase["kind"] };

/**
 * Detects a pooler, which drops start-up parameters: sessions are shared then, and no statement may be
 * prepared in them.
 */
async function detectPooler(pool: Pool): Promise<void> {
  const { rows } = await pool.query<Record<keyof typeof SESSION_TIMEOUTS, string>>(
    "show idle_in_transaction_session_timeout",
  );
  const [settings] = rows;
  if (
    settings?.idle_in_transaction_session_timeout !==
    `${SESSION_TIMEOUTS.idle_in_transaction_session_timeout}ms`
  )
    disablePreparedStatements();
}

/**
 * Reports a failed first connection as a wrong setting, without the address, since it contains a password.
 */
function rejectUnreachable(error: unknown): never {
  const { code, message } = error as { code?: string; message: string };
  throw new SettingError(`DATABASE_URL: the database cannot be reached (${code ?? message})`);
}

/**
 * Uses a migration lock that ends with the transaction. Kysely's lock belongs to the session: through a
 * pooler it would stay with a connection that another process uses next.
 */
class PoolerSafeAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Database): Promise<void> {
    // A migration may take any time, as may the wait for another process's migrations.
    await sql`select set_config('statement_timeout', '0', true)`.execute(db);
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(db);
    // Stops waiting for a table that another transaction has locked (migrate.ts); the lock above waits for
    // another process's migrations without limit. Half of deadlock_timeout, since PostgreSQL's deadlock
    // detection ends the transaction that detects, which could otherwise be one that serves a request.
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

/** Statements and transactions wait for each other by turns of the queue, which says "busy" in time. */
class QueuedPgliteAdapter extends PGliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
/**
 * Statements and transactions that may wait for the only connection of the embedded database, and the time that one
 * waits, ms. Longer waits are those of a transaction for a statement outside of it, which would never end.
 */
export const embeddedQueue = {
  concurrent: 1,
  waiting: connectionQueue.waiting,
  maxWait: 15_000,
} as const;

/**
 * Unlocks the folder once the database is closed, so that another process may open it. Transactions on a
 * closed database fail at once; Kysely's driver alone would wait for their start without end.
 */
class LockedPgliteDialect extends PGliteDialect {
  readonly #pglite: PGlite;
  readonly #unlock: () => void;
  constructor(pglite: PGlite, unlock: () => void) {
    super({ pglite: pgliteWithPreparedStatements(pglite) });
    this.#pglite = pglite;
    this.#unlock = unlock;
  }
  override createAdapter(): QueuedPgliteAdapter {
    return new QueuedPgliteAdapter();
  }
  override createDriver(): Driver {
    const driver = super.createDriver();
    const destroy = driver.destroy.bind(driver);
    const begin = driver.beginTransaction.bind(driver);
    const acquire = driver.acquireConnection.bind(driver);
    const queue = new FairQueue(embeddedQueue);
    let endTurn = (): void => {};
    return Object.assign(driver, {
      destroy: () => destroy().then(this.#unlock),
      acquireConnection: async () => {
        endTurn = await queue.enter(currentNetwork());
        return acquire();
      },
      releaseConnection: () => Promise.resolve(endTurn()),
      beginTransaction: async (...given: Parameters<Driver["beginTransaction"]>) => {
        await this.#pglite._checkReady();
        await begin(...given);
      },
    });
  }
}

type ConnectOptions = {
  readonly statementTimeout?: number;
  readonly isObserved?: boolean;
  readonly replica?: ReplicaSource | null;
};
const openKysely = (dialect: Dialect, keyring: Keyring, { isObserved }: ConnectOptions): Database =>
  new Kysely<unknown>({
    dialect: encryptingDialect(dialect, keyring),
    ...(isObserved && { log: reportStatement }),
  });

/**
 * Opens PostgreSQL by URL, or the embedded PGlite, which one process uses exclusively (data-dir-lock.ts).
 * Given a keyring, personal data is encrypted in parameters and decrypted in results (encrypted-columns.ts).
 * int8 and numeric arrive as the drivers give them (text or BigInt), so statements cast counts to int.
 * @param options statementTimeout: ms after which PostgreSQL cancels a statement; isObserved: statements are reported
 * (statement-observer.ts); replica: for `reads`
 */
export async function connectDatabase(
  source: DatabaseSource,
  keyring = new Keyring(null),
  options: ConnectOptions = {},
): Promise<OpenDatabase> {
  const toOpenDatabase = (
    dialect: Dialect,
    kind: OpenDatabase["kind"],
    limitStatements = (_limit: number): void => {},
    statistics = noStatistics(),
  ): OpenDatabase => {
    const db = openKysely(dialect, keyring, options);
    return {
      db,
      reads: db,
      replica: null,
      kind,
      enableStatementTimeout: limitStatements,
      statistics,
      backUpTo: () => Promise.resolve(),
      close: () => db.destroy(),
    };
  };
  if ("url" in source) {
    const { Pool: PgPool } = (await import("pg")).default;
    const pool = new PgPool({
      connectionString: source.url,
      max: 10,
      connectionTimeoutMillis: 5_000,
      // Keeps idle connections, since a new one parses and plans each frequent statement several times again.
      idleTimeoutMillis: 60_000,
      ...SESSION_TIMEOUTS,
      statement_timeout: options.statementTimeout ?? COMMAND_STATEMENT_TIMEOUT,
    });
    ignoreConnectionErrors(pool);
    await detectPooler(pool).catch(rejectUnreachable);
    const bounded = createBoundedPool(pool, undefined, source.connectionWait);
    const limitAnswers = (limit: number): void => bounded.setStatementTimeout(limit);
    const dialect = new PoolerSafeDialect({ pool: bounded });
    const opened = toOpenDatabase(dialect, "postgres", limitAnswers, bounded.statistics);
    if (!options.replica) return opened;
    const { replica, end } = await openReplica(source.url, options.replica, bounded);
    const readDialect = new PoolerSafeDialect({ pool: createReadPool(bounded, replica, end) });
    return withReads(opened, openKysely(readDialect, keyring, options), replica);
  }
  if ("dialect" in source) return toOpenDatabase(source.dialect, source.kind);
  const unlock = "dataDir" in source ? lockDataDir(source.dataDir) : () => {};
  const pglite =
    "pglite" in source
      ? source.pglite
      : await (await import("@electric-sql/pglite")).PGlite.create(source.dataDir);
  return {
    ...toOpenDatabase(new LockedPgliteDialect(pglite, unlock), "pglite"),
    backUpTo: createBackupWriter(pglite),
  };
}

/** Adds the reads from a replica to the opened primary. */
const withReads = (opened: OpenDatabase, reads: Database, replica: Replica): OpenDatabase => ({
  ...opened,
  reads,
  replica,
  async close() {
    await reads.destroy();
    await opened.close();
  },
});

const createBackupWriter =
  (pglite: PGlite): OpenDatabase["backUpTo"] =>
  async (file) => {
    const tar = await pglite.dumpDataDir("gzip");
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.tmp`, Buffer.from(await tar.arrayBuffer()), { mode: 0o600, flush: true });
    await rename(`${file}.tmp`, file);
  };
