import { sql, type RawBuilder } from "kysely";
import type { Database } from "../../database/connection/database.ts";

/** A token that this process revokes: no other one takes it until its next time. */
export type LeasedRevocation = {
  readonly provider_token_hash: string;
  readonly provider_token: string;
  readonly until_time: Date;
  readonly tries: number;
};

/** Time for which a revocation is tried, ms: longer than access tokens are valid. */
const DAY = 86_400_000;

/**
 * A common table expression that queues the revocation of tokens of sessions.
 * @param condition of the sessions, by the alias s
 */
export const queuedRevocations = (condition: RawBuilder<unknown>, now: Date): RawBuilder<unknown> => sql`
  queued as (
    insert into token_revocation (provider_token_hash, provider_token, due_time, until_time)
    select distinct on (provider_token_hash) provider_token_hash, provider_token, ${now}::timestamptz,
      ${new Date(now.getTime() + DAY)}::timestamptz
    from user_session s where provider_token is not null and ${condition}
    on conflict (provider_token_hash) do nothing
  )`;

/** Takes tokens that are due; a row that another process has is skipped. */
export async function leaseRevocations(
  db: Database,
  { now, until, most }: { readonly now: Date; readonly until: Date; readonly most: number },
): Promise<LeasedRevocation[]> {
  const { rows } = await sql<LeasedRevocation>`
    update token_revocation set due_time = ${until}, tries = tries + 1 where provider_token_hash in (
      select provider_token_hash from token_revocation where due_time <= ${now}
      order by due_time limit ${most} for update skip locked)
    returning provider_token_hash, provider_token, until_time, tries`.execute(db);
  return rows;
}

/** Ends the attempts for a token. */
export async function endRevocation(
  db: Database,
  { provider_token_hash }: Pick<LeasedRevocation, "provider_token_hash">,
): Promise<void> {
  await sql`delete from token_revocation where provider_token_hash = ${provider_token_hash}`.execute(db);
}

/** Sets the next attempt, unless another process has taken the token since. */
export async function delayRevocation(
  db: Database,
  { provider_token_hash, tries }: Pick<LeasedRevocation, "provider_token_hash" | "tries">,
  due: Date,
): Promise<void> {
  await sql`update token_revocation set due_time = ${due}
    where provider_token_hash = ${provider_token_hash} and tries = ${tries}`.execute(db);
}
