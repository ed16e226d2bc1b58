import type { AuditAction, AuditEntry } from "../../database/shared-tables/audit-log.ts";

/** Operator of the mall: an id of the installation, no name of a person. */
export type MallOperator = { readonly id: string; readonly host: string };

/** Builds the audit entry of what an operator did with a refund. */
export const refundAuditEntry = (
  { id, host }: MallOperator,
  action: AuditAction,
  refundId: string,
  now: Date,
): AuditEntry => ({
  by: { kind: "operator", id, host },
  action,
  about: { kind: "refund", id: refundId },
  outcome: "done",
  now,
});
