import { Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import type { ArticleDetail } from "#contract/club/articles.ts";
import type { Comment } from "#contract/club/shapes.ts";
import { send } from "../../platform/http/send.ts";
import { loadComments } from "./api.ts";
import { expireScreens, toggles } from "../club-state.ts";
import { lazyOverlay } from "../shared/lazy-overlay.ts";

const { Component: CommentSheet, whenLoaded } = lazyOverlay(() => import("./comment-sheet.tsx"));

export type CommentsState = {
  readonly list: readonly Comment[];
  /** Latest known number of comments. */
  readonly count: number;
  readonly nextCursor: string | null;
  /** Number of others' comments written since the list was loaded. */
  readonly fresh: number;
  /** @throws Refusal */
  readonly load: (cursor: string) => Promise<void>;
  /** Loads the comments written since the list was loaded. @throws Refusal */
  readonly loadFresh: () => Promise<void>;
  /** Opens the sheet. @param replyTo null: comments on the article */
  readonly write: (replyTo: Comment | null) => void;
  readonly remove: (comment: Comment, count: number) => void;
  /** Removes the comments of a blocked member; the count stays, since others still see them. */
  readonly removeOf: (memberId: string) => void;
  readonly sheet: ReactNode;
};

const receiveLikes = (comments: readonly Comment[]): void => {
  for (const { commentId, liked, likes } of comments)
    toggles.receive(`comment ${commentId}`, { isOn: liked, count: likes });
};

/** Loaded comments, oldest first: the page that came with the article, and further ones. */
function useLoadedComments({ articleId, commentPage }: ArticleDetail) {
  const [further, setFurther] = useState<readonly Comment[]>([]);
  /** undefined: no further page was loaded, so the page that came with the article has the cursor. */
  const [furtherCursor, setFurtherCursor] = useState<string | null | undefined>(undefined);
  /** Cursor of the last page, from which newer comments are loaded. */
  const lastCursor = useRef<string | undefined>(undefined);
  const loaded = withoutDuplicates([...commentPage.list, ...further]);
  const add = (comments: readonly Comment[]) => setFurther((before) => [...before, ...comments]);
  const isNew = (one: Comment) => loaded.every(({ commentId }) => commentId !== one.commentId);
  /** Loads a page, by default the last one again for newer comments. @returns whether the list is complete now */
  const load = async (from = lastCursor.current): Promise<boolean> => {
    let cursor = from;
    let page = await loadComments(send, articleId, cursor);
    // A last page that was full has no new comments: continues with the next one.
    while (page.nextCursor !== null && !page.list.some(isNew)) {
      cursor = page.nextCursor;
      page = await loadComments(send, articleId, cursor);
    }
    lastCursor.current = cursor;
    receiveLikes(page.list);
    add(page.list);
    setFurtherCursor(page.nextCursor);
    return page.nextCursor === null;
  };
  const nextCursor = furtherCursor === undefined ? commentPage.nextCursor : furtherCursor;
  return { loaded, nextCursor, add, load };
}

/** Latest known number of comments, and how many of them were written after the list was loaded. */
function useCount(article: ArticleDetail, live: number | null) {
  /** Count after the viewer's own comment or deletion; a live count that differs from the one of then replaces it. */
  const [own, setOwn] = useState<{ readonly count: number; readonly live: number | null } | null>(null);
  /** Count when the list was last complete; null: the count of the article. */
  const [base, setBase] = useState<number | null>(null);
  const count = own !== null && own.live === live ? own.count : (live ?? article.comments);
  const newest = useRef(count);
  useEffect(() => {
    newest.current = count;
  }, [count]);
  return {
    count,
    fresh: Math.max(0, count - (base ?? article.comments)),
    /** Must be called when the list is complete. */
    markComplete: () => setBase(newest.current),
    /** Applies a change by the viewer. @param by change of the list's length, so that others' new comments still count */
    update: (comments: number, by: 1 | -1) => {
      setOwn({ count: comments, live });
      setBase((before) => (before ?? article.comments) + by);
      expireScreens();
    },
  };
}

/**
 * Comments of an article, oldest first: those loaded with it, further pages and the viewer's new ones.
 * @param live latest live count; null: none yet
 */
export function useComments(article: ArticleDetail, live: number | null): CommentsState {
  const { loaded, nextCursor, add, load } = useLoadedComments(article);
  const { count, fresh, markComplete, update } = useCount(article, live);
  /** Ids of deleted comments and of blocked members. */
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const [replyTo, setReplyTo] = useState<Comment | null | undefined>(undefined);
  const hide = (id: string) => setRemoved((before) => new Set([...before, id]));
  const loadMore = async (from?: string) => {
    if (await load(from)) markComplete();
  };
  return {
    list: loaded.filter(({ commentId, author }) => !removed.has(commentId) && !removed.has(author.id)),
    count,
    nextCursor,
    // While further pages exist, new comments come with them.
    fresh: nextCursor === null ? fresh : 0,
    load: loadMore,
    loadFresh: () => loadMore(),
    write: (to) => whenLoaded(() => setReplyTo(to)),
    remove: (comment, comments) => {
      hide(comment.commentId);
      update(comments, -1);
    },
    removeOf: hide,
    sheet:
      replyTo === undefined ? null : (
        <Suspense>
          <CommentSheet
            article={article}
            replyTo={replyTo}
            onAdded={(comment, comments) => {
              add([comment]);
              update(comments, 1);
              setReplyTo(undefined);
            }}
            onClose={() => setReplyTo(undefined)}
          />
        </Suspense>
      ),
  };
}

function withoutDuplicates(comments: readonly Comment[]): Comment[] {
  const seen = new Set<string>();
  return comments.filter(({ commentId }) => !seen.has(commentId) && seen.add(commentId));
}
