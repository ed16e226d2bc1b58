import { setTimeout } from "node:timers/promises";
import {
  CompiledQuery,
  PGliteDialect,
  PostgresAdapter,
  PostgresDialect,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from "kysely";
import type { PGlite } from "@electric-sql/pglite";
import pg from "pg";

/**
 * Removal of a guard. There are no transactions in any case, so that a lock lasts only for its own statement;
 * statements may be rewritten and constraints dropped in addition.
 */
export type GuardRemoval = {
  readonly rewrite?: (statement: string) => string;
  /** Statements that drop constraints, and others that restore them. */
  readonly away?: readonly string[];
  readonly back?: readonly string[];
};
export type RaceDatabaseSource = { readonly url: string } | { readonly pglite: PGlite };
/** The current removal; null: none. */
export type ActiveGuardRemoval = { opening: GuardRemoval | null };

/** Statements that read: a pause after them (ms) lets the other server read the same. */
const READS = /^\s*(select|with one as)/i;
const PAUSE = 60;

class UnguardedConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;
  readonly #hand: ActiveGuardRemoval;
  constructor(inner: DatabaseConnection, hand: ActiveGuardRemoval) {
    this.#inner = inner;
    this.#hand = hand;
  }
  get inner(): DatabaseConnection {
    return this.#inner;
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const rewritten = this.#hand.opening?.rewrite?.(query.sql) ?? query.sql;
    const result = await this.#inner.executeQuery<R>(CompiledQuery.raw(rewritten, [...query.parameters]));
    if (this.#hand.opening !== null && READS.test(query.sql)) await setTimeout(PAUSE);
    return result;
  }
  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("the product streams no rows");
  }
}

/** A driver without transactions, otherwise the inner one. */
const unguardedDriver = (inner: Driver, hand: ActiveGuardRemoval): Driver => ({
  init: () => inner.init(),
  acquireConnection: async () => new UnguardedConnection(await inner.acquireConnection(), hand),
  beginTransaction: () => Promise.resolve(),
  commitTransaction: () => Promise.resolve(),
  rollbackTransaction: () => Promise.resolve(),
  releaseConnection: (connection) => inner.releaseConnection((connection as UnguardedConnection).inner),
  destroy: () => inner.destroy(),
});

/** PGlite's adapter reports one connection, for which Kysely would make all callers queue. */
class UnguardedAdapter extends PostgresAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function innerDialect(source: RaceDatabaseSource): Dialect {
  if ("pglite" in source) return new PGliteDialect({ pglite: source.pglite });
  const pool = new pg.Pool({ connectionString: source.url, max: 10 });
  pool.on("error", () => {});
  return new PostgresDialect({ pool });
}

/**
 * A database without guards, for servers of tests only (option `database` of `createApp`); no setting of the
 * product leads here.
 */
export function unguardedDialect(source: RaceDatabaseSource, hand: ActiveGuardRemoval): Dialect {
  const inner = innerDialect(source);
  return {
    createDriver: () => unguardedDriver(inner.createDriver(), hand),
    createAdapter: () => new UnguardedAdapter(),
    createQueryCompiler: () => inner.createQueryCompiler(),
    createIntrospector: (db) => inner.createIntrospector(db),
  };
}
