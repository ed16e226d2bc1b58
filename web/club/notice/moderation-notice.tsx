import { Link } from "react-router";
import type { Notification } from "#contract/club/members.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { HiddenIcon } from "../shared/icons.tsx";
import { TimeAgo } from "../shared/relative-time.tsx";
import { ReviewRequestButton } from "../moderation/review-request.tsx";
import { clubMessages } from "../messages.ts";
import { groupMessages } from "../group/messages.ts";
import { writingMessages } from "../writing-messages.ts";
import * as articleCss from "../article/article.module.css";
import * as clubCss from "../club.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as peopleCss from "../member/people.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type ModerationProps = {
  notice: Notification;
  moderation: NonNullable<Notification["moderation"]>;
};

/** Text of a notice that the person's article or comment was hidden or restored. */
function HiddenOrRestored({ notice, moderation: { by, reason, explanation, review } }: ModerationProps) {
  const { article, comment, group, outcome, read } = notice;
  const messages = clubMessages.notices.moderation;
  const reasonText =
    explanation === "" && reason !== null ? writingMessages.report.reasons[reason] : explanation;
  return (
    <>
      <span className={`${textCss.small} ${clubCss.block}`}>
        {outcome === "shown"
          ? messages.shown[comment === null ? "article" : "comment"]
          : outcome === "removed"
            ? messages.removed[comment === null ? "article" : "comment"]
            : messages.hidden(comment === null ? "article" : "comment", by, review === "decided")}
        {!read && <span className={textCss.visuallyHidden}>{clubMessages.notices.isNew}</span>}
      </span>
      {comment === null && outcome === "hidden" ? (
        <Link
          className={`${textCss.small} ${textCss.secondary} ${textCss.ellipsis} ${clubCss.block} ${articleCss.name}`}
          to={`/club/article/${article?.articleId ?? ""}`}
          prefetch="intent"
        >
          {article?.title}
        </Link>
      ) : (
        <span className={`${textCss.small} ${textCss.secondary} ${textCss.twoLines}`}>
          {comment?.text ?? article?.title}
        </span>
      )}
      {group !== null && (
        <span className={`${textCss.caption} ${textCss.tertiary} ${textCss.ellipsis} ${clubCss.block}`}>
          {group.name}
        </span>
      )}
      {outcome !== "shown" && reasonText !== "" && (
        <span className={`${textCss.caption} ${textCss.secondary} ${clubCss.block}`}>
          {groupMessages.because(reasonText)}
        </span>
      )}
    </>
  );
}

/** Notice to the leader that operators have cleared the group's texts and cover; there is no review for it. */
function GroupCleared({ notice, moderation: { reason } }: ModerationProps) {
  const { group, read, createdTime } = notice;
  return (
    <Link
      className={classNames(peopleCss.notice, !read && peopleCss.unread)}
      to={`/club/group/${group?.groupId ?? ""}`}
      prefetch="intent"
    >
      <span className={peopleCss.noticeIcon} aria-hidden="true">
        <HiddenIcon size={20} isOpen={false} />
      </span>
      <span className={layoutCss.grow}>
        <span className={`${textCss.small} ${clubCss.block}`}>
          {clubMessages.notices.moderation.cleared}
          {!read && <span className={textCss.visuallyHidden}>{clubMessages.notices.isNew}</span>}
        </span>
        <span className={`${textCss.caption} ${textCss.tertiary} ${textCss.ellipsis} ${clubCss.block}`}>
          {group?.name}
        </span>
        {reason !== null && (
          <span className={`${textCss.caption} ${textCss.secondary} ${clubCss.block}`}>
            {groupMessages.because(writingMessages.report.reasons[reason])}
          </span>
        )}
        <TimeAgo className={`${textCss.caption} ${textCss.tertiary}`} time={createdTime} />
      </span>
    </Link>
  );
}

/** Notice about a moderation: its outcome, its reason and a request for review (requirement P23). */
export function ModerationNotice({ notice, moderation }: ModerationProps) {
  const { article, comment, outcome, read, createdTime } = notice;
  if (article === null) return <GroupCleared notice={notice} moderation={moderation} />;
  const kind = comment === null ? "article" : "comment";
  const targetId = comment?.commentId ?? article.articleId;
  const isShown = outcome === "shown";
  const body = (
    <>
      <span className={peopleCss.noticeIcon} aria-hidden="true">
        <HiddenIcon size={20} isOpen={isShown} />
      </span>
      <span className={layoutCss.grow}>
        <HiddenOrRestored notice={notice} moderation={moderation} />
        <TimeAgo className={`${textCss.caption} ${textCss.tertiary}`} time={createdTime} />
        {outcome === "hidden" && (
          <ReviewRequestButton kind={kind} targetId={targetId} known={moderation.review} />
        )}
      </span>
    </>
  );
  const look = classNames(peopleCss.notice, !read && peopleCss.unread);
  if (!isShown) return <div className={look}>{body}</div>;
  const hash = comment === null ? "" : `#comment-${comment.commentId}`;
  return (
    <Link className={look} to={`/club/article/${article.articleId}${hash}`} prefetch="intent">
      {body}
    </Link>
  );
}
