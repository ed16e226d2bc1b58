import { useEffect, useRef, type RefObject } from "react";
import { Link } from "react-router";
import type { ArticleDetail } from "#contract/community-articles.ts";
import type { Comment } from "#contract/community-shapes.ts";
import { raise, toast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { refusalOf } from "../ui/failure.ts";
import { useFocusKept } from "../platform/focus-kept.ts";
import { Tag } from "../ui/tag.tsx";
import { removeComment } from "./api.ts";
import { Avatar } from "./avatar.tsx";
import { MoreIcon } from "./icons.tsx";
import { LikeButton } from "./like-button.tsx";
import { More } from "./more.tsx";
import { Ago } from "./now.tsx";
import { RichText } from "./rich-text.tsx";
import type { CommentsState } from "./use-comments.tsx";
import { useMore } from "./use-more.tsx";
import { useWantedComment } from "./use-wanted-comment.ts";
import { words } from "./words.ts";

type CommentProps = {
  comment: Comment;
  article: ArticleDetail;
  isByAuthor: boolean;
  /** The address names it, and it came later than the page. */
  isWanted: boolean;
  state: CommentsState;
};

async function removeOwn(comment: Comment, state: CommentsState): Promise<void> {
  const { title, text, confirm, cancel } = words.removeComment;
  if (!(await raise("dialog", { title, text, confirm, cancel }))) return;
  try {
    const { comments } = await removeComment(send, comment.commentId);
    state.remove(comment, comments);
    toast(words.removed);
  } catch (error) {
    if (refusalOf(error) === null) throw error;
  }
}

/** One comment: who, what, when; to like, to answer, and what else can be done about it. */
function OneComment({ comment, article, isByAuthor, isWanted, state }: CommentProps) {
  const { author, content, mentions, replyTo, commentId, createdTime, likes, liked, own } = comment;
  const more = useMore({
    kind: "comment",
    comment,
    manages: article.manages,
    isBelowOwn: article.own,
    onGone: () => state.remove(comment, Math.max(0, state.count - 1)),
    onBlocked: () => state.removeOf(author.id),
    onDelete: () => void removeOwn(comment, state),
  });
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    item.current?.scrollIntoView({ block: "center" });
    item.current?.focus({ preventScroll: true });
  }, [isWanted]);
  return (
    <li ref={item} className="cl-cm" id={`comment-${commentId}`} tabIndex={-1}>
      <Link to={`/club/member/${author.id}`} aria-label={author.displayName} prefetch="intent">
        <Avatar url={author.avatar} size={36} />
      </Link>
      <div>
        <p className="bs md row g2">
          <Link to={`/club/member/${author.id}`} className="el1 cl-name" dir="auto">
            {author.displayName}
          </Link>
          {isByAuthor && <Tag kind="mute">{words.isAuthor}</Tag>}
        </p>
        <div className="cl-rich mt1" dir="auto">
          {replyTo !== null && (
            <span>
              {words.replying}{" "}
              <Link className="cl-at" to={`/club/member/${replyTo.id}`}>
                @{replyTo.displayName}
              </Link>
              {words.colon}
            </span>
          )}
          <RichText content={content} mentions={mentions} />
        </div>
        <div className="row cap c3 cl-cmf">
          <Ago time={createdTime} />
          {!own && (
            <button
              type="button"
              className="cl-reply"
              onClick={() => state.write(comment)}
              aria-label={words.replyTo(author.displayName)}
              data-tap="press"
              suppressHydrationWarning
            >
              {words.reply}
            </button>
          )}
          <span className="end row">
            <LikeButton
              kind="comment"
              id={commentId}
              {...{ liked, likes }}
              of={words.commentOf(author.displayName)}
            />
            <IconButton
              label={words.moreOf(words.commentOf(author.displayName))}
              icon={<MoreIcon size={16} />}
              onClick={more.open}
            />
          </span>
        </div>
      </div>
      {more.sheet}
    </li>
  );
}

type CommentsProps = {
  article: ArticleDetail;
  state: CommentsState;
  /** Where whoever goes to the comments begins. */
  heading: RefObject<HTMLHeadingElement | null>;
  /** The article is no longer there for the person. */
  onGone: () => void;
};

/** Below an article. */
export function Comments({ article, state, heading, onGone }: CommentsProps) {
  const { list, count, nextCursor, fresh } = state;
  const wanted = useWantedComment(state);
  const kept = useFocusKept(() => heading.current);
  const showFresh = () =>
    void state
      .loadFresh()
      .then(kept)
      .catch((error: unknown) => toast(refusalOf(error)?.message ?? words.moreFailed));
  const withFocus: CommentsState = {
    ...state,
    remove: (comment, comments) => {
      state.remove(comment, comments);
      kept();
    },
    removeOf: (memberId) => {
      // Of whoever wrote the article, all of it is gone.
      if (memberId === article.author.id) return onGone();
      state.removeOf(memberId);
      kept();
    },
  };
  return (
    <section className="sect cl-cms" id="comments" aria-labelledby="comments-title">
      <h2 ref={heading} id="comments-title" tabIndex={-1}>
        {words.comments} <span className="num">{count}</span>
      </h2>
      {list.length === 0 ? (
        <p className="bs c2 ctr cl-nocm">{words.noComments}</p>
      ) : (
        <ol>
          {list.map((comment) => (
            <OneComment
              key={comment.commentId}
              {...{ comment, article }}
              state={withFocus}
              isByAuthor={comment.author.id === article.author.id}
              isWanted={comment.commentId === wanted}
            />
          ))}
        </ol>
      )}
      <output className="cl-fresh">
        {fresh > 0 && (
          <Button size="tiny" onClick={showFresh}>
            {words.freshComments(fresh)}
          </Button>
        )}
      </output>
      {nextCursor !== null && <More cursor={nextCursor} load={state.load} end="" />}
    </section>
  );
}
