import { Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import type { ArticleDetail } from "#contract/club/articles.ts";
import type { Comment } from "#contract/club/shapes.ts";
import { send } from "../../platform/http/send.ts";
import { loadComments } from "../api.ts";
import { expireScreens, toggles } from "../club-state.ts";
import { lazyOverlay } from "../shared/lazy-overlay.ts";

const { Part: CommentSheet, whenReady } = lazyOverlay(() => import("./comment-sheet.tsx"));

export type CommentsState = {
  readonly list: readonly Comment[];
  /** How many there are, as last heard. */
  readonly count: number;
  readonly nextCursor: string | null;
  /** Written meanwhile by others, beyond the list's end. */
  readonly fresh: number;
  /** @throws Refusal */
  readonly load: (cursor: string) => Promise<void>;
  /** Those written meanwhile. @throws Refusal */
  readonly loadFresh: () => Promise<void>;
  readonly write: (to: Comment | null) => void;
  readonly remove: (comment: Comment, count: number) => void;
  /** Of somebody whom the person no longer sees; for others they are still there, and count. */
  readonly removeOf: (memberId: string) => void;
  readonly sheet: ReactNode;
};

const learn = (comments: readonly Comment[]): void => {
  for (const { commentId, liked, likes } of comments)
    toggles.learn(`comment ${commentId}`, { isOn: liked, count: likes });
};

/** Comments as far as they are loaded, oldest first: those that came with the article, and those that follow. */
function useLoaded({ articleId, commentPage }: ArticleDetail) {
  const [further, setFurther] = useState<readonly Comment[]>([]);
  const [cursor, setCursor] = useState<string | null | undefined>(undefined);
  /** Where the last page begins: what is written later follows from there. */
  const lastPage = useRef<string | undefined>(undefined);
  const loaded = withoutDoubles([...commentPage.list, ...further]);
  const add = (comments: readonly Comment[]) => setFurther((before) => [...before, ...comments]);
  const isNew = (one: Comment) => loaded.every(({ commentId }) => commentId !== one.commentId);
  /** A page, or what follows the end that was. @returns whether the list is at its end now */
  const load = async (from = lastPage.current): Promise<boolean> => {
    let at = from;
    let page = await loadComments(send, articleId, at);
    // A last page that was full leads on to one with what is new.
    while (page.nextCursor !== null && !page.list.some(isNew)) {
      at = page.nextCursor;
      page = await loadComments(send, articleId, at);
    }
    lastPage.current = at;
    learn(page.list);
    add(page.list);
    setCursor(page.nextCursor);
    return page.nextCursor === null;
  };
  return {
    loaded,
    nextCursor: cursor === undefined ? commentPage.nextCursor : cursor,
    add,
    load,
  };
}

/** How many there are, as last heard; and how many of them were written after the list was loaded. */
function useCount(article: ArticleDetail, live: number | null) {
  /** What one's own comment or deletion was answered with, and the news of then: later news stands above it. */
  const [own, setOwn] = useState<{ readonly count: number; readonly live: number | null } | null>(null);
  /** How many there were when the list was last at its end; null: as the article says. */
  const [base, setBase] = useState<number | null>(null);
  const count = own !== null && own.live === live ? own.count : (live ?? article.comments);
  const newest = useRef(count);
  useEffect(() => {
    newest.current = count;
  }, [count]);
  return {
    count,
    fresh: Math.max(0, count - (base ?? article.comments)),
    /** The list is at its end. */
    isWhole: () => setBase(newest.current),
    /** @param by how many of the list came or went here: what others wrote meanwhile is still to come */
    tell: (comments: number, by: 1 | -1) => {
      setOwn({ count: comments, live });
      setBase((before) => (before ?? article.comments) + by);
      expireScreens();
    },
  };
}

/**
 * An article's comments, oldest first: those loaded with it, those that follow, and one's own.
 * @param live how many there are by the latest news; null: no news yet
 */
export function useComments(article: ArticleDetail, live: number | null): CommentsState {
  const { loaded, nextCursor, add, load } = useLoaded(article);
  const { count, fresh, isWhole, tell } = useCount(article, live);
  /** Ids of comments, and of people whom the person sees no more. */
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [replyTo, setReplyTo] = useState<Comment | null | undefined>(undefined);
  const forget = (id: string) => setGone((before) => new Set([...before, id]));
  const goOn = async (from?: string) => {
    if (await load(from)) isWhole();
  };
  return {
    list: loaded.filter(({ commentId, author }) => !gone.has(commentId) && !gone.has(author.id)),
    count,
    nextCursor,
    // As long as the list goes on, they come at its end by themselves.
    fresh: nextCursor === null ? fresh : 0,
    load: goOn,
    loadFresh: () => goOn(),
    write: (to) => whenReady(() => setReplyTo(to)),
    remove: (comment, comments) => {
      forget(comment.commentId);
      tell(comments, -1);
    },
    removeOf: forget,
    sheet:
      replyTo === undefined ? null : (
        <Suspense>
          <CommentSheet
            article={article}
            replyTo={replyTo}
            onAdded={(comment, comments) => {
              add([comment]);
              tell(comments, 1);
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
