import type { Pool } from "pg";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import { Refusal } from "#contract/errors.ts";
import { hurried } from "./hurry.ts";
import { DatabaseSilent } from "./outage.ts";
import { preparing } from "./prepared.ts";

/** How many may wait for a connection: a second's work or so. */
const WAITING_MOST = 2_000;
/** How long the one that tries a silent database waits for an answer, ms. */
const TRY_MOST = 1_500;

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && /timeout exceeded|connection timeout/.test(error.message);

/** The client if it comes soon; one that comes later is given up. @throws DatabaseSilent */
function soon(coming: Promise<PostgresPoolClient>): Promise<PostgresPoolClient> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new DatabaseSilent());
    }, TRY_MOST);
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
export function outliveErrors(pool: Pick<Pool, "on">): void {
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
}

export type BoundedPool = PostgresPool & {
  /** From now on a statement without an answer fails after so long, ms; before it, migrations take what they take. */
  limitStatements(most: number): void;
};

/**
 * A pool that tells a crowd so: where too many wait for a connection, or somebody has waited too long
 * while all are in use, that is "busy" and no fault. A database that cannot be reached stays a fault;
 * where it has gone silent, one at a time tries it and the others are told at once.
 */
export function boundedPool(
  pool: Pick<Pool, "connect" | "end" | "options" | "totalCount" | "waitingCount">,
): BoundedPool {
  let most = Infinity;
  let isSilent = false;
  let isTried = false;
  const tell = (silent: boolean): void => void (isSilent = silent);
  const take = async (): Promise<PostgresPoolClient> => {
    if (pool.waitingCount >= WAITING_MOST) throw new Refusal("busy", { retryAfterSeconds: 1 });
    try {
      return preparing(await pool.connect());
    } catch (error) {
      if (!isTimeout(error)) throw error;
      // Where it is silent, all are in use and none of them works.
      if (isSilent || pool.totalCount < pool.options.max) {
        isSilent = true;
        throw new DatabaseSilent();
      }
      throw new Refusal("busy", { retryAfterSeconds: 1 });
    }
  };
  const takeToTry = async (): Promise<PostgresPoolClient> => {
    if (isTried) throw new DatabaseSilent();
    isTried = true;
    const onRelease = (): void => void (isTried = false);
    try {
      return hurried(await soon(take()), { most: () => Math.min(most, TRY_MOST), tell, onRelease });
    } catch (error) {
      onRelease();
      throw error;
    }
  };
  return {
    options: pool.options,
    end: () => pool.end(),
    limitStatements: (given) => void (most = given),
    connect: async () => (isSilent ? takeToTry() : hurried(await take(), { most: () => most, tell })),
  };
}
