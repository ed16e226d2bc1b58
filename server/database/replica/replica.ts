import type { FastifyBaseLogger } from "fastify";
import type { PostgresPoolClient } from "kysely";
import type { Pool, PoolClient } from "pg";
import { createBoundedPool, type BoundedPool, type PoolMetrics } from "../connection/connection-pool.ts";
import { isOutage } from "../connection/outage.ts";
import { withStatementTimeout } from "../connection/statement-timeout.ts";
import { hasSqlState } from "../statements/sql-state.ts";
import { CHECK_TIMEOUT, type PrimarySampler } from "./primary-sampler.ts";
import { MAX_REPLICA_LAG } from "./replica-limits.ts";

/** Age of a connection's last check beyond which it is checked again, ms. */
const CHECK_INTERVAL = 1_000;
/** Interval of the attempts to use a replica again, ms. */
const PROBE_INTERVAL = 250;
/** Time after which the server gives up a statement on a replica and repeats it on the primary, ms. */
export const REPLICA_STATEMENT_TIMEOUT = 3_000;

/** No connection to a replica whose state is new enough. */
class ReplicaUnusableError extends Error {}

/** Why statements that could have been read from a replica went to the primary. */
export const fallbackReasons = ["behind", "away", "write", "statement"] as const;
type FallbackReason = (typeof fallbackReasons)[number];

type Raw = Pick<Pool, "connect" | "end" | "options" | "totalCount" | "idleCount">;

/**
 * Connections to replicas whose state is at most `MAX_REPLICA_LAG` old. Each connection is checked by itself, so that
 * the address may belong to a TCP load balancer in front of several replicas. While none is usable, one attempt
 * after another is made in the background, and callers fail at once.
 */
export class Replica {
  readonly #raw: Raw;
  readonly #pool: BoundedPool;
  readonly #primary: PrimarySampler;
  readonly #now: () => number;
  /** Times up to which the connections have everything. */
  readonly #asOf = new WeakMap<PoolClient, number>();
  readonly fallbacks: Record<FallbackReason, number> = { behind: 0, away: 0, write: 0, statement: 0 };
  #log: Pick<FastifyBaseLogger, "warn" | "error"> | null = null;
  #unusableSince: number | null = null;
  #isReported = false;
  #isProbing = false;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /**
   * @param primary whose log the replica follows
   * @param now time, ms; grows
   */
  constructor(
    pool: Raw,
    primary: PrimarySampler,
    statementSeconds: PoolMetrics["statementSeconds"],
    now: () => number,
  ) {
    this.#raw = pool;
    this.#primary = primary;
    this.#now = now;
    this.#pool = createBoundedPool(
      {
        options: pool.options,
        get totalCount() {
          return pool.totalCount;
        },
        get idleCount() {
          return pool.idleCount;
        },
        end: () => pool.end(),
        connect: (() => this.#connectChecked()) as Pool["connect"],
      },
      { database: "replica", statementSeconds },
    );
    this.#pool.setStatementTimeout(REPLICA_STATEMENT_TIMEOUT);
  }
  get statistics(): BoundedPool["statistics"] {
    return this.#pool.statistics;
  }
  get isUsable(): boolean {
    return this.#unusableSince === null;
  }
  /** Writes to this log when replicas are not used, and when they are again. */
  reportTo(log: Pick<FastifyBaseLogger, "warn" | "error">): void {
    this.#log = log;
  }
  /** @throws ReplicaUnusableError or the error of the connection; Refusal if too many wait for a connection */
  connect(): Promise<PostgresPoolClient> {
    if (!this.isUsable) return Promise.reject(new ReplicaUnusableError("no replica is usable"));
    return this.#pool.connect();
  }
  /** Counts a failed statement or connection; after an outage the replica is not used until it answers again. */
  onFailure(error: unknown): void {
    if (hasSqlState(error, "readOnly")) {
      this.fallbacks.write++;
      this.#log?.error({ err: error }, "statement that writes sent to a read replica");
      return;
    }
    const isBehind = error instanceof ReplicaUnusableError;
    if (!isBehind && !isReplicaOutage(error)) return void this.fallbacks.statement++;
    this.fallbacks[isBehind ? "behind" : "away"]++;
    this.#suspend();
  }
  async end(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#pool.end();
  }

  async #connectChecked(): Promise<PoolClient> {
    // Callers that have waited in the queue while the replica failed.
    if (!this.isUsable && !this.#isProbing) throw new ReplicaUnusableError("no replica is usable");
    const client = await this.#raw.connect();
    let isFresh: boolean;
    try {
      isFresh = await this.#isFresh(client);
    } catch (error) {
      client.release(true);
      throw error;
    }
    if (isFresh) return client;
    client.release();
    throw new ReplicaUnusableError("the replica is behind the primary");
  }
  async #isFresh(client: PoolClient): Promise<boolean> {
    const known = this.#asOf.get(client);
    if (known !== undefined && this.#now() - known <= CHECK_INTERVAL) return true;
    await this.#primary.sample();
    const replayed = await readReplayedPosition(client);
    // A server that is no replica may be a former primary that others have replaced.
    if (replayed === null) return false;
    const asOf = this.#primary.asOf(replayed);
    this.#asOf.set(client, asOf);
    return this.#now() - asOf <= MAX_REPLICA_LAG;
  }
  #suspend(): void {
    if (this.#isClosed || !this.isUsable) return;
    this.#unusableSince = this.#now();
    this.#scheduleProbe();
  }
  #scheduleProbe(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#probe(), PROBE_INTERVAL);
    this.#timer.unref();
  }
  async #probe(): Promise<void> {
    this.#isProbing = true;
    try {
      const client = await this.#pool.connect();
      try {
        await client.query("select 1", []);
      } finally {
        client.release();
      }
      this.#resume();
    } catch (error) {
      this.#reportUnusable(error);
      this.#scheduleProbe();
    } finally {
      this.#isProbing = false;
    }
  }
  #resume(): void {
    this.#unusableSince = null;
    if (this.#isReported) this.#log?.warn("read replica used again");
    this.#isReported = false;
  }
  /** Reports once, and not a state of a moment: the first check after a pause may find a replica that is just behind. */
  #reportUnusable(error: unknown): void {
    const since = this.#unusableSince;
    if (this.#isReported || since === null || this.#now() - since < MAX_REPLICA_LAG) return;
    this.#isReported = true;
    this.#log?.warn({ err: error }, "read replica not used, reads go to the primary");
  }
}

/** SQLSTATEs of statements that a working replica ends: conflict with recovery, cancelled, deadlock, lock timeout. */
const STATEMENT_ERRORS = new Set(["40001", "57014", "40P01", "55P03"]);
const isReplicaOutage = (error: unknown): boolean =>
  isOutage(error) && !STATEMENT_ERRORS.has((error as { code?: string }).code ?? "");

/** Position up to which the server of a connection has replayed the primary's log; null: it is no replica. */
async function readReplayedPosition(client: PoolClient): Promise<bigint | null> {
  const limited = withStatementTimeout(client as unknown as PostgresPoolClient, {
    limitMs: () => CHECK_TIMEOUT,
    onResult: () => {},
  });
  const { rows } = await limited.query<{ position: string | null }>(
    "select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::text end as position",
    [],
  );
  const position = rows[0]?.position ?? null;
  return position === null ? null : BigInt(position);
}
