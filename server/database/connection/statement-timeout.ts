import type { PostgresPoolClient } from "kysely";
import { DatabaseUnresponsiveError } from "./outage.ts";

type StatementTimeoutOptions = {
  /** Time limit for a statement, ms. */
  readonly limitMs: () => number;
  /**
   * Called after each statement: true if it timed out, false if the database answered or refused it.
   * @param began performance.now() when it was sent
   */
  readonly onResult: (isSilent: boolean, began: number) => void;
  readonly onRelease?: () => void;
};
type Query = (...given: unknown[]) => Promise<unknown>;

/**
 * Wraps a client so that its statements have a time limit. A statement that exceeds it fails, and its
 * connection is destroyed, since a late answer would reach the wrong statement.
 */
export function withStatementTimeout(
  client: PostgresPoolClient,
  { limitMs, onResult, onRelease }: StatementTimeoutOptions,
): PostgresPoolClient {
  let isTimedOut = false;
  const send = client.query.bind(client) as unknown as Query;
  const query: Query = async (...given) => {
    if (isTimedOut) throw new DatabaseUnresponsiveError();
    const limit = limitMs();
    if (!Number.isFinite(limit)) return send(...given);
    const began = performance.now();
    const answered = Promise.withResolvers<unknown>();
    const timer = setTimeout(() => {
      isTimedOut = true;
      onResult(true, began);
      answered.reject(new DatabaseUnresponsiveError());
    }, limit);
    // A failure after the timeout is ignored: the promise is already rejected.
    send(...given).then(answered.resolve, answered.reject);
    return answered.promise.finally(() => {
      clearTimeout(timer);
      if (!isTimedOut) onResult(false, began);
    });
  };
  return {
    query: query as unknown as PostgresPoolClient["query"],
    release(isBroken?: boolean) {
      onRelease?.();
      client.release(isTimedOut ? true : isBroken);
    },
  };
}
