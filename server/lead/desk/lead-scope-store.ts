import { sql, type RawBuilder } from "kysely";
import type { GrantScope } from "#contract/console/scope.ts";
import { personRowInScope } from "../../database/statements/operator-scope.ts";

/**
 * The leads that a link reaches: those of an activity, or of one dealer of it. `scopes`: an operator's, in place of a
 * link; none of the leads outside of them is reached.
 */
export type LeadDeskScope = {
  readonly activity_id: string;
  readonly dealer_id: string | null;
  readonly scopes?: readonly GrantScope[];
};
const inScopes = (scopes: readonly GrantScope[] | undefined, l: RawBuilder<unknown>) =>
  scopes === undefined
    ? sql``
    : sql`and exists (select from activity scope_activity where scope_activity.activity_id = ${l}.activity_id
        and ${personRowInScope(scopes, "scope_activity", sql`${l}.dealer_id`)})`;
/** Keyed hash of the number of a lead, under an alias. */
export const numberOf = (lead: RawBuilder<unknown>) => sql`coalesce(${lead}.number_key, ${lead}.mobile_key)`;
/** Condition: leads of the link's scope that are not withdrawn. */
export const activeLeadsOf = (
  { activity_id, dealer_id, scopes }: LeadDeskScope,
  l: RawBuilder<unknown> = sql`l`,
) => sql`
  ${l}.activity_id = ${activity_id} and (${dealer_id}::text is null or ${l}.dealer_id = ${dealer_id})
  and ${l}.withdrawn_time is null ${inScopes(scopes, l)}`;
/** Condition: an active lead of the scope, the newest of its number. Staff call a number once, whoever left it. */
export const entriesOf = (scope: LeadDeskScope) => sql`${activeLeadsOf(scope)} and not exists (
  select from lead o where ${activeLeadsOf(scope, sql`o`)} and ${numberOf(sql`o`)} = ${numberOf(sql`l`)}
    and (o.updated_time, o.lead_id) > (l.updated_time, l.lead_id))`;
/** Condition: a lead with the number of the given one, which is in the scope too. */
export const hasNumberOf = (scope: LeadDeskScope, leadId: string) => sql`${numberOf(sql`l`)} = (
  select ${numberOf(sql`g`)} from lead g where ${activeLeadsOf(scope, sql`g`)} and g.lead_id = ${leadId})`;
