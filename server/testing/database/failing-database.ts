import {
  PGliteDialect,
  PostgresDialect,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from "kysely";
import pg from "pg";
import { ignoreConnectionErrors } from "../../database/connection/connection-pool.ts";
import { testDatabase, type TestDatabaseSource } from "./test-database.ts";

/** The current fault: matching statements fail with this error. */
export type DatabaseFault = {
  readonly statements: RegExp;
  readonly error: () => Error;
  /** The statement has taken effect when it fails, as if its answer was lost. */
  readonly isDone?: boolean;
};

/** An error as the database or its driver throws it. */
export const databaseError = (message: string, code?: string): Error =>
  Object.assign(new Error(message), code === undefined ? {} : { code });
export const databaseFaults = {
  /** The disk is full or read-only: every write fails. */
  diskFull: {
    statements: /^\s*(insert|update|delete|with[^]*\b(insert|update|delete)\b)/i,
    error: () => databaseError('could not extend file "base/5/16385": No space left on device', "53100"),
  },
  /** The connection ends with the statement on it. */
  lost: { statements: /(?:)/, error: () => new Error("Connection terminated unexpectedly") },
  /** The database is unreachable. */
  away: { statements: /(?:)/, error: () => databaseError("connect ECONNREFUSED", "ECONNREFUSED") },
} as const satisfies Record<string, DatabaseFault>;

class FailingConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #fault: () => DatabaseFault | null;
  constructor(inner: DatabaseConnection, fault: () => DatabaseFault | null) {
    this.inner = inner;
    this.#fault = fault;
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const fault = this.#fault();
    if (!fault?.statements.test(query.sql)) return this.inner.executeQuery<R>(query);
    if (fault.isDone) await this.inner.executeQuery<R>(query);
    throw fault.error();
  }
  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("the product streams no rows");
  }
}
const innerOf = (connection: DatabaseConnection): DatabaseConnection =>
  (connection as FailingConnection).inner;

/** A driver that injects faults; transactions are the inner driver's. */
const failingDriver = (inner: Driver, fault: () => DatabaseFault | null): Driver => ({
  init: () => inner.init(),
  acquireConnection: async () => new FailingConnection(await inner.acquireConnection(), fault),
  beginTransaction: (connection, settings) => inner.beginTransaction(innerOf(connection), settings),
  commitTransaction: (connection) => inner.commitTransaction(innerOf(connection)),
  rollbackTransaction: (connection) => inner.rollbackTransaction(innerOf(connection)),
  releaseConnection: (connection) => inner.releaseConnection(innerOf(connection)),
  destroy: () => inner.destroy(),
});

/** A test's database whose statements fail on command, for the option `database` of `testApp`. */
export async function failingDatabase(): Promise<{
  readonly database: TestDatabaseSource;
  readonly fail: (fault: DatabaseFault | null) => void;
}> {
  const { source, remove } = await testDatabase();
  let fault: DatabaseFault | null = null;
  let inner: Dialect;
  if ("pglite" in source) inner = new PGliteDialect({ pglite: source.pglite });
  else if ("url" in source) {
    const pool = new pg.Pool({ connectionString: source.url, max: 10 });
    ignoreConnectionErrors(pool);
    inner = new PostgresDialect({ pool });
  } else throw new Error("a test's database is an instance of PGlite or has an address");
  const kind = "pglite" in source ? "pglite" : "postgres";
  const dialect: Dialect = {
    createDriver: () => failingDriver(inner.createDriver(), () => fault),
    createAdapter: () => inner.createAdapter(),
    createQueryCompiler: () => inner.createQueryCompiler(),
    createIntrospector: (db) => inner.createIntrospector(db),
  };
  return { database: { source: { dialect, kind }, remove }, fail: (given) => void (fault = given) };
}
