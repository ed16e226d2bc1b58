import type { OperatorRight } from "#contract/console/rights.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Database } from "../../database/connection/database.ts";

/** An operator with the scopes of a right. */
export type LeadOperator = {
  readonly operatorId: string;
  readonly name: string;
  readonly scopes: readonly GrantScope[];
};
/** Interfaces of other modules that the console's calls about leads depend on. */
export type LeadConsolePorts = {
  /** Operators who are not locked and have a right for lists of rows. */
  /** @param within the transaction of the caller, without which the embedded database would wait for itself */
  listOperatorsWith(right: OperatorRight, within?: Database): Promise<readonly LeadOperator[]>;
};
