import { useEffect, useRef, type RefObject } from "react";
import { Link } from "react-router";
import type { ArticleDetail } from "#contract/club/articles.ts";
import type { Comment } from "#contract/club/shapes.ts";
import { raiseChallenge, showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { Button, IconButton } from "../../ui/form/button.tsx";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { useFocusFallback } from "../../platform/browser/use-focus-fallback.ts";
import { Tag } from "../../ui/display/tag.tsx";
import { removeComment } from "./api.ts";
import { Avatar } from "../shared/avatar.tsx";
import { MoreIcon } from "../shared/icons.tsx";
import { LikeButton } from "../article/like-button.tsx";
import { LoadMore } from "../shared/load-more.tsx";
import { TimeAgo } from "../shared/relative-time.tsx";
import { RichText } from "../shared/rich-text.tsx";
import type { CommentsState } from "./use-comments.tsx";
import { useActionSheet } from "../moderation/use-action-sheet.tsx";
import { useLinkedComment } from "./use-linked-comment.ts";
import { clubMessages } from "../messages.ts";
import * as articleCss from "../article/article.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as feedCss from "../feed/feed.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type CommentProps = {
  comment: Comment;
  article: ArticleDetail;
  isByAuthor: boolean;
  /** Linked in the URL and loaded after the page: the browser could not scroll to it. */
  isLinked: boolean;
  state: CommentsState;
};

async function removeOwnComment(comment: Comment, state: CommentsState): Promise<void> {
  const { title, text, confirm, cancel } = clubMessages.removeComment;
  if (!(await raiseChallenge("dialog", { title, text, confirm, cancel }))) return;
  try {
    const { comments } = await removeComment(send, comment.commentId);
    state.remove(comment, comments);
    showToast(clubMessages.removed);
  } catch (error) {
    if (asRefusal(error) === null) throw error;
  }
}

/** Comment with its author, text and time, and buttons for liking, replying and further actions. */
function CommentItem({ comment, article, isByAuthor, isLinked, state }: CommentProps) {
  const { author, content, mentions, replyTo, commentId, createdTime, likes, liked, own } = comment;
  const more = useActionSheet({
    kind: "comment",
    comment,
    manages: article.manages,
    isBelowOwn: article.own,
    onGone: () => state.remove(comment, Math.max(0, state.count - 1)),
    onBlocked: () => state.removeOf(author.id),
    onDelete: () => void removeOwnComment(comment, state),
  });
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isLinked) return;
    item.current?.scrollIntoView({ block: "center" });
    item.current?.focus({ preventScroll: true });
  }, [isLinked]);
  return (
    <li ref={item} className={articleCss.comment} id={`comment-${commentId}`} tabIndex={-1}>
      <Link to={`/club/member/${author.id}`} aria-label={author.displayName} prefetch="intent">
        <Avatar url={author.avatar} size={36} />
      </Link>
      <div>
        <p className={`${textCss.small} ${textCss.medium} ${layoutCss.row} ${layoutCss.gap2}`}>
          <Link
            to={`/club/member/${author.id}`}
            className={`${textCss.ellipsis} ${articleCss.name}`}
            dir="auto"
          >
            {author.displayName}
          </Link>
          {isByAuthor && <Tag kind="mute">{clubMessages.isAuthor}</Tag>}
        </p>
        <div className={`${articleCss.richText} ${layoutCss.marginTop1}`} dir="auto">
          {replyTo !== null && (
            <span>
              {clubMessages.replying}{" "}
              <Link className={feedCss.mention} to={`/club/member/${replyTo.id}`}>
                @{replyTo.displayName}
              </Link>
              {clubMessages.colon}
            </span>
          )}
          <RichText content={content} mentions={mentions} />
        </div>
        <div
          className={`${layoutCss.row} ${textCss.caption} ${textCss.tertiary} ${articleCss.commentFooter}`}
        >
          <TimeAgo time={createdTime} />
          {!own && (
            <button
              type="button"
              className={articleCss.reply}
              onClick={() => state.write(comment)}
              aria-label={clubMessages.replyTo(author.displayName)}
              data-tap="press"
              suppressHydrationWarning
            >
              {clubMessages.reply}
            </button>
          )}
          <span className={`${layoutCss.toEnd} ${layoutCss.row}`}>
            <LikeButton
              kind="comment"
              id={commentId}
              {...{ liked, likes }}
              title={clubMessages.commentOf(author.displayName)}
            />
            <IconButton
              label={clubMessages.moreOf(clubMessages.commentOf(author.displayName))}
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

type CommentListProps = {
  article: ArticleDetail;
  state: CommentsState;
  /** Heading of the list, target of the comment button. */
  heading: RefObject<HTMLHeadingElement | null>;
  /** Called when the viewer can no longer see the article. */
  onGone: () => void;
};

/** List of comments below an article. */
export function CommentList({ article, state, heading, onGone }: CommentListProps) {
  const { list, count, nextCursor, fresh } = state;
  const linkedId = useLinkedComment(state);
  const restoreFocus = useFocusFallback(() => heading.current);
  const showFresh = () =>
    void state
      .loadFresh()
      .then(restoreFocus)
      .catch((error: unknown) => showToast(asRefusal(error)?.message ?? clubMessages.moreFailed));
  const withFocus: CommentsState = {
    ...state,
    remove: (comment, comments) => {
      state.remove(comment, comments);
      restoreFocus();
    },
    removeOf: (memberId) => {
      // The whole article of a blocked author is no longer visible.
      if (memberId === article.author.id) return onGone();
      state.removeOf(memberId);
      restoreFocus();
    },
  };
  return (
    <section
      className={`${contentCss.panel} ${articleCss.comments}`}
      id="comments"
      aria-labelledby="comments-title"
    >
      <h2 ref={heading} id="comments-title" tabIndex={-1}>
        {clubMessages.comments} <span className={textCss.numeric}>{count}</span>
      </h2>
      {list.length === 0 ? (
        <p className={`${textCss.small} ${textCss.secondary} ${textCss.center} ${articleCss.noComments}`}>
          {clubMessages.noComments}
        </p>
      ) : (
        <ol>
          {list.map((comment) => (
            <CommentItem
              key={comment.commentId}
              {...{ comment, article }}
              state={withFocus}
              isByAuthor={comment.author.id === article.author.id}
              isLinked={comment.commentId === linkedId}
            />
          ))}
        </ol>
      )}
      <output className={feedCss.fresh}>
        {fresh > 0 && (
          <Button size="tiny" onClick={showFresh}>
            {clubMessages.freshComments(fresh)}
          </Button>
        )}
      </output>
      {nextCursor !== null && <LoadMore cursor={nextCursor} load={state.load} end="" />}
    </section>
  );
}
