import { Suspense, useState, type ReactNode } from "react";
import type { ArticleDetail } from "#contract/community-articles.ts";
import type { Comment } from "#contract/community-shapes.ts";
import { send } from "../platform/http/send.ts";
import { loadComments } from "./api.ts";
import { expire, switches } from "./club-state.ts";
import { part } from "./part.ts";

const { Part: CommentSheet, whenReady } = part(() => import("./comment-sheet.tsx"));

export type CommentsState = {
  readonly list: readonly Comment[];
  /** How many there are, as last heard. */
  readonly count: number;
  readonly nextCursor: string | null;
  /** Written meanwhile by others, not on show. */
  readonly fresh: number;
  /** @throws Refusal */
  readonly load: (cursor: string) => Promise<void>;
  /** Those written meanwhile. @throws Refusal */
  readonly loadFresh: () => Promise<void>;
  readonly write: (to: Comment | null) => void;
  readonly remove: (comment: Comment, count: number) => void;
  readonly sheet: ReactNode;
};

const learn = (comments: readonly Comment[]): void => {
  for (const { commentId, liked, likes } of comments)
    switches.learn(`comment ${commentId}`, { isOn: liked, count: likes });
};

/**
 * An article's comments, oldest first: those loaded with it, those that follow, and one's own.
 * @param live how many there are by the latest news; null: no news yet
 */
export function useComments(article: ArticleDetail, live: number | null): CommentsState {
  const { articleId, commentPage } = article;
  const [further, setFurther] = useState<readonly Comment[]>([]);
  const [cursor, setCursor] = useState<string | null | undefined>(undefined);
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  /** What one's own comment or deletion was answered with, and the news of then: later news stands above it. */
  const [own, setOwn] = useState<{ readonly count: number; readonly live: number | null } | null>(null);
  /** How many there were when the list was last loaded. */
  const [base, setBase] = useState(article.comments);
  const [replyTo, setReplyTo] = useState<Comment | null | undefined>(undefined);
  const list = withoutDoubles([...commentPage.list, ...further]).filter(
    ({ commentId }) => !gone.has(commentId),
  );
  const count = own !== null && own.live === live ? own.count : (live ?? article.comments);
  const take = async (from?: string) => {
    const page = await loadComments(send, articleId, from);
    learn(page.list);
    setFurther((before) => [...before, ...page.list]);
    setCursor(page.nextCursor);
  };
  const counted = (comments: number) => {
    setOwn({ count: comments, live });
    setBase(comments);
    expire();
  };
  return {
    list,
    count,
    nextCursor: cursor === undefined ? commentPage.nextCursor : cursor,
    fresh: Math.max(0, count - base),
    load: take,
    loadFresh: async () => {
      await take();
      setBase(count);
    },
    write: (to) => whenReady(() => setReplyTo(to)),
    remove: (comment, comments) => {
      setGone((before) => new Set([...before, comment.commentId]));
      counted(comments);
    },
    sheet:
      replyTo === undefined ? null : (
        <Suspense>
          <CommentSheet
            article={article}
            replyTo={replyTo}
            onAdded={(comment, comments) => {
              setFurther((before) => [...before, comment]);
              counted(comments);
              setReplyTo(undefined);
            }}
            onClose={() => setReplyTo(undefined)}
          />
        </Suspense>
      ),
  };
}

function withoutDoubles(comments: readonly Comment[]): Comment[] {
  const seen = new Set<string>();
  return comments.filter(({ commentId }) => !seen.has(commentId) && seen.add(commentId));
}
