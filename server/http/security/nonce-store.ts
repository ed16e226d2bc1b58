import { sql, type RawBuilder } from "kysely";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { acceptedIdsOrNull, asyncCommit, prepared } from "../../database/statements/prepared-statements.ts";

/**
 * Part of a statement that spends nonces; its rows are the hashes that were unused. Inserts in one order, so that two
 * statements cannot deadlock.
 * @param from a relation with `nonce_hash`: each hash once, null for none
 * @param isStrict a used nonce fails the statement
 */
export const spendNonces = (
  from: RawBuilder<unknown>,
  expires: Date,
  isStrict = false,
): RawBuilder<unknown> => sql`
  insert into spent_nonce (nonce_hash, expires_time)
  select nonce_hash, ${expires}::timestamptz from ${from} where nonce_hash is not null order by nonce_hash
  ${sql.raw(isStrict ? "" : "on conflict do nothing")} returning nonce_hash`;

/** Spends nonces in one statement. @returns the hashes that were unused */
export async function spendNonceBatch(
  db: Database,
  hashes: readonly string[],
  expires: Date,
): Promise<readonly string[]> {
  const { rows } = await sql<{ through: string[] | null }>`
    with later as materialized (${asyncCommit}),
    input as (select distinct n as nonce_hash from later, unnest(${hashes}::text[]) as n),
    fresh as (${spendNonces(sql`input`, expires)})
    select ${acceptedIdsOrNull("nonce_hash", hashes.length)} as through from fresh ${prepared}`.execute(db);
  return rows[0]?.through ?? hashes;
}

/** Deletes the nonces whose signature the clock check refuses by now. */
export async function purgeNonces({ db, clock }: Pick<AppContext, "db" | "clock">): Promise<void> {
  await sql`delete from spent_nonce where expires_time < ${new Date(clock.now())}`.execute(db);
}
