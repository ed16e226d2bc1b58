import { COMPLAINT_UNDO_TIME } from "#contract/console/club/complaints.ts";
import { withAuditEntry, type AuditActor } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { articlesStore } from "../article/articles-store.ts";
import { commentsStore } from "../comment/comments-store.ts";
import { notifyAuthor, withdrawDecision } from "../notification/notifications-store.ts";
import { complaintsStore } from "./complaints-store.ts";
import { isSameState } from "./decide.ts";
import { decisionStore, type DecisionRow, type LockedTarget } from "./decision-store.ts";

/** The operator who takes a decision back. */
export type UndoingOperator = { readonly operatorId: string; readonly actor: AuditActor; readonly now: Date };
/** Ends the transaction of a decision that cannot be taken back any more. */
class ChangedSince extends Error {}

async function restoreContent(
  transaction: Database,
  { kind, target_id: targetId, before_state: before, after_state: after }: DecisionRow,
  { articleId }: LockedTarget,
  now: Date,
): Promise<void> {
  if ((kind !== "article" && kind !== "comment") || before.status === 3) return;
  const to = before.status === 2 ? 2 : 1;
  const change = { to, by: before.hiddenBy, isUndo: true } as const;
  if (kind === "article") await articlesStore(transaction).setStatus(targetId, change);
  else await commentsStore(transaction).setStatus(articleId ?? "", targetId, change);
  if (before.status === after.status) return;
  const isUnread = await withdrawDecision(transaction, { kind, targetId });
  // The author has read the decision, or content is hidden once more.
  if (!isUnread || to === 2)
    await notifyAuthor(
      transaction,
      { kind, targetId, outcome: to === 2 ? "hidden" : "shown", by: before.hiddenBy ?? "operators" },
      now,
    );
}

/** Takes one decision back. @throws ChangedSince */
async function undoDecision(
  transaction: Database,
  decisionId: string,
  { operatorId, now }: UndoingOperator,
  earlierName: string,
): Promise<DecisionRow> {
  const store = decisionStore(transaction);
  const since = new Date(now.getTime() - COMPLAINT_UNDO_TIME);
  const row = await store.end(decisionId, operatorId, since, now);
  const target = row && (await store.lockTarget(row.kind, row.target_id));
  if (!row || !target || row.decision === "clear" || row.member_id === null || target.isErased)
    throw new ChangedSince();
  if (!isSameState(target.state, row.after_state)) throw new ChangedSince();
  await restoreContent(transaction, row, target, now);
  const { bar } = row.before_state;
  if (row.decision === "bar" || row.decision === "unbar")
    await store.setBar(
      row.member_id,
      bar && { ...bar, since: new Date(bar.since), until: bar.until === null ? null : new Date(bar.until) },
    );
  const earlier = row.changes === null ? null : await store.revive(row.changes);
  await complaintsStore(transaction).unsettle(row, earlier && { ...earlier, name: earlierName });
  return row;
}

/**
 * Takes back own decisions of the last ten minutes, each in a transaction of its own; what was changed since is left.
 * @returns the number of decisions that were taken back
 */
export async function undoDecisions(
  db: Database,
  decisionIds: readonly string[],
  operator: UndoingOperator,
  nameOf: (operatorId: string | null) => Promise<string>,
): Promise<number> {
  let undone = 0;
  for (const decisionId of new Set(decisionIds)) {
    // Read before the transaction, which the embedded database has only one of.
    const changed = await decisionStore(db).findChanged(decisionId);
    const earlierName = changed === null ? "" : await nameOf(changed.operator_id);
    try {
      await withAuditEntry(
        db,
        (transaction) => undoDecision(transaction, decisionId, operator, earlierName),
        ({ kind, target_id: id, decision }) => ({
          by: operator.actor,
          action: "complaint.undo",
          about: { kind, id },
          outcome: decision,
          now: operator.now,
        }),
      );
      undone++;
    } catch (error) {
      if (!(error instanceof ChangedSince)) throw error;
    }
  }
  return undone;
}
