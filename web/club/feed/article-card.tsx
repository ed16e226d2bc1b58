import { memo } from "react";
import { Link, useHref } from "react-router";
import type { Article } from "#contract/club/shapes.ts";
import { formatCount } from "../../ui/display/format.ts";
import { ShareIcon } from "../../ui/icons/detail-icons.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { Avatar } from "../shared/avatar.tsx";
import { CommentIcon } from "../shared/icons.tsx";
import { LikeButton } from "../article/like-button.tsx";
import { TimeAgo } from "../shared/relative-time.tsx";
import { ArticlePictures } from "../article/article-pictures.tsx";
import { useArticlePictures } from "../article/picture-addresses.ts";
import { RichText } from "../shared/rich-text.tsx";
import { shareArticle } from "../article/share-article.ts";
import { articleTitle } from "../screen-titles.ts";
import { clubMessages } from "../messages.ts";

type ArticleCardProps = {
  article: Article;
  /** Shows the article's group, in lists of several groups. */
  hasGroup?: boolean;
  isFirst?: boolean;
  /** Position in the list from 1, for assistive technology. */
  position: number;
  /** Number of articles in the list; -1: not known yet. */
  size: number;
};

/** Author, time and place. */
const Head = ({ article, hasGroup }: Pick<ArticleCardProps, "article" | "hasGroup">) => {
  const { author, createdTime, place, groupId, groupName } = article;
  return (
    <div className="row g3">
      <Link to={`/club/member/${author.id}`} className="cl-who row g3 f1" prefetch="intent">
        <Avatar url={author.avatar} size={40} />
        <span className="f1">
          <span className="bs md row g2">
            <span className="el1" dir="auto">
              {author.displayName}
            </span>
            {author.owner && <Tag kind="brand">{clubMessages.owner}</Tag>}
          </span>
          <span className="cap c3 el1 cl-blk">
            <TimeAgo time={createdTime} />
            {place !== null && ` · ${place}`}
          </span>
        </span>
      </Link>
      {hasGroup && (
        <Link className="cl-of cap el1" to={`/club/group/${groupId}`} prefetch="intent">
          {groupName}
        </Link>
      )}
    </div>
  );
};

/** Article in a list (mockup 10-club-group); memoised, so that only a changed article is rendered again. */
export const ArticleCard = memo(function ArticleCard(props: ArticleCardProps) {
  const { article, hasGroup = false, isFirst = false, position, size } = props;
  const { articleId, title, content, mentions, likes, liked, comments, featured } = article;
  const { images, onBroken } = useArticlePictures(article);
  const path = useHref(`/club/article/${articleId}`);
  const name = articleTitle(article);
  return (
    <article
      className="card cl-po"
      // Focusable by the keys of the feed.
      tabIndex={-1}
      aria-labelledby={`article-${articleId}`}
      aria-posinset={position}
      aria-setsize={size}
    >
      <Head {...{ article, hasGroup }} />
      <Link className="cl-bd" to={`/club/article/${articleId}`} prefetch="intent" id={`article-${articleId}`}>
        {title !== "" && (
          <span className="t3 el2 cl-h" dir="auto">
            {featured && <span className="cl-feat">{clubMessages.featured}</span>}
            {title}
          </span>
        )}
        <span className={title === "" ? "cl-tx three" : "cl-tx c2"} dir="auto">
          <RichText content={content.replaceAll(/<\/?p>/g, " ")} mentions={mentions} hasLinks={false} />
        </span>
        <ArticlePictures
          urls={images}
          authorName={article.author.displayName}
          isPreview
          isFirst={isFirst}
          onBroken={onBroken}
        />
      </Link>
      <div className="cl-acts">
        <LikeButton kind="article" id={articleId} {...{ liked, likes }} title={name} />
        <Link
          className="cl-act"
          to={`/club/article/${articleId}#comments`}
          aria-label={clubMessages.commentsOf(name, comments)}
        >
          <CommentIcon size={20} />
          <span className="num">{comments > 0 ? formatCount(comments) : clubMessages.commentWord}</span>
        </Link>
        <button
          type="button"
          className="cl-act"
          aria-label={clubMessages.shareNamed(name)}
          onClick={() => shareArticle(article, path)}
          data-tap="press"
          suppressHydrationWarning
        >
          <ShareIcon size={20} />
          {clubMessages.share}
        </button>
      </div>
    </article>
  );
});
