import type { Pool } from "pg";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import { Refusal } from "#contract/core/errors.ts";
import { withStatementTimeout } from "./statement-timeout.ts";
import { DatabaseUnresponsiveError } from "./outage.ts";
import { withPreparedStatements } from "../statements/prepared-statements.ts";

/** How many may wait for a connection: a second's work or so. */
const MAX_WAITING = 2_000;
/** How long the one that tries a silent database waits for an answer, ms. */
const PROBE_TIMEOUT = 1_500;

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && /timeout exceeded|connection timeout/.test(error.message);

/** The client if it comes soon; one that comes later is given up. @throws DatabaseSilent */
function withProbeTimeout(coming: Promise<PostgresPoolClient>): Promise<PostgresPoolClient> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new DatabaseUnresponsiveError());
    }, PROBE_TIMEOUT);
    coming
      .then((client) => (isLate ? client.release(true) : resolve(client)), reject)
      .finally(() => {
        clearTimeout(timer);
      });
  });
}

/**
 * A connection that breaks is replaced by the pool; without listeners it would end the process, both while
 * it is idle (the pool tells) and between two statements of a transaction (the connection itself tells).
 */
export function ignoreConnectionErrors(pool: Pick<Pool, "on">): void {
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
}

export type BoundedPool = PostgresPool & {
  /** From now on a statement without an answer fails after so long, ms; before it, migrations take what they take. */
  setStatementTimeout(most: number): void;
};

/**
 * A pool that tells a crowd so: where too many wait for a connection, or somebody has waited too long
 * while all are in use, that is "busy" and no fault. A database that cannot be reached stays a fault;
 * where it has gone silent, one at a time tries it and the others are told at once.
 */
export function createBoundedPool(
  pool: Pick<Pool, "connect" | "end" | "options" | "totalCount" | "waitingCount">,
): BoundedPool {
  let most = Infinity;
  let isSilent = false;
  let isTried = false;
  const tell = (silent: boolean): void => void (isSilent = silent);
  const take = async (): Promise<PostgresPoolClient> => {
    if (pool.waitingCount >= MAX_WAITING) throw new Refusal("busy", { retryAfterSeconds: 1 });
    try {
      return withPreparedStatements(await pool.connect());
    } catch (error) {
      if (!isTimeout(error)) throw error;
      // Where it is silent, all are in use and none of them works.
      if (isSilent || pool.totalCount < pool.options.max) {
        isSilent = true;
        throw new DatabaseUnresponsiveError();
      }
      throw new Refusal("busy", { retryAfterSeconds: 1 });
    }
  };
  const takeToTry = async (): Promise<PostgresPoolClient> => {
    if (isTried) throw new DatabaseUnresponsiveError();
    isTried = true;
    const onRelease = (): void => void (isTried = false);
    try {
      return withStatementTimeout(await withProbeTimeout(take()), {
        most: () => Math.min(most, PROBE_TIMEOUT),
        tell,
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
    setStatementTimeout: (given) => void (most = given),
    connect: async () =>
      isSilent ? takeToTry() : withStatementTimeout(await take(), { most: () => most, tell }),
  };
}
