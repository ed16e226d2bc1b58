import type { Pool } from "pg";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import { Refusal } from "#contract/core/errors.ts";
import { currentNetwork } from "../../core/caller-network.ts";
import { FairQueue } from "../../core/fair-queue.ts";
import { withStatementTimeout } from "./statement-timeout.ts";
import { DatabaseUnresponsiveError } from "./outage.ts";
import { statementHistogram, type DatabaseStatistics } from "./statistics.ts";
import { withPreparedStatements } from "../statements/prepared-statements.ts";

/**
 * Callers that may wait for a connection, about one second of work, and the time that one waits, ms. Networks take
 * turns, and one alone never holds all connections (core/fair-queue.ts).
 */
export const connectionQueue = { waiting: 2_000, maxWait: 5_000 } as const;
/** Time limit for probing an unresponsive database, ms. */
const PROBE_TIMEOUT = 1_500;

/** Ends the client's turn in the queue when it is released. */
const withTurn = (client: PostgresPoolClient, end: () => void): PostgresPoolClient => ({
  query: client.query.bind(client) as PostgresPoolClient["query"],
  release(isBroken?: boolean) {
    client.release(isBroken);
    end();
  },
});

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && /timeout exceeded|connection timeout/.test(error.message);

/**
 * Resolves with the client if it arrives in time; a later one is destroyed. @throws DatabaseUnresponsiveError
 */
function withProbeTimeout(connecting: Promise<PostgresPoolClient>): Promise<PostgresPoolClient> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new DatabaseUnresponsiveError());
    }, PROBE_TIMEOUT);
    connecting
      .then((client) => (isLate ? client.release(true) : resolve(client)), reject)
      .finally(() => {
        clearTimeout(timer);
      });
  });
}

/**
 * Handles connection errors, which would otherwise end the process: the pool emits those of idle connections,
 * the connection itself those between two statements of a transaction. The pool replaces a broken connection.
 */
export function ignoreConnectionErrors(pool: Pick<Pool, "on">): void {
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
}

export type BoundedPool = PostgresPool & {
  /**
   * Sets the time limit for the answer to a statement, ms. Without it statements are unlimited, which
   * migrations need.
   */
  setStatementTimeout(statementLimit: number): void;
  readonly statistics: DatabaseStatistics;
};

/** The database that the pool is for, and the histogram of the statements of all pools. */
export type PoolMetrics = {
  readonly database: "primary" | "replica";
  readonly statementSeconds: DatabaseStatistics["statementSeconds"];
};
const primaryMetrics = (): PoolMetrics => ({ database: "primary", statementSeconds: statementHistogram() });

/**
 * Creates a pool that reports overload as "busy", not as a fault: too many callers wait for a connection, or
 * a caller has waited too long while all connections are in use. An unreachable database stays a fault; while
 * it is unresponsive, one caller at a time probes it and the others fail at once.
 */
export function createBoundedPool(
  pool: Pick<Pool, "connect" | "end" | "options" | "totalCount" | "idleCount">,
  { database, statementSeconds }: PoolMetrics = primaryMetrics(),
  maxWait: number = connectionQueue.maxWait,
): BoundedPool {
  const queue = new FairQueue({ concurrent: pool.options.max, ...connectionQueue, maxWait });
  let statementLimit = Infinity;
  let isSilent = false;
  let isProbing = false;
  const onResult = (silent: boolean, began: number): void => {
    isSilent = silent;
    statementSeconds.observe({ database }, (performance.now() - began) / 1_000);
  };
  const connect = async (): Promise<PostgresPoolClient> => {
    const end = await queue.enter(currentNetwork()).catch((error: unknown) => {
      throw isSilent ? new DatabaseUnresponsiveError() : error;
    });
    try {
      return withTurn(withPreparedStatements(await pool.connect()), end);
    } catch (error) {
      end();
      if (!isTimeout(error)) throw error;
      // An unresponsive database also keeps all connections in use, but none of them makes progress.
      if (isSilent || pool.totalCount < pool.options.max) {
        isSilent = true;
        throw new DatabaseUnresponsiveError();
      }
      throw new Refusal("busy", { retryAfterSeconds: 1 });
    }
  };
  const connectForProbe = async (): Promise<PostgresPoolClient> => {
    if (isProbing) throw new DatabaseUnresponsiveError();
    isProbing = true;
    const onRelease = (): void => void (isProbing = false);
    try {
      return withStatementTimeout(await withProbeTimeout(connect()), {
        limitMs: () => Math.min(statementLimit, PROBE_TIMEOUT),
        onResult,
        onRelease,
      });
    } catch (error) {
      onRelease();
      throw error;
    }
  };
  return {
    options: pool.options,
    end: () => pool.end(),
    setStatementTimeout: (given) => void (statementLimit = given),
    connect: async () =>
      isSilent
        ? connectForProbe()
        : withStatementTimeout(await connect(), { limitMs: () => statementLimit, onResult }),
    statistics: {
      connections: () => ({ open: pool.totalCount, idle: pool.idleCount }),
      waiting: () => queue.waiting,
      statementSeconds,
    },
  };
}
