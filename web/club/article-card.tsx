import { memo } from "react";
import { Link, useHref } from "react-router";
import type { Article } from "#contract/community-shapes.ts";
import { formatCount } from "../ui/format.ts";
import { ShareIcon } from "../ui/icons-of-things.tsx";
import { Tag } from "../ui/tag.tsx";
import { Avatar } from "./avatar.tsx";
import { CommentIcon } from "./icons.tsx";
import { LikeButton } from "./like-button.tsx";
import { Ago } from "./now.tsx";
import { Pictures } from "./pictures.tsx";
import { useImages } from "./renewed-pictures.ts";
import { RichText } from "./rich-text.tsx";
import { shareArticle } from "./share-article.ts";
import { titleOfArticle } from "./titles.ts";
import { words } from "./words.ts";

type ArticleCardProps = {
  article: Article;
  /** Names its group: in lists of several. */
  hasGroup?: boolean;
  isFirst?: boolean;
  /** Its place in the list from 1, and how many there are so far; for whoever listens to it. */
  place: number;
  size: number;
};

/** Who wrote it, when and where. */
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
            {author.owner && <Tag kind="brand">{words.owner}</Tag>}
          </span>
          <span className="cap c3 el1 cl-blk">
            <Ago time={createdTime} />
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

/** An article in a list (mockup 10-club-group); drawn again only where its own article has changed. */
export const ArticleCard = memo(function ArticleCard(props: ArticleCardProps) {
  const { article, hasGroup = false, isFirst = false, place, size } = props;
  const { articleId, title, content, mentions, likes, liked, comments, featured } = article;
  const { images, onBroken } = useImages(article);
  const path = useHref(`/club/article/${articleId}`);
  const name = titleOfArticle(article);
  return (
    <article
      className="card cl-po"
      // Gone to by the feed's keys.
      tabIndex={-1}
      aria-labelledby={`article-${articleId}`}
      aria-posinset={place}
      aria-setsize={size}
    >
      <Head {...{ article, hasGroup }} />
      <Link className="cl-bd" to={`/club/article/${articleId}`} prefetch="intent" id={`article-${articleId}`}>
        {title !== "" && (
          <span className="t3 el2 cl-h" dir="auto">
            {featured && <span className="cl-feat">{words.featured}</span>}
            {title}
          </span>
        )}
        <span className={title === "" ? "cl-tx three" : "cl-tx c2"} dir="auto">
          <RichText content={content.replaceAll(/<\/?p>/g, " ")} mentions={mentions} hasLinks={false} />
        </span>
        <Pictures
          urls={images}
          of={article.author.displayName}
          isPreview
          isFirst={isFirst}
          onBroken={onBroken}
        />
      </Link>
      <div className="cl-acts">
        <LikeButton kind="article" id={articleId} {...{ liked, likes }} of={name} />
        <Link
          className="cl-act"
          to={`/club/article/${articleId}#comments`}
          aria-label={words.commentsOf(name, comments)}
        >
          <CommentIcon size={20} />
          <span className="num">{comments > 0 ? formatCount(comments) : words.commentWord}</span>
        </Link>
        <button
          type="button"
          className="cl-act"
          aria-label={words.shareNamed(name)}
          onClick={() => shareArticle(article, path)}
          data-tap="press"
          suppressHydrationWarning
        >
          <ShareIcon size={20} />
          {words.share}
        </button>
      </div>
    </article>
  );
});
