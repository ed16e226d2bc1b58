import type { Pool } from "pg";
import { withStatementTimeout } from "../connection/statement-timeout.ts";
import { PrimaryPositions } from "./primary-positions.ts";
import { WRITE_HOLD } from "./replica-limits.ts";

/** Interval in which one position is used again, ms. */
const SAMPLE_INTERVAL = 100;
/** Time limit for the answer to a check, ms. */
export const CHECK_TIMEOUT = 1_000;

type PositionRow = { readonly position: string; readonly server_started: string };

/**
 * Samples the position of the primary's log when a replica is checked. Has a connection of its own, since a replica must
 * not count as late while statements wait for a connection to the primary.
 */
export class PrimarySampler {
  readonly #pool: Pick<Pool, "connect">;
  readonly #now: () => number;
  readonly #positions = new PrimaryPositions();
  #sampledAt = -Infinity;
  #pending: Promise<void> | null = null;
  #serverStarted: string | null = null;
  #heldUntil = -Infinity;
  /** @param now time, ms; grows */
  constructor(pool: Pick<Pool, "connect">, now: () => number) {
    this.#pool = pool;
    this.#now = now;
  }
  /** Samples the position unless the last one is new enough. @throws the error of the connection */
  async sample(): Promise<void> {
    if (this.#now() - this.#sampledAt < SAMPLE_INTERVAL) return;
    this.#pending ??= this.#read().finally(() => (this.#pending = null));
    return this.#pending;
  }
  /** Time up to which a replica at this position has everything, ms; -Infinity: unknown. */
  asOf(replayed: bigint): number {
    return this.#now() < this.#heldUntil ? -Infinity : this.#positions.asOf(replayed);
  }
  async #read(): Promise<void> {
    const client = withStatementTimeout(await this.#pool.connect(), {
      limitMs: () => CHECK_TIMEOUT,
      onResult: () => {},
    });
    try {
      const at = this.#now();
      // The position of the next record, since commits that do not wait for the disk are visible before it is written.
      const { rows } = await client.query<PositionRow>(
        `select (pg_current_wal_insert_lsn() - '0/0')::text as position,
          pg_postmaster_start_time()::text as server_started`,
        [],
      );
      const [row] = rows;
      if (row === undefined) throw new Error("the primary returned no position");
      this.#changeServer(row.server_started);
      this.#positions.add(at, BigInt(row.position));
      this.#sampledAt = at;
    } finally {
      client.release();
    }
  }
  /**
   * Stops using replicas for a while after another primary answered: a replica of the former one may have a position that
   * the new one has not reached yet, without its commits, and the clocks of both differ.
   */
  #changeServer(serverStarted: string): void {
    if (serverStarted === this.#serverStarted) return;
    if (this.#serverStarted !== null) this.#heldUntil = this.#now() + WRITE_HOLD;
    this.#serverStarted = serverStarted;
    this.#positions.clear();
  }
}
