import type { ComplaintDecision, ComplaintKind, ComplaintReason } from "#contract/club/complaints.ts";
import { newId } from "../../core/ids.ts";
import { writeAuditEntry } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { articlesStore } from "../article/articles-store.ts";
import type { ClubContext } from "../club-context.ts";
import { commentsStore } from "../comment/comments-store.ts";
import { clubMessages } from "../messages.ts";
import { notifyAuthor } from "../notification/notifications-store.ts";
import { groupNotFound } from "../refusals.ts";
import type { ContentStatusChange } from "../rules.ts";
import { complaintsStore, type ComplaintSettlement } from "./complaints-store.ts";
import { decisionStore, type LockedTarget, type TargetState } from "./decision-store.ts";

/** Decisions that are allowed for each kind of target. */
const decisions: Readonly<Record<ComplaintKind, readonly ComplaintDecision[]>> = {
  article: ["hide", "remove", "bar", "reject", "unbar"],
  comment: ["hide", "remove", "bar", "reject", "unbar"],
  member: ["bar", "reject", "unbar"],
  group: ["reject", "clear"],
};
export const isDecisionAllowed = (kind: ComplaintKind, decision: ComplaintDecision): boolean =>
  decisions[kind].includes(decision);

const DAY = 86_400_000;
/** End of a bar; null: until it is lifted. */
const barEnd = (days: number | null, now: Date): Date | null =>
  days === null || days === 0 ? null : new Date(now.getTime() + days * DAY);

/** A decision of an operator at one of the doors: a complaint link, or the console. */
export type OperatorDecision = ComplaintSettlement & {
  /** null: a complaint link. */
  readonly operatorId: string | null;
  readonly reason: ComplaintReason | null;
  /** Days of a bar; null or 0: until it is lifted. */
  readonly days: number | null;
};
/** Removes a group's texts and cover; the file first, while the group has its address, so that it can be repeated. */
async function clearGroup(
  club: Pick<ClubContext, "ports">,
  transaction: Database,
  { targetId, now }: OperatorDecision,
): Promise<void> {
  const { removePublic } = club.ports.pictures;
  const complaints = complaintsStore(transaction);
  const cover = await complaints.findUploadedCover(targetId);
  if (cover !== null) await removePublic(cover);
  const cleared = await complaints.clearGroup(targetId, clubMessages.neutralIntro, now);
  if (cleared === null) throw groupNotFound();
  // Deletes a cover that the leader has uploaded in the meantime, too.
  if (cleared.uploadedCover !== null && cleared.uploadedCover !== cover)
    await removePublic(cleared.uploadedCover);
}

/** Status of content after a decision; undefined: it stays. */
function changeOf(decision: ComplaintDecision): ContentStatusChange | undefined {
  if (decision === "reject") return { to: 1 };
  if (decision === "remove") return { to: 3 };
  return decision === "hide" || decision === "bar" ? { to: 2, by: "operators" } : undefined;
}

/** Changes the status of content and notifies its author if it became another. */
async function changeContent(
  transaction: Database,
  { kind, targetId, decision, reason, now }: OperatorDecision,
  { state, articleId }: LockedTarget,
): Promise<void> {
  const change = changeOf(decision);
  if (change === undefined || (kind !== "article" && kind !== "comment")) return;
  if (kind === "article") await articlesStore(transaction).setStatus(targetId, change);
  else await commentsStore(transaction).setStatus(articleId ?? "", targetId, change);
  // Skips the notification for content that was shown and stays shown, or that its author has deleted.
  if (state.status === 3 || (change.to === 1 && state.status === 1)) return;
  const outcome = change.to === 1 ? "shown" : change.to === 3 ? "removed" : "hidden";
  const chosen = change.to === 1 ? null : reason;
  await notifyAuthor(transaction, { kind, targetId, outcome, by: "operators", reason: chosen }, now);
}

/** Applies a decision to its target. @throws Refusal "notFound" for a group that was closed */
async function apply(
  club: Pick<ClubContext, "ports">,
  transaction: Database,
  decided: OperatorDecision,
  target: LockedTarget,
): Promise<void> {
  const { kind, decision, reason, days, operatorId, now } = decided;
  if (kind === "group") {
    if (decision === "clear") await clearGroup(club, transaction, decided);
    return;
  }
  await changeContent(transaction, decided, target);
  if (target.memberId === null) return;
  const bars = decisionStore(transaction);
  if (decision === "bar")
    await bars.setBar(target.memberId, { since: now, until: barEnd(days, now), reason, by: operatorId });
  if (decision === "unbar") await bars.setBar(target.memberId, null);
}

type DecideOptions = {
  /** false: also what nobody has complained about is decided. */
  readonly needsComplaints?: boolean;
  /** Whether the locked target is still as the operator saw it; the guard against two who act at once. */
  readonly isAsSeen?: (target: LockedTarget) => boolean;
};
/** Settles the complaints, and writes the one entry of the audit log. @returns false: a colleague has decided them */
async function settle(
  transaction: Database,
  decided: OperatorDecision & { readonly decisionId: string },
  needsComplaints: boolean,
): Promise<boolean> {
  const { kind, targetId, decision, actor, now } = decided;
  // Lifting a bar decides no complaint.
  const isSettled =
    decision === "unbar" && !needsComplaints ? false : await complaintsStore(transaction).settle(decided);
  if (isSettled || needsComplaints) return isSettled;
  await writeAuditEntry(transaction, {
    by: actor,
    action: "complaint.decide",
    about: { kind, id: targetId },
    outcome: decision,
    now,
  });
  return true;
}

/**
 * Decides the complaints about one target in the caller's transaction, the same way for both doors: settles them,
 * changes content and author, notifies them, and records the decision. The target is locked first, so that two who
 * decide at once wait for each other.
 * @returns "gone": no such target; "decided": a colleague was first
 * @throws Refusal "notFound" for a group that was closed
 */
export async function decideTarget(
  club: Pick<ClubContext, "ports">,
  transaction: Database,
  decided: OperatorDecision,
  { needsComplaints = true, isAsSeen = () => true }: DecideOptions = {},
): Promise<{ readonly decisionId: string } | "decided" | "gone"> {
  const store = decisionStore(transaction);
  const { kind, targetId, decision, reason, days, operatorId, now, isAgain } = decided;
  const target = await store.lockTarget(kind, targetId);
  if (target === null) return "gone";
  if (!isAsSeen(target)) return "decided";
  const changes = isAgain || !needsComplaints ? await store.findStanding(kind, targetId) : null;
  const decisionId = newId();
  if (!(await settle(transaction, { ...decided, decisionId }, needsComplaints))) return "decided";
  await apply(club, transaction, decided, target);
  const after = (await store.lockTarget(kind, targetId))?.state ?? target.state;
  await store.record({
    decisionId,
    kind,
    targetId,
    memberId: target.memberId,
    decision,
    reason: decision === "reject" || decision === "unbar" ? null : reason,
    days: decision === "bar" ? (days ?? 0) : null,
    operatorId,
    before: target.state,
    after,
    changes,
    now,
  });
  return { decisionId };
}

/** Whether content and bar are as a decision has left them. */
export const isSameState = (one: TargetState, other: TargetState): boolean =>
  one.status === other.status &&
  one.hiddenBy === other.hiddenBy &&
  one.bar?.since === other.bar?.since &&
  one.bar?.until === other.bar?.until;
