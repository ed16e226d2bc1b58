import type { FastifyBaseLogger } from "fastify";
import { LRUCache } from "lru-cache";
import { runPeriodically } from "../core/run-periodically.ts";
import { sha256 } from "../core/secrets.ts";
import { isOutage } from "../database/connection/outage.ts";

/** Interval of retries, ms. */
const RETRY_INTERVAL = 1_000;
/** Number of sessions whose end this process remembers; the oldest are forgotten, and are in the database's hands. */
const MAX_ENTRIES = 10_000;

/**
 * Sessions that this process was asked to end and whose end the database has not confirmed: the connection was lost
 * during the commit, or the answer came too late. This process refuses them at once and repeats the statement until its
 * outcome is known, so that a logout whose answer was an error holds all the same.
 */
export class EndingSessions {
  readonly #hashes = new LRUCache<string, true>({ max: MAX_ENTRIES });
  readonly #unconfirmed = new LRUCache<string, true>({ max: MAX_ENTRIES });
  readonly #deleteSessions: (hashes: readonly string[]) => Promise<void>;
  readonly #timer: { stop(): void };

  /** @param deleteSessions deletes the sessions with these hashes; may be repeated */
  constructor(deleteSessions: (hashes: readonly string[]) => Promise<void>, log: FastifyBaseLogger) {
    this.#deleteSessions = deleteSessions;
    this.#timer = runPeriodically(RETRY_INTERVAL, () => this.#retry(), log);
  }
  /** Whether a session is being ended, or its end is unconfirmed. */
  has(hash: string): boolean {
    return this.#hashes.size > 0 && this.#hashes.has(hash);
  }
  /** Ends a session. @throws what the statement throws; after an outage the end is retried in the background */
  async end(token: string): Promise<void> {
    const hash = sha256(token);
    this.#hashes.set(hash, true);
    try {
      await this.#deleteSessions([hash]);
      this.#hashes.delete(hash);
    } catch (error) {
      if (isOutage(error)) this.#unconfirmed.set(hash, true);
      else this.#hashes.delete(hash);
      throw error;
    }
  }
  close(): void {
    this.#timer.stop();
  }
  async #retry(): Promise<void> {
    const hashes = [...this.#unconfirmed.keys()];
    if (hashes.length === 0) return;
    try {
      await this.#deleteSessions(hashes);
    } catch (error) {
      if (isOutage(error)) return;
      throw error;
    }
    for (const hash of hashes) {
      this.#unconfirmed.delete(hash);
      this.#hashes.delete(hash);
    }
  }
}
