import { sql, type RawBuilder } from "kysely";
import type { GrantScope } from "#contract/console/scope.ts";
import { dealerInScope } from "../../database/statements/operator-scope.ts";

/** Scopes of an operator's grants, of which one has to allow what is done; empty: nothing is allowed. */
export type ProductScopes = readonly GrantScope[];

/** Whether a grant extends to what is the maker's as a whole: it is limited neither to regions nor to dealers. */
const isOfHeadquarters = ({ sponsorLevel1, dealers }: GrantScope): boolean =>
  dealers === "*" && (sponsorLevel1 === "*" || sponsorLevel1.includes("107001"));

/**
 * Whether products may be added, changed and published, and their stock adjusted. A product is the maker's, so that only
 * grants of headquarters do.
 */
export const mayWriteProducts = (scopes: ProductScopes): boolean => scopes.some(isOfHeadquarters);

/**
 * Condition that product p may be read: by every grant that is not limited to dealers, and by one that is, if a dealer of
 * it hands the product over.
 */
export function productInScope(scopes: ProductScopes): RawBuilder<boolean> {
  if (scopes.some(({ dealers }) => dealers === "*")) return sql<boolean>`true`;
  if (scopes.length === 0) return sql<boolean>`false`;
  return sql<boolean>`(p.pickup_dealers = '[]'::jsonb or exists (
    select from jsonb_array_elements_text(p.pickup_dealers) as handing (dealer)
    where ${dealerInScope(scopes, sql`handing.dealer`)}))`;
}
