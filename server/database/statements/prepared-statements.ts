import { hash } from "node:crypto";
import { sql, type PostgresPoolClient, type RawBuilder } from "kysely";
import type { PoolClient } from "pg";

const MARK = "/* prepared */";
/**
 * Put at the end of a statement that runs for crowds: each connection parses and plans it once. It has
 * to name its columns, since a prepared `*` fails where a migration adds one.
 */
export const prepared = sql.raw(MARK);

const names = new Map<string, string>();
/** The name that a marked statement is prepared under, the same on every connection; null for others. */
export function preparedStatementName(text: string): string | null {
  if (!text.endsWith(MARK)) return null;
  const found = names.get(text);
  if (found !== undefined) return found;
  const name = `p${hash("sha256", text).slice(0, 24)}`;
  names.set(text, name);
  return name;
}

/** What a pooler that gives each transaction another connection says, unless it looks after prepared statements itself. */
const POOLER_ERRORS = new Set(["26000", "42P05"]);
let isDisabled = false;
/** Where a pooler is known to be in between (database.ts). */
export const disablePreparedStatements = (): void => void (isDisabled = true);
const clients = new WeakMap<PoolClient, PostgresPoolClient>();

/** A connection that prepares the statements that are marked so; behind a pooler that cannot, from then on none does. */
export function withPreparedStatements(client: PoolClient): PostgresPoolClient {
  const found = clients.get(client);
  if (found) return found;
  const query = async (text: string, values: unknown[]): Promise<unknown> => {
    const name = isDisabled ? null : preparedStatementName(text);
    if (name === null) return client.query({ text, values });
    try {
      return await client.query({ name, text, values });
    } catch (error) {
      if (!POOLER_ERRORS.has((error as { code?: string }).code ?? "")) throw error;
      isDisabled = true;
      // It was refused before it ran. Within a transaction this fails too, and the transaction with it.
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
 * For a statement whose loss nobody would notice, as the first part of it: its commit does not wait for the
 * disk. It is there nevertheless before anything that is committed after it: the log is one.
 */
export const asyncCommit = sql.raw("select set_config('synchronous_commit', 'off', true)");

/**
 * The ids of a batch as rows `asked(id)`, to be joined by `cross join lateral (select … offset 0)`: each is then
 * looked up by the whole key. By `any(…)` a planner that has no figures yet, as of an activity that has just
 * opened, takes the first column of the key alone, and reads everybody's rows for each batch.
 */
export const unnestIds = (ids: readonly string[]): RawBuilder<unknown> =>
  sql`unnest(${ids}::text[]) as asked(id)`;

/**
 * Which of a batch came through, as one value instead of a row each: null where all did, which is the rule.
 * @param column of the rows that are counted
 */
export const acceptedIdsOrNull = (column: string, count: number): RawBuilder<readonly string[] | null> =>
  sql`case when count(*) = ${count}::int then null else coalesce(array_agg(${sql.ref(column)}), '{}') end`;
/** The same, to be asked for each. */
export function acceptedIds<T>(through: readonly T[] | null): { has(one: T): boolean } {
  return through === null ? { has: () => true } : new Set(through);
}
