import type { AppContext } from "../../core/app-context.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import { withAuditEntry } from "../../database/shared-tables/audit-log.ts";
import { findRefundEntry, resubmit, review } from "./operator-store.ts";
import { refundAuditEntry, type MallOperator } from "./operator-audit.ts";

/** Reason why a refund did not accept an act of an operator. */
export const refundStateOf =
  (db: Database) =>
  async (refundId: string, by: MallOperator): Promise<"notFound" | "ownRequest" | "state"> => {
    const entry = await findRefundEntry(db, refundId);
    if (!entry) return "notFound";
    return entry.state === "waiting" && entry.askedBy === by.id ? "ownRequest" : "state";
  };

type ReviewOutcome = "done" | "notFound" | "ownRequest" | "state";
/** Creates the second operator's answers to a refund that waits, beside approving it (requirement CO76). */
export function refundReviews({ db, clock }: Pick<AppContext, "db" | "clock">) {
  const now = (): Date => new Date(clock.now());
  const stateOf = refundStateOf(db);
  return {
    /**
     * Returns a refund to whoever asked for it, or declines it, as the second operator, with a reason.
     * @param writeNote writes the reason as a note of the order, in the transaction
     */
    async review(
      refundId: string,
      answer: "return" | "decline",
      by: MallOperator,
      writeNote: (db: Database, orderId: string, noteId: string, now: Date) => Promise<void>,
    ): Promise<ReviewOutcome> {
      const [at, noteId] = [now(), newId()];
      const action = answer === "return" ? ("refund.return" as const) : ("refund.decline" as const);
      const isDone = await withAuditEntry(
        db,
        async (transaction) => {
          const orderId = await review(transaction, refundId, answer, { noteId, by: by.id, now: at });
          if (orderId !== null) await writeNote(transaction, orderId, noteId, at);
          return orderId !== null;
        },
        (isReviewed) => (isReviewed ? refundAuditEntry(by, action, refundId, at) : null),
      );
      return isDone ? "done" : stateOf(refundId, by);
    },
    /** Submits a returned or declined refund again; it waits for a second operator. */
    async resubmit(refundId: string, by: MallOperator): Promise<ReviewOutcome> {
      const at = now();
      const isDone = await withAuditEntry(
        db,
        (transaction) => resubmit(transaction, refundId, { by: by.id, now: at }),
        (isWaiting) => (isWaiting ? refundAuditEntry(by, "refund.resubmit", refundId, at) : null),
      );
      if (isDone) return "done";
      return (await findRefundEntry(db, refundId)) === null ? "notFound" : "state";
    },
  };
}
