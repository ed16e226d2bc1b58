import { addComment, deleteComment, likeComment, listComments } from "#contract/club/articles.ts";
import { clubLimits } from "#contract/club/limits.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { RpcRouter, CallHandler } from "../../http/pipeline/rpc-router.ts";
import { newId } from "../../core/ids.ts";
import { sha256 } from "../../core/secrets.ts";
import type { ArticleStream } from "../article/article-stream.ts";
import type { ClubContext } from "../club-context.ts";
import { clubMessages } from "../messages.ts";
import { articleNotFound, notInGroup } from "../refusals.ts";
import { validateText } from "../text/content-validation.ts";
import { commentPage } from "./comment-page.ts";

function addRoutes(calls: RpcRouter, club: ClubContext, stream: ArticleStream): void {
  const { comments } = club;
  const add: CallHandler<typeof addComment> = async ({ articleId, content, replyTo }, caller) => {
    const memberId = await club.actor(caller);
    const before = await comments.loadCommentContext(articleId, memberId, replyTo ?? null);
    if (!before || before.is_hidden) throw articleNotFound();
    if (before.status !== 2) throw notInGroup(before.status);
    if (replyTo !== undefined && before.replied_id === null)
      throw new Refusal("notFound", { message: clubMessages.repliedCommentDeleted });
    const limits = { hasParagraphs: false, most: clubLimits.maxCommentLength, mayBeEmpty: false };
    const text = await validateText(club, content, limits);
    await club.enforceRateLimit(memberId, "comment");
    const body_hash = sha256(JSON.stringify([articleId, content, replyTo ?? null]));
    const added = await comments.add({
      comment_id: newId(),
      article_id: articleId,
      member_id: memberId,
      reply_to: replyTo ?? null,
      content: text.content,
      mentions: JSON.stringify(text.mentions),
      idempotency_key: caller.idempotencyKey,
      body_hash,
      created_time: club.time(),
    });
    if (added === null) throw articleNotFound();
    if (added.body_hash !== body_hash) throw new Refusal("conflict", { message: clubMessages.keyReused });
    const about = { actor: memberId, articleId, commentId: added.comment_id };
    const notified = new Set([before.author_id, ...(before.replied_id === null ? [] : [before.replied_id])]);
    await club.notify([
      ...[...notified].map((to) => ({ kind: "comment" as const, to, ...about })),
      ...text.mentions
        .filter(({ id }) => !notified.has(id))
        .map(({ id: to }) => ({ kind: "mention" as const, to, ...about })),
    ]);
    stream.refresh();
    const row = await comments.find(added.comment_id, memberId);
    const [comment] = row ? await club.present.comments([row], memberId) : [];
    if (!comment) throw articleNotFound();
    return { comment, comments: added.comments };
  };
  calls.on(addComment, add);
}

/** Comments: listing, adding, deleting and liking (requirements P02, P20, P22). */
export function commentRoutes(calls: RpcRouter, club: ClubContext, stream: ArticleStream): void {
  addRoutes(calls, club, stream);
  const { comments } = club;
  calls.on(listComments, async ({ articleId, ...asked }, caller) => {
    const viewer = await club.viewer(caller);
    if (!(await club.articles.isReadable(articleId, viewer))) throw articleNotFound();
    return commentPage(club, articleId, viewer, asked);
  });
  calls.on(deleteComment, async ({ commentId }, caller) => {
    const memberId = await club.actor(caller);
    const found = await comments.findWithRole(commentId, memberId);
    if (!found) throw articleNotFound();
    if (found.member_id !== memberId && found.author_id !== memberId) throw new Refusal("forbidden");
    const left = await comments.setStatus(found.article_id, commentId, { to: 3 });
    stream.refresh();
    return { comments: left };
  });
  calls.on(likeComment, async ({ commentId, liked }, caller) => {
    const memberId = await club.actor(caller);
    if (!(await comments.isVisible(commentId, memberId))) throw articleNotFound();
    await club.enforceRateLimit(memberId, "like");
    const likes = await club.commentLikes.add(commentId, { memberId, isOn: liked, time: club.time() });
    if (likes === null) throw articleNotFound();
    return { liked, likes };
  });
}
