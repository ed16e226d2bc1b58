import { ignoreConnectionErrors, type BoundedPool } from "../connection/connection-pool.ts";
import { CHECK_TIMEOUT, PrimarySampler } from "./primary-sampler.ts";
import { Replica, REPLICA_STATEMENT_TIMEOUT } from "./replica.ts";

export type ReplicaSource = {
  /** DATABASE_READ_URL: one replica, or a TCP load balancer in front of several. */
  readonly url: string;
  /** Time of the checks, ms, which grows; tests set it. */
  readonly now?: () => number;
};

/** Time by which PostgreSQL cancels a statement later than the server stops waiting for it, ms. */
const CANCEL_DELAY = 500;

/** Opens the pool of a replica, which may be away. @param primaryUrl of the database that it follows, whose pool has the histogram of statements */
export async function openReplica(
  primaryUrl: string,
  { url, now = () => performance.now() }: ReplicaSource,
  { statistics: { statementSeconds } }: Pick<BoundedPool, "statistics">,
): Promise<{ readonly replica: Replica; end(): Promise<void> }> {
  const { Pool: PgPool } = (await import("pg")).default;
  const open = (connectionString: string, max: number) => {
    const pool = new PgPool({
      connectionString,
      max,
      connectionTimeoutMillis: CHECK_TIMEOUT,
      idleTimeoutMillis: 60_000,
      statement_timeout: REPLICA_STATEMENT_TIMEOUT + CANCEL_DELAY,
    });
    ignoreConnectionErrors(pool);
    return pool;
  };
  const primary = open(primaryUrl, 1);
  const sampler = new PrimarySampler(primary, now);
  const replica = new Replica(open(url, 10), sampler, statementSeconds, now);
  return { replica, end: async () => void (await Promise.all([replica.end(), primary.end()])) };
}
