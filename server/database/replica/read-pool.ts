import type { PostgresPool, PostgresPoolClient } from "kysely";
import { Refusal } from "#contract/core/errors.ts";
import { currentReadPreference, type ReadPreference } from "../../core/read-preference.ts";
import type { Replica } from "./replica.ts";

const TRANSACTION_START = /^(begin|start transaction)\b/;
type Query = (text: string, values: readonly unknown[]) => Promise<unknown>;
const queryOf = (client: PostgresPoolClient): Query => client.query.bind(client) as unknown as Query;

/**
 * A connection for the statements of a call that may read from a replica. Chooses its database with the first statement:
 * transactions belong to the primary. A statement that fails on the replica is repeated on the primary, since a replica
 * changes nothing.
 */
class ReadClient {
  readonly #preference: ReadPreference;
  readonly #primary: Pick<PostgresPool, "connect">;
  readonly #replica: Replica;
  #client: PostgresPoolClient | null = null;
  #isReplica = false;
  constructor(preference: ReadPreference, primary: Pick<PostgresPool, "connect">, replica: Replica) {
    this.#preference = preference;
    this.#primary = primary;
    this.#replica = replica;
  }
  async query(text: string, values: readonly unknown[]): Promise<unknown> {
    if (this.#client === null && !TRANSACTION_START.test(text)) await this.#connectToReplica();
    this.#client ??= await this.#connectToPrimary();
    if (!this.#isReplica) return queryOf(this.#client)(text, values);
    try {
      return await queryOf(this.#client)(text, values);
    } catch (error) {
      this.#replica.onFailure(error);
      this.release();
      this.#client = await this.#connectToPrimary();
      return queryOf(this.#client)(text, values);
    }
  }
  release(isBroken?: boolean): void {
    this.#client?.release(isBroken);
    this.#client = null;
    this.#isReplica = false;
  }
  async #connectToReplica(): Promise<void> {
    try {
      this.#client = await this.#replica.connect();
      this.#isReplica = true;
    } catch (error) {
      // An overload of the replica must not become one of the primary.
      if (error instanceof Refusal) throw error;
      this.#replica.onFailure(error);
    }
  }
  #connectToPrimary(): Promise<PostgresPoolClient> {
    this.#preference.isReplicaAllowed = false;
    return this.#primary.connect();
  }
}

/** Creates the pool of `reads`: the primary's connections, unless the call may read from a replica and one is usable. */
export const createReadPool = (
  primary: Pick<PostgresPool, "connect" | "options">,
  replica: Replica,
  endAll: () => Promise<void>,
): PostgresPool => ({
  options: primary.options,
  end: endAll,
  async connect() {
    const preference = currentReadPreference();
    if (preference?.isReplicaAllowed !== true) return primary.connect();
    return new ReadClient(preference, primary, replica) as unknown as PostgresPoolClient;
  },
});
