import { trimmed } from "#contract/core/text.ts";
import { Refusal } from "#contract/core/errors.ts";
import {
  decideComplaint,
  openComplaints,
  type ComplaintDecision,
  type ComplaintKind,
} from "#contract/club/complaints.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { Database } from "../../database/connection/database.ts";
import { noteLinkUse } from "../../database/shared-tables/staff-links.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import type { ClubContext } from "../club-context.ts";
import { findComplaintLink, type ComplaintSettlement } from "./complaints-store.ts";
import { presentComplaints } from "./complaint-presenter.ts";
import { articleNotFound, groupNotFound } from "../refusals.ts";
import { parseIdCursor, MAX_ID, pageOfRows } from "../cursors.ts";
import type { ContentStatusChange } from "../rules.ts";
import type { ArticleStream } from "../article/article-stream.ts";
import { clubMessages } from "../messages.ts";

/** Decisions that are allowed for each kind of target. */
const decisions: Readonly<Record<ComplaintKind, readonly ComplaintDecision[]>> = {
  article: ["hide", "bar", "reject", "unbar"],
  comment: ["hide", "bar", "reject", "unbar"],
  member: ["bar", "reject", "unbar"],
  group: ["reject", "clear"],
};

/** Applies a decision to its target; idempotent. @throws Refusal "notFound" */
async function applyDecision(
  club: ClubContext,
  { kind, targetId, decision, now }: ComplaintSettlement,
): Promise<void> {
  if (kind === "group") {
    if (decision !== "clear") return;
    const { removePublic } = club.ports.pictures;
    // Deletes the file while the group still has its address, so that a failed deletion can be repeated.
    const cover = await club.complaints.findUploadedCover(targetId);
    if (cover !== null) await removePublic(cover);
    const cleared = await club.complaints.clearGroup(targetId, clubMessages.neutralIntro, now);
    if (cleared === null) throw groupNotFound();
    // Deletes a cover that the leader has uploaded in the meantime, too.
    if (cleared.uploadedCover !== null && cleared.uploadedCover !== cover)
      await removePublic(cleared.uploadedCover);
    return;
  }
  const comment = kind === "comment" ? await club.comments.findWithRole(targetId, "") : null;
  const article = kind === "article" ? await club.articles.findWithRole(targetId, "") : null;
  const memberId = kind === "member" ? targetId : (comment ?? article)?.member_id;
  if (memberId === undefined) throw articleNotFound();
  if (decision === "bar") await club.complaints.setBarred(memberId, now);
  if (decision === "unbar") return club.complaints.setBarred(memberId, null);
  const change: ContentStatusChange = decision === "reject" ? { to: 1 } : { to: 2, by: "operators" };
  const { to } = change;
  if (comment) await club.comments.setStatus(comment.article_id, targetId, change);
  if (article) await club.articles.setStatus(targetId, change);
  const content = comment ?? article;
  if (kind === "member" || !content || content.status === 3) return;
  // Skips the notification only for content that was shown and stays shown.
  if (to === 2 || content.status === 2)
    await club.notifyAuthor({ kind, targetId, outcome: to === 2 ? "hidden" : "shown", by: "operators" });
}

/** Decisions about complaints by operators, who authenticate by a staff link (contract/club/complaints.ts). */
export function complaintRoutes(
  calls: RpcRouter,
  db: Database,
  club: ClubContext,
  stream: ArticleStream,
): void {
  const { complaints } = club;
  const requireLink = async (token: string) => {
    const link = await findComplaintLink(db, token, club.time());
    if (link === null) throw new Refusal("notFound", { message: clubMessages.linkExpired });
    await noteLinkUse(db, "complaint_link", link, club.time());
    return link;
  };
  calls.on(openComplaints, async ({ link, decided, cursor, pageSize }) => {
    const { expires_time } = await requireLink(link);
    const before = cursor === undefined ? MAX_ID : parseIdCursor(cursor);
    const [rows, waiting] = await Promise.all([
      complaints.list(decided, { before, limit: pageSize + 1 }),
      complaints.countWaiting(),
    ]);
    const { shown, nextCursor } = pageOfRows(rows, pageSize, ({ newest_id }) => newest_id);
    const list = await presentComplaints(club, shown, decided);
    return { expiresTime: toShanghaiIso(expires_time), waiting, list, nextCursor };
  });
  calls.on(decideComplaint, async ({ link, by, again, ...asked }, caller) => {
    const { link_id } = await requireLink(link);
    const { kind, targetId, decision } = asked;
    if (!decisions[kind].includes(decision)) {
      const fault = kind === "member" ? clubMessages.membersNotHideable : clubMessages.decisionNotAllowed;
      throw new Refusal("invalid", { fields: { decision: fault } });
    }
    const actor = club.staffActor(link_id, caller);
    const settlement = { ...asked, by: trimmed(by), actor, now: club.time(), isAgain: again };
    if (!(await complaints.settle(settlement)))
      throw new Refusal("conflict", { message: clubMessages.decidedMeanwhile });
    try {
      await applyDecision(club, settlement);
    } catch (error) {
      if (!again) await complaints.reopen(settlement);
      throw error;
    }
    stream.refresh();
    const only = { kind, targetId };
    const rows = await complaints.list(true, { before: MAX_ID, limit: 1, only });
    const [complaint] = await presentComplaints(club, rows, true);
    if (!complaint) throw articleNotFound();
    return { complaint, waiting: await complaints.countWaiting() };
  });
}
