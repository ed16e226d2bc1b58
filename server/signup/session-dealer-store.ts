import { sql, type RawBuilder } from "kysely";

/**
 * SQL expression for the dealer of a sign-up with its left-joined session `s`: the session's dealer, since a session
 * takes place at one dealer only, else the dealer chosen in the form. null: no particular dealer.
 * @param signUp alias of the sign-up
 */
export const effectiveDealerId = (signUp: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(s.dealer_id, ${signUp}.dealer_id)`;
