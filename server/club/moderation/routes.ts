import { trimmed } from "#contract/core/text.ts";
import { moderate } from "#contract/club/moderation.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { RpcRouter, CallHandler } from "../../http/pipeline/rpc-router.ts";
import type { ArticleStream } from "../article/article-stream.ts";
import { articlesStore } from "../article/articles-store.ts";
import type { ClubContext } from "../club-context.ts";
import { commentsStore } from "../comment/comments-store.ts";
import { clubMessages } from "../messages.ts";
import { notifyAuthor } from "../notification/notifications-store.ts";
import { articleNotFound, requireStillOwner } from "../refusals.ts";
import type { ContentStatusChange } from "../rules.ts";
import { hiddenRoutes } from "./hidden-routes.ts";
import { reportRoutes } from "./report-routes.ts";
import { reportsStore } from "./reports-store.ts";

/** Moderation of a group's content by its leader and helpers, and complaints of members (requirement P23). */
export function moderationRoutes(calls: RpcRouter, club: ClubContext, stream: ArticleStream): void {
  const { comments } = club;
  hiddenRoutes(calls, club);
  reportRoutes(calls, club, stream);
  const decide: CallHandler<typeof moderate> = async ({ kind, targetId, action, reason }, caller) => {
    const memberId = await club.actor(caller);
    const comment = kind === "comment" ? await comments.findWithRole(targetId, memberId) : null;
    const found = kind === "article" ? await club.articles.findWithRole(targetId, memberId) : comment;
    if (!found || found.status === 3) throw articleNotFound();
    if (found.member_status !== 2 || (found.role ?? 0) === 0) throw new Refusal("forbidden");
    requireStillOwner(caller);
    await club.enforceRateLimit(memberId, "lead");
    const entry = { action: "club.moderate", about: { kind, id: targetId }, outcome: action } as const;
    if (action === "feature" || action === "unfeature") {
      if (kind === "comment") throw new Refusal("forbidden");
      await club.withCallerAudit(caller, entry, (db) =>
        articlesStore(db).setFeatured(targetId, action === "feature"),
      );
      return null;
    }
    const change: ContentStatusChange = action === "show" ? { to: 1 } : { to: 2, by: "leaders" };
    if (action === "show") {
      // Keeps counting the complaints: content that was never hidden has not been reviewed.
      if (found.status === 1) return null;
      // Only operators show again what they have hidden, and nobody decides complaints about their own content.
      if (found.hidden_by === "operators") throw new Refusal("forbidden");
      if (found.hidden_by === "complaints" && found.member_id === memberId)
        throw new Refusal("flowBranch", { remark: clubMessages.ownHidden });
    }
    await club.withCallerAudit(caller, entry, async (db) => {
      if (comment) await commentsStore(db).setStatus(comment.article_id, targetId, change);
      else await articlesStore(db).setStatus(targetId, change);
      if (action === "show") await reportsStore(db).clear(kind, targetId, club.time());
      // Skips the notification when the status is unchanged or authors moderate their own content.
      if (found.status === change.to || found.member_id === memberId) return;
      const outcome = action === "show" ? "shown" : "hidden";
      const explanation = action === "show" ? "" : trimmed(reason);
      await notifyAuthor(db, { kind, targetId, outcome, by: "leaders", explanation }, club.time());
    });
    stream.refresh();
    return null;
  };
  calls.on(moderate, decide);
}
