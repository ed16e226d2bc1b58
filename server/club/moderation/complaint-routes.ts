import { Refusal } from "#contract/core/errors.ts";
import { decideComplaint, openComplaints, type ComplaintDecision } from "#contract/club/complaints.ts";
import { toShanghaiIso } from "../../activity/index.ts";
import type { Database } from "../../database/connection/database.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import type { ClubContext } from "../club-context.ts";
import { openComplaintLink, type ComplaintTargetKind, type ComplaintSettlement } from "./complaints-store.ts";
import { presentComplaints } from "./complaint-presenter.ts";
import { groupNotFound } from "../group/routes.ts";
import { idOfCursor, BEFORE_NEWEST, pageOfRows, type ContentStatusChange } from "../rules.ts";
import type { ArticleStream } from "../article/article-stream.ts";
import { clubMessages } from "../messages.ts";

/** What can be decided of each. */
const decisions: Readonly<Record<ComplaintTargetKind, readonly ComplaintDecision[]>> = {
  article: ["hide", "bar", "reject", "unbar"],
  comment: ["hide", "bar", "reject", "unbar"],
  member: ["bar", "reject", "unbar"],
  group: ["reject", "clear"],
};

/** Does what was decided; idempotent. @throws Refusal "notFound" */
async function applyDecision(
  club: ClubContext,
  { kind, targetId, decision, now }: ComplaintSettlement,
): Promise<void> {
  if (kind === "group") {
    if (decision !== "clear") return;
    const { removePublic } = club.ports.pictures;
    // Before its address goes from the group: a file that cannot be deleted now is found again by the next try.
    const cover = await club.complaints.ownCover(targetId);
    if (cover !== null) await removePublic(cover);
    const cleared = await club.complaints.clearGroup(targetId, clubMessages.noIntro, now);
    if (cleared === null) throw groupNotFound();
    // Sent meanwhile.
    if (cleared.ownCover !== null && cleared.ownCover !== cover) await removePublic(cleared.ownCover);
    return;
  }
  const comment = kind === "comment" ? await club.comments.standing(targetId, "") : null;
  const article = kind === "article" ? await club.articles.standing(targetId, "") : null;
  const memberId = kind === "member" ? targetId : (comment ?? article)?.member_id;
  if (memberId === undefined) throw new Refusal("notFound", { message: clubMessages.noArticle });
  if (decision === "bar") await club.complaints.bar(memberId, now);
  if (decision === "unbar") return club.complaints.bar(memberId, null);
  const fate: ContentStatusChange = decision === "reject" ? { to: 1 } : { to: 2, by: "operators" };
  const { to } = fate;
  if (comment) await club.comments.setStatus(comment.article_id, targetId, fate);
  if (article) await club.articles.setStatus(targetId, fate);
  const written = comment ?? article;
  if (kind === "member" || !written || written.status === 3) return;
  // What was shown all the time is no news to its author; that operators leave it hidden is.
  if (to === 2 || written.status === 2)
    await club.tellAuthor({ kind, targetId, outcome: to === 2 ? "hidden" : "shown", by: "operators" });
}

/** Complaints, for operators who have a link to decide them (contract/club/complaints.ts). */
export function complaintRoutes(
  calls: RpcRouter,
  db: Database,
  club: ClubContext,
  stream: ArticleStream,
): void {
  const { complaints } = club;
  const mustBeGood = async (token: string) => {
    const link = await openComplaintLink(db, token, club.time());
    if (link === null) throw new Refusal("notFound", { message: clubMessages.linkOver });
    return link;
  };
  calls.on(openComplaints, async ({ link, decided, cursor, pageSize }) => {
    const { expires_time } = await mustBeGood(link);
    const before = cursor === undefined ? BEFORE_NEWEST : idOfCursor(cursor);
    const [rows, waiting] = await Promise.all([
      complaints.list(decided, { before, limit: pageSize + 1 }),
      complaints.waiting(),
    ]);
    const { shown, nextCursor } = pageOfRows(rows, pageSize, ({ newest_id }) => newest_id);
    const list = await presentComplaints(club, shown, decided);
    return { expiresTime: toShanghaiIso(expires_time), waiting, list, nextCursor };
  });
  calls.on(decideComplaint, async ({ link, by, again, ...asked }, caller) => {
    const { link_id } = await mustBeGood(link);
    const { kind, targetId, decision } = asked;
    if (!decisions[kind].includes(decision)) {
      const fault = kind === "member" ? clubMessages.notHidden : clubMessages.notDecidedSo;
      throw new Refusal("invalid", { fields: { decision: fault } });
    }
    const actor = club.staff(link_id, caller);
    const settling = { ...asked, by: by.trim(), actor, now: club.time(), isAgain: again };
    if (!(await complaints.settle(settling)))
      throw new Refusal("conflict", { message: clubMessages.decidedMeanwhile });
    try {
      await applyDecision(club, settling);
    } catch (error) {
      if (!again) await complaints.reopen(settling);
      throw error;
    }
    stream.look();
    const only = { kind, targetId };
    const rows = await complaints.list(true, { before: BEFORE_NEWEST, limit: 1, only });
    const [complaint] = await presentComplaints(club, rows, true);
    if (!complaint) throw new Refusal("notFound", { message: clubMessages.noArticle });
    return { complaint, waiting: await complaints.waiting() };
  });
}
