import { hash } from "node:crypto";
import { sql, type PostgresPoolClient, type RawBuilder } from "kysely";
import type { PoolClient } from "pg";
import { currentTrace } from "../../core/caller-network.ts";

const MARK = "/* prepared */";
/**
 * Marks the end of a frequent statement, so that each connection parses and plans it once. The statement has
 * to name its columns, since a prepared `*` fails after a migration adds one.
 */
export const prepared = sql.raw(MARK);

const names = new Map<string, string>();
/** Name of a marked statement, the same on every connection; null for others. */
export function preparedStatementName(text: string): string | null {
  if (!text.endsWith(MARK)) return null;
  const found = names.get(text);
  if (found !== undefined) return found;
  const name = `p${hash("sha256", text).slice(0, 24)}`;
  names.set(text, name);
  return name;
}

/**
 * SQLSTATEs behind a pooler that changes connections between transactions and does not support prepared
 * statements.
 */
const POOLER_ERRORS = new Set(["26000", "42P05"]);
let isDisabled = false;
/** Called if a pooler is detected (database.ts). */
export const disablePreparedStatements = (): void => void (isDisabled = true);
const clients = new WeakMap<PoolClient, PostgresPoolClient>();

/**
 * Wraps a connection so that marked statements are prepared; once a pooler turns out not to support them, no
 * connection prepares any more.
 */
export function withPreparedStatements(client: PoolClient): PostgresPoolClient {
  const found = clients.get(client);
  if (found) return found;
  const query = async (text: string, values: unknown[]): Promise<unknown> => {
    const trace = currentTrace();
    // Unprepared, since a prepared statement keeps the comment of its first use; few traces are sampled.
    if (trace?.isSampled)
      return client.query({ text: `${text}/*traceparent='${trace.traceparent}'*/`, values });
    const name = isDisabled ? null : preparedStatementName(text);
    if (name === null) return client.query({ text, values });
    try {
      return await client.query({ name, text, values });
    } catch (error) {
      if (!POOLER_ERRORS.has((error as { code?: string }).code ?? "")) throw error;
      isDisabled = true;
      // The statement was rejected before it ran. Within a transaction this retry fails, too, and the
      // transaction with it.
      return client.query({ text, values });
    }
  };
  const made = {
    query,
    release: (destroy?: boolean) => client.release(destroy),
  } as unknown as PostgresPoolClient;
  clients.set(client, made);
  return made;
}

/**
 * First part of a statement whose loss would be harmless: its commit does not wait for the disk. It is still
 * durable before any later commit, since there is one write-ahead log.
 */
export const asyncCommit = sql.raw("select set_config('synchronous_commit', 'off', true)");

/**
 * The ids of a batch as rows `asked(id)`, to be joined by `cross join lateral (select … offset 0)`, so that
 * each is looked up by the whole key. With `any(…)` a planner without statistics, as for an activity that has
 * just opened, uses only the first column of the key and reads all its rows for each batch.
 */
export const unnestIds = (ids: readonly string[]): RawBuilder<unknown> =>
  sql`unnest(${ids}::text[]) as asked(id)`;

/**
 * Accepted ids of a batch as one value instead of one row each: null if all were accepted, the usual case.
 * @param column of the rows that are counted
 */
export const acceptedIdsOrNull = (column: string, count: number): RawBuilder<readonly string[] | null> =>
  sql`case when count(*) = ${count}::int then null else coalesce(array_agg(${sql.ref(column)}), '{}') end`;
/** Set view of `acceptedIdsOrNull`. */
export function acceptedIds<T>(through: readonly T[] | null): { has(one: T): boolean } {
  return through === null ? { has: () => true } : new Set(through);
}
