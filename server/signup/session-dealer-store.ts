import { sql, type RawBuilder } from "kysely";

/**
 * At which dealer a sign-up is, as SQL of it and its left-joined session s: its session's, since a session that is at
 * a dealer is nowhere else, else the one that it names. null: at none of them in particular. @param signUp its alias
 */
export const effectiveDealerId = (signUp: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(s.dealer_id, ${signUp}.dealer_id)`;
