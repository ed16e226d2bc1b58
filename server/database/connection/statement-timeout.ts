import type { PostgresPoolClient } from "kysely";
import { DatabaseUnresponsiveError } from "./outage.ts";

type StatementTimeoutOptions = {
  /** How long a statement may take, ms. */
  readonly most: () => number;
  /** Told after each statement: whether it was given up, or answered in some way. */
  readonly tell: (isSilent: boolean) => void;
  readonly onRelease?: () => void;
};
type Query = (...given: unknown[]) => Promise<unknown>;

/**
 * A client whose statements have a time. One that takes longer fails, and its connection is given up,
 * since whatever comes on it later belongs to nobody.
 */
export function withStatementTimeout(
  client: PostgresPoolClient,
  { most, tell, onRelease }: StatementTimeoutOptions,
): PostgresPoolClient {
  let isGivenUp = false;
  const ask = client.query.bind(client) as unknown as Query;
  const query: Query = async (...given) => {
    if (isGivenUp) throw new DatabaseUnresponsiveError();
    const limit = most();
    if (!Number.isFinite(limit)) return ask(...given);
    const answered = Promise.withResolvers<unknown>();
    const timer = setTimeout(() => {
      isGivenUp = true;
      tell(true);
      answered.reject(new DatabaseUnresponsiveError());
    }, limit);
    // After it was given up, its failure is nobody's.
    ask(...given).then(answered.resolve, answered.reject);
    return answered.promise.finally(() => {
      clearTimeout(timer);
      if (!isGivenUp) tell(false);
    });
  };
  return {
    query: query as unknown as PostgresPoolClient["query"],
    release(isBroken?: boolean) {
      onRelease?.();
      client.release(isGivenUp ? true : isBroken);
    },
  };
}
