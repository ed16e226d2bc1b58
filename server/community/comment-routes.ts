import { Refusal } from "#contract/errors.ts";
import { communityLimits } from "#contract/community-limits.ts";
import {
  addComment,
  deleteComment,
  likeComment,
  listComments,
  moderate,
} from "#contract/community-articles.ts";
import type { CommentPage } from "#contract/community-shapes.ts";
import type { Calls, Handler } from "../http/calls.ts";
import { newId } from "../ids.ts";
import { sha256 } from "../secrets.ts";
import { articlesStore } from "./articles-store.ts";
import type { Club } from "./club.ts";
import { commentsStore } from "./comments-store.ts";
import { noticesStore, tellAuthor } from "./notices-store.ts";
import { idOfCursor, pageOf, type Fate } from "./rules.ts";
import type { Stream } from "./stream.ts";
import type { Viewer } from "./views.ts";
import { writtenText } from "./writing.ts";
import { words } from "./words.ts";

const noArticle = () => new Refusal("notFound", { message: words.noArticle });

export async function commentPage(
  club: Club,
  articleId: string,
  viewer: Viewer,
  { cursor, pageSize }: { readonly cursor?: string | undefined; readonly pageSize: number },
): Promise<CommentPage> {
  const after = cursor === undefined ? "" : idOfCursor(cursor);
  const rows = await club.comments.list(articleId, viewer, after, pageSize + 1);
  const { shown, nextCursor } = pageOf(rows, pageSize, ({ comment_id }) => comment_id);
  return { list: await club.present.comments(shown, viewer), nextCursor };
}

function writeRoutes(calls: Calls, club: Club, stream: Stream): void {
  const { comments } = club;
  const add: Handler<typeof addComment> = async ({ articleId, content, replyTo }, caller) => {
    const memberId = await club.actor(caller);
    const before = await comments.before(articleId, memberId, replyTo ?? null);
    if (!before || before.is_hidden) throw noArticle();
    if (before.status !== 2)
      throw new Refusal("flowBranch", { remark: before.status === 3 ? words.blocked : words.notJoined });
    if (replyTo !== undefined && before.replied_id === null)
      throw new Refusal("notFound", { message: words.noReply });
    const terms = { hasParagraphs: false, most: communityLimits.commentMost, mayBeEmpty: false };
    const text = await writtenText(club, content, terms);
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
    if (added === null) throw noArticle();
    if (added.body_hash !== body_hash) throw new Refusal("conflict", { message: words.changed });
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
    if (!comment) throw noArticle();
    return { comment, comments: added.comments };
  };
  calls.on(addComment, add);
}

/** What those who lead a group do with what is written in it. */
function decideRoutes(calls: Calls, club: Club, stream: Stream): void {
  const { comments } = club;
  const decide: Handler<typeof moderate> = async ({ kind, targetId, action, reason }, caller) => {
    const memberId = await club.actor(caller);
    const comment = kind === "comment" ? await comments.standing(targetId, memberId) : null;
    const found = kind === "article" ? await club.articles.standing(targetId, memberId) : comment;
    if (!found || found.status === 3) throw noArticle();
    if (found.member_status !== 2 || (found.role ?? 0) === 0) throw new Refusal("forbidden");
    await club.mustBePaced(memberId, "lead");
    const entry = { action: "club.moderate", about: { kind, id: targetId }, outcome: action } as const;
    if (action === "feature" || action === "unfeature") {
      if (kind === "comment") throw new Refusal("forbidden");
      await club.leading(caller, entry, (db) => articlesStore(db).feature(targetId, action === "feature"));
      return null;
    }
    const fate: Fate = action === "show" ? { to: 1 } : { to: 2, by: "leaders" };
    if (action === "show") {
      // What was shown all the time nobody has looked at, so that its complaints count on.
      if (found.status === 1) return null;
      // What operators have hidden is theirs to show again, and nobody judges complaints of their own.
      if (found.hidden_by === "operators") throw new Refusal("forbidden");
      if (found.hidden_by === "complaints" && found.member_id === memberId)
        throw new Refusal("flowBranch", { remark: words.ownHidden });
    }
    await club.leading(caller, entry, async (db) => {
      if (comment) await commentsStore(db).setStatus(comment.article_id, targetId, fate);
      else await articlesStore(db).setStatus(targetId, fate);
      if (action === "show") await noticesStore(db).clear(kind, targetId, club.time());
      // What stands as it stood is no news, and nobody is told of what they do themselves.
      if (found.status === fate.to || found.member_id === memberId) return;
      const outcome = action === "show" ? "shown" : "hidden";
      const explanation = action === "show" ? "" : reason.trim();
      await tellAuthor(db, { kind, targetId, outcome, by: "leaders", explanation }, club.time());
    });
    stream.look();
    return null;
  };
  calls.on(moderate, decide);
}

/** Comments, and moderation of what is written in a group. */
export function commentRoutes(calls: Calls, club: Club, stream: Stream): void {
  writeRoutes(calls, club, stream);
  decideRoutes(calls, club, stream);
  const { comments } = club;
  calls.on(listComments, async ({ articleId, ...asked }, caller) => {
    const viewer = await club.viewer(caller);
    if (!(await club.articles.isRead(articleId, viewer))) throw noArticle();
    return commentPage(club, articleId, viewer, asked);
  });
  calls.on(deleteComment, async ({ commentId }, caller) => {
    const memberId = await club.actor(caller);
    const found = await comments.standing(commentId, memberId);
    if (!found) throw noArticle();
    if (found.member_id !== memberId && found.author_id !== memberId) throw new Refusal("forbidden");
    const left = await comments.setStatus(found.article_id, commentId, { to: 3 });
    stream.look();
    return { comments: left };
  });
  calls.on(likeComment, async ({ commentId, liked }, caller) => {
    const memberId = await club.actor(caller);
    if (!(await comments.isSeen(commentId, memberId))) throw noArticle();
    await club.mustBePaced(memberId, "like");
    const likes = await club.commentLikes.add(commentId, { memberId, isOn: liked, time: club.time() });
    if (likes === null) throw noArticle();
    return { liked, likes };
  });
}
