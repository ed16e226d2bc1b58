import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  rightReaches,
  type OperatorRight,
  type OperatorRole,
  type RightReach,
} from "#contract/console/rights.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { AuditActor } from "../../database/shared-tables/audit-log.ts";

/** A role within a scope, with the rights that the role has. */
export type OperatorGrant = {
  readonly role: OperatorRole;
  readonly scope: GrantScope;
  readonly rights: ReadonlyMap<OperatorRight, RightReach>;
};
/** A logged-in operator, from the session cookie. */
export type Operator = {
  readonly operatorId: string;
  readonly name: string;
  readonly sessionId: string;
  /** End of the last step-up's validity, ms since the epoch; 0: none. */
  readonly stepUpUntil: number;
  readonly grants: readonly OperatorGrant[];
};
/** The caller of a console call, and the parts of the request beside its arguments. */
export type OperatorCaller = {
  /** null: not logged in; only calls of logging in reach a handler like this. */
  readonly operator: Operator | null;
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
  readonly idempotencyKey: string | null;
  /** The unread body of a call with a picture; null: another call, or no picture. */
  readonly picture: Readable | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** Returns the operator of a call that only logged-in operators reach. */
export function requireOperator({ operator }: OperatorCaller): Operator {
  if (operator === null) throw new Error("a call without an operator reached a handler that needs one");
  return operator;
}

/** The caller as the actor of audit log entries. */
export const operatorAuditActor = (caller: OperatorCaller): AuditActor => ({
  kind: "operator",
  id: requireOperator(caller).operatorId,
  host: "console",
  requestId: caller.requestId,
});

const reachesAtLeast = (reach: RightReach | undefined, least: RightReach): boolean =>
  reach !== undefined && rightReaches.indexOf(reach) >= rightReaches.indexOf(least);

/**
 * Scopes of the grants that contain a right, each of which allows what is in it (requirement CO12).
 * @param least a grant whose reach is smaller does not count
 */
export const scopesOf = (
  { grants }: Pick<Operator, "grants">,
  right: OperatorRight,
  least: RightReach = "list",
): GrantScope[] =>
  grants.flatMap(({ rights, scope }) => (reachesAtLeast(rights.get(right), least) ? [scope] : []));

/** Whether any grant contains a right. */
export const hasRight = (
  operator: Pick<Operator, "grants">,
  right: OperatorRight,
  least: RightReach = "list",
): boolean => scopesOf(operator, right, least).length > 0;

/** Scopes of the caller for a right. @throws Refusal "forbidden" if no grant contains it */
export function requireScopes(
  caller: OperatorCaller,
  right: OperatorRight,
  least: RightReach = "list",
): GrantScope[] {
  const scopes = scopesOf(requireOperator(caller), right, least);
  if (scopes.length === 0) throw new Refusal("forbidden");
  return scopes;
}
