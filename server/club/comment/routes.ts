import { Refusal } from "#contract/core/errors.ts";
import { clubLimits } from "#contract/club/limits.ts";
import { addComment, deleteComment, likeComment, listComments, moderate } from "#contract/club/articles.ts";
import type { CommentPage } from "#contract/club/shapes.ts";
import type { RpcRouter, CallHandler } from "../../http/pipeline/rpc-router.ts";
import { newId } from "../../core/ids.ts";
import { sha256 } from "../../core/secrets.ts";
import { articlesStore } from "../article/articles-store.ts";
import type { ClubContext } from "../club-context.ts";
import { commentsStore } from "./comments-store.ts";
import { noticesStore, notifyAuthor } from "../notice/notices-store.ts";
import { idOfCursor, pageOfRows, type ContentStatusChange } from "../rules.ts";
import type { ArticleStream } from "../article/article-stream.ts";
import type { Viewer } from "../visibility-store.ts";
import { validateText } from "../text/content-validation.ts";
import { clubMessages } from "../messages.ts";

const articleNotFound = () => new Refusal("notFound", { message: clubMessages.noArticle });

export async function loadCommentPage(
  club: ClubContext,
  articleId: string,
  viewer: Viewer,
  { cursor, pageSize }: { readonly cursor?: string | undefined; readonly pageSize: number },
): Promise<CommentPage> {
  const after = cursor === undefined ? "" : idOfCursor(cursor);
  const rows = await club.comments.list(articleId, viewer, after, pageSize + 1);
  const { shown, nextCursor } = pageOfRows(rows, pageSize, ({ comment_id }) => comment_id);
  return { list: await club.present.comments(shown, viewer), nextCursor };
}

function writeRoutes(calls: RpcRouter, club: ClubContext, stream: ArticleStream): void {
  const { comments } = club;
  const add: CallHandler<typeof addComment> = async ({ articleId, content, replyTo }, caller) => {
    const memberId = await club.actor(caller);
    const before = await comments.before(articleId, memberId, replyTo ?? null);
    if (!before || before.is_hidden) throw articleNotFound();
    if (before.status !== 2)
      throw new Refusal("flowBranch", {
        remark: before.status === 3 ? clubMessages.blocked : clubMessages.notJoined,
      });
    if (replyTo !== undefined && before.replied_id === null)
      throw new Refusal("notFound", { message: clubMessages.noReply });
    const terms = { hasParagraphs: false, most: clubLimits.commentMost, mayBeEmpty: false };
    const text = await validateText(club, content, terms);
    await club.mustBePaced(memberId, "comment");
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
    if (added.body_hash !== body_hash) throw new Refusal("conflict", { message: clubMessages.changed });
    const about = { actor: memberId, articleId, commentId: added.comment_id };
    const told = new Set([before.author_id, ...(before.replied_id === null ? [] : [before.replied_id])]);
    await club.tell([
      ...[...told].map((to) => ({ kind: "comment" as const, to, ...about })),
      ...text.mentions
        .filter(({ id }) => !told.has(id))
        .map(({ id: to }) => ({ kind: "mention" as const, to, ...about })),
    ]);
    stream.look();
    const row = await comments.one(added.comment_id, memberId);
    const [comment] = row ? await club.present.comments([row], memberId) : [];
    if (!comment) throw articleNotFound();
    return { comment, comments: added.comments };
  };
  calls.on(addComment, add);
}

/** What those who lead a group do with what is written in it. */
function moderationRoutes(calls: RpcRouter, club: ClubContext, stream: ArticleStream): void {
  const { comments } = club;
  const decide: CallHandler<typeof moderate> = async ({ kind, targetId, action, reason }, caller) => {
    const memberId = await club.actor(caller);
    const comment = kind === "comment" ? await comments.standing(targetId, memberId) : null;
    const found = kind === "article" ? await club.articles.standing(targetId, memberId) : comment;
    if (!found || found.status === 3) throw articleNotFound();
    if (found.member_status !== 2 || (found.role ?? 0) === 0) throw new Refusal("forbidden");
    await club.mustBePaced(memberId, "lead");
    const entry = { action: "club.moderate", about: { kind, id: targetId }, outcome: action } as const;
    if (action === "feature" || action === "unfeature") {
      if (kind === "comment") throw new Refusal("forbidden");
      await club.leading(caller, entry, (db) => articlesStore(db).feature(targetId, action === "feature"));
      return null;
    }
    const fate: ContentStatusChange = action === "show" ? { to: 1 } : { to: 2, by: "leaders" };
    if (action === "show") {
      // What was shown all the time nobody has looked at, so that its complaints count on.
      if (found.status === 1) return null;
      // What operators have hidden is theirs to show again, and nobody judges complaints of their own.
      if (found.hidden_by === "operators") throw new Refusal("forbidden");
      if (found.hidden_by === "complaints" && found.member_id === memberId)
        throw new Refusal("flowBranch", { remark: clubMessages.ownHidden });
    }
    await club.leading(caller, entry, async (db) => {
      if (comment) await commentsStore(db).setStatus(comment.article_id, targetId, fate);
      else await articlesStore(db).setStatus(targetId, fate);
      if (action === "show") await noticesStore(db).clear(kind, targetId, club.time());
      // What stands as it stood is no news, and nobody is told of what they do themselves.
      if (found.status === fate.to || found.member_id === memberId) return;
      const outcome = action === "show" ? "shown" : "hidden";
      const explanation = action === "show" ? "" : reason.trim();
      await notifyAuthor(db, { kind, targetId, outcome, by: "leaders", explanation }, club.time());
    });
    stream.look();
    return null;
  };
  calls.on(moderate, decide);
}

/** Comments, and moderation of what is written in a group. */
export function commentRoutes(calls: RpcRouter, club: ClubContext, stream: ArticleStream): void {
  writeRoutes(calls, club, stream);
  moderationRoutes(calls, club, stream);
  const { comments } = club;
  calls.on(listComments, async ({ articleId, ...asked }, caller) => {
    const viewer = await club.viewer(caller);
    if (!(await club.articles.isRead(articleId, viewer))) throw articleNotFound();
    return loadCommentPage(club, articleId, viewer, asked);
  });
  calls.on(deleteComment, async ({ commentId }, caller) => {
    const memberId = await club.actor(caller);
    const found = await comments.standing(commentId, memberId);
    if (!found) throw articleNotFound();
    if (found.member_id !== memberId && found.author_id !== memberId) throw new Refusal("forbidden");
    const left = await comments.setStatus(found.article_id, commentId, { to: 3 });
    stream.look();
    return { comments: left };
  });
  calls.on(likeComment, async ({ commentId, liked }, caller) => {
    const memberId = await club.actor(caller);
    if (!(await comments.isSeen(commentId, memberId))) throw articleNotFound();
    await club.mustBePaced(memberId, "like");
    const likes = await club.commentLikes.add(commentId, { memberId, isOn: liked, time: club.time() });
    if (likes === null) throw articleNotFound();
    return { liked, likes };
  });
}
