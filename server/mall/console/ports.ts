import type { AppContext } from "../../core/app-context.ts";
import type { OperatorRight } from "#contract/console/rights.ts";
import { operatorAuditActor, requireScopes, type OperatorCaller } from "../../http/console/operator.ts";
import type { ActedBy } from "../operator/change.ts";

/** Interface that the console's calls about products depend on. */
export type ProductConsolePorts = {
  /** Invalidates cached responses and pages of this process. */
  invalidatePages(): void;
  /** Names of operators by their ids; unknown ones are left out. */
  operatorNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
};

/** The caller as the author of a change, with the scopes for a right. */
export const actedBy = (
  { clock }: Pick<AppContext, "clock">,
  caller: OperatorCaller,
  right: OperatorRight,
): ActedBy => ({
  by: operatorAuditActor(caller),
  now: new Date(clock.now()),
  scopes: requireScopes(caller, right),
});
