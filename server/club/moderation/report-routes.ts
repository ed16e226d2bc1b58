import { trimmed } from "#contract/core/text.ts";
import { Refusal } from "#contract/core/errors.ts";
import { reportContent, requestModerationReview } from "#contract/club/members.ts";
import type { RpcRouter, CallHandler } from "../../http/pipeline/rpc-router.ts";
import type { ArticleStream } from "../article/article-stream.ts";
import { articlesStore } from "../article/articles-store.ts";
import type { ClubContext } from "../club-context.ts";
import { commentsStore } from "../comment/comments-store.ts";
import { clubMessages } from "../messages.ts";
import { notifyAuthor } from "../notification/notifications-store.ts";
import { articleNotFound, groupNotFound } from "../refusals.ts";
import { REPORTS_TO_HIDE } from "../rules.ts";

/** Complaints of members, and review requests of authors whose content is hidden (requirement P23). */
export function reportRoutes(calls: RpcRouter, club: ClubContext, stream: ArticleStream): void {
  const report: CallHandler<typeof reportContent> = async ({ kind, targetId, reason, detail }, caller) => {
    const memberId = await club.actor(caller);
    const article = kind === "article" ? await club.articles.findWithRole(targetId, memberId) : null;
    const comment = kind === "comment" ? await club.comments.findWithRole(targetId, memberId) : null;
    const member = kind === "member" ? await club.members.findProfile(targetId, memberId) : null;
    const group = kind === "group" ? await club.groups.find(targetId, memberId, club.midnight()) : null;
    if (kind === "group" && group === null) throw groupNotFound();
    if (!article && !comment && !member && !group) throw articleNotFound();
    if (group?.status === 2 && group.role === 2)
      throw new Refusal("flowBranch", { remark: clubMessages.ownGroup });
    await club.enforceRateLimit(memberId, "report");
    const complaints = await club.reports.add({ memberId, kind, targetId, reason, detail }, club.time());
    if (complaints < REPORTS_TO_HIDE) return null;
    const content = comment ?? article;
    const change = { to: 2, by: "complaints" } as const;
    if (content && (kind === "article" || kind === "comment"))
      await club.withHideAudit({ kind, id: targetId }, async (db) => {
        if (comment) await commentsStore(db).setStatus(comment.article_id, targetId, change);
        else await articlesStore(db).setStatus(targetId, change);
        if (content.status === 1)
          await notifyAuthor(db, { kind, targetId, outcome: "hidden", by: "complaints" }, club.time());
      });
    stream.refresh();
    return null;
  };
  calls.on(reportContent, report);
  calls.on(requestModerationReview, async ({ kind, targetId, detail }, caller) => {
    const memberId = await club.actor(caller);
    const found =
      kind === "article"
        ? await club.articles.findWithRole(targetId, memberId)
        : await club.comments.findWithRole(targetId, memberId);
    if (!found || found.member_id !== memberId || found.status !== 2) throw articleNotFound();
    await club.enforceRateLimit(memberId, "review");
    await club.reports.add(
      { memberId, kind, targetId, reason: "review", detail: trimmed(detail) },
      club.time(),
    );
    return null;
  });
}
