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
import { TitleText } from "../../ui/display/title-text.tsx";
import * as clubCss from "../club.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as feedCss from "./feed.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

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
    <div className={`${layoutCss.row} ${layoutCss.gap3}`}>
      <Link
        to={`/club/member/${author.id}`}
        className={`${feedCss.author} ${layoutCss.row} ${layoutCss.gap3} ${layoutCss.grow}`}
        prefetch="intent"
      >
        <Avatar url={author.avatar} size={40} />
        <span className={layoutCss.grow}>
          <span className={`${textCss.small} ${textCss.medium} ${layoutCss.row} ${layoutCss.gap2}`}>
            <span className={textCss.ellipsis} dir="auto">
              {author.displayName}
            </span>
            {author.owner && <Tag kind="brand">{clubMessages.owner}</Tag>}
          </span>
          <span className={`${textCss.caption} ${textCss.tertiary} ${textCss.ellipsis} ${clubCss.block}`}>
            <TimeAgo time={createdTime} />
            {place !== null && ` · ${place}`}
          </span>
        </span>
      </Link>
      {hasGroup && (
        <Link
          className={`${feedCss.group} ${textCss.caption} ${textCss.ellipsis}`}
          to={`/club/group/${groupId}`}
          prefetch="intent"
        >
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
      className={`${contentCss.card} ${feedCss.post}`}
      // Focusable by the keys of the feed.
      tabIndex={-1}
      aria-labelledby={`article-${articleId}`}
      aria-posinset={position}
      aria-setsize={size}
    >
      <Head {...{ article, hasGroup }} />
      <Link
        className={feedCss.body}
        to={`/club/article/${articleId}`}
        prefetch="intent"
        id={`article-${articleId}`}
      >
        {title !== "" && (
          <span
            className={`${textCss.title3} ${textCss.twoLines} ${textCss.wholePhrases} ${feedCss.title}`}
            dir="auto"
          >
            {featured && <span className={feedCss.featured}>{clubMessages.featured}</span>}
            <TitleText text={title} />
          </span>
        )}
        <span
          className={
            title === "" ? `${feedCss.text} ${feedCss.threeLines}` : `${feedCss.text} ${textCss.secondary}`
          }
          dir="auto"
        >
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
      <div className={feedCss.actions}>
        <LikeButton kind="article" id={articleId} {...{ liked, likes }} title={name} />
        <Link
          className={feedCss.action}
          to={`/club/article/${articleId}#comments`}
          aria-label={clubMessages.commentsOf(name, comments)}
        >
          <CommentIcon size={20} />
          <span className={textCss.numeric}>
            {comments > 0 ? formatCount(comments) : clubMessages.commentWord}
          </span>
        </Link>
        <button
          type="button"
          className={feedCss.action}
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
