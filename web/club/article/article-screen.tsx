import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from "react";
import { Link, useHref, useNavigate } from "react-router";
import type { ArticleDetail } from "#contract/club/articles.ts";
import { isFirstEntry } from "../../platform/navigation/app-back.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { ButtonLink, IconButton } from "../../ui/form/button.tsx";
import { formatCount } from "../../ui/display/format.ts";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { CalendarIcon, ChevronRightIcon } from "../../ui/icons/common-icons.tsx";
import { ShareIcon } from "../../ui/icons/detail-icons.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { Avatar } from "../shared/avatar.tsx";
import type { ScreenProps } from "../club-data.ts";
import { CommentList } from "../comment/comment-list.tsx";
import { FollowButton } from "../member/follow-button.tsx";
import { CommentIcon, MoreIcon } from "../shared/icons.tsx";
import { GoneScreen } from "../gone-screen.tsx";
import { HiddenArticleBar, HiddenArticleNotice } from "./hidden-article.tsx";
import { LikeButton } from "./like-button.tsx";
import { Likers } from "./likers.tsx";
import { TimeAgo } from "../shared/relative-time.tsx";
import { LeadPicture, ArticlePictures } from "./article-pictures.tsx";
import { useArticlePictures } from "./picture-addresses.ts";
import { RichText } from "../shared/rich-text.tsx";
import { shareArticle } from "./share-article.ts";
import { articleTitle } from "../screen-titles.ts";
import { useComments, type CommentsState } from "../comment/use-comments.tsx";
import { useActionSheet } from "../moderation/use-action-sheet.tsx";
import { useLiveCounts } from "./use-live-counts.ts";
import { useReload } from "../shared/use-reload.ts";
import { clubMessages } from "../messages.ts";
import { groupMessages } from "../group/messages.ts";
import { TitleText } from "../../ui/display/title-text.tsx";
import * as articleCss from "./article.module.css";
import * as clubCss from "../club.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as frameCss from "../../ui/styles/frame.module.css";
import * as frameWideCss from "../../ui/styles/frame-wide.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type ArticleProps = { article: ArticleDetail };

/** Author; on a phone within the title bar (mockup 10-club-article), unless the host draws the title bar. */
const Author = ({
  article: { author, authorFollowed, own },
  children,
}: ArticleProps & { children: ReactNode }) => (
  <div className={`${layoutCss.row} ${layoutCss.gap2} ${articleCss.author}`}>
    <Link
      className={`${layoutCss.row} ${layoutCss.gap2} ${layoutCss.grow}`}
      to={`/club/member/${author.id}`}
      prefetch="intent"
    >
      <Avatar url={author.avatar} size={36} />
      <span className={`${textCss.small} ${textCss.medium} ${textCss.ellipsis}`} dir="auto">
        {author.displayName}
      </span>
      {author.owner && <Tag kind="brand">{clubMessages.owner}</Tag>}
    </Link>
    {!own && (
      <FollowButton kind="member" id={author.id} name={author.displayName} followed={authorFollowed} />
    )}
    {children}
  </div>
);

/** Time, place, car series and group. */
function Facts({ article }: ArticleProps) {
  const { createdTime, editedTime, place, seriesName, groupId, groupName } = article;
  return (
    <p className={`${textCss.caption} ${textCss.tertiary} ${layoutCss.marginTop2}`}>
      <TimeAgo time={createdTime} />
      {[editedTime && clubMessages.edited, place, seriesName].map((fact) => fact !== null && ` · ${fact}`)}
      {" · "}
      <Link className={`${textCss.brand} ${textCss.medium}`} to={`/club/group/${groupId}`} prefetch="intent">
        {groupName}
      </Link>
    </p>
  );
}

function Body({ article }: ArticleProps) {
  const { title, content, mentions, author, featured, activityId } = article;
  const { images, onBroken } = useArticlePictures(article);
  const heading = articleTitle(article);
  return (
    <article className={contentCss.articleLead}>
      <LeadPicture urls={images} authorName={author.displayName} onBroken={onBroken} />
      <h1 className={title === "" ? textCss.visuallyHidden : textCss.title1} dir="auto">
        <TitleText text={heading} />
      </h1>
      {featured && (
        <p className={layoutCss.marginTop1}>
          <Tag kind="hot">{clubMessages.featured}</Tag>
        </p>
      )}
      <Facts article={article} />
      <div className={articleCss.richText}>
        <RichText content={content} mentions={mentions} />
      </div>
      <ArticlePictures urls={images} authorName={author.displayName} hasLead onBroken={onBroken} />
      {article.hidden === undefined && <Likers article={article} />}
      {activityId !== null && (
        <Link className={articleCss.from} to={`/club/activity/${activityId}`} prefetch="intent">
          <CalendarIcon size={20} />
          <span className={layoutCss.grow}>{clubMessages.ofActivity}</span>
          <ChevronRightIcon size={16} />
        </Link>
      )}
    </article>
  );
}

const GroupCard = ({ article: { group } }: ArticleProps) => (
  <div className={`${contentCss.card} ${contentCss.padded} ${frameCss.desktopOnly}`}>
    <p className={textCss.medium}>{group.name}</p>
    <p className={`${textCss.caption} ${textCss.tertiary} ${layoutCss.marginTop1}`}>
      {groupMessages.members(formatCount(group.members))}
    </p>
    <ButtonLink look="tonal" isWide className={layoutCss.marginTop4} to={`/club/group/${group.groupId}`}>
      {clubMessages.toGroup}
    </ButtonLink>
  </div>
);

/** Actions that everybody has: comment, like, share. */
function Tools({
  article,
  path,
  comments,
  heading,
}: ArticleProps & {
  path: string;
  comments: CommentsState;
  heading: RefObject<HTMLHeadingElement | null>;
}) {
  const { articleId, likes, liked } = article;
  const name = articleTitle(article);
  const goToComments = () => {
    heading.current?.scrollIntoView({ block: "start" });
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <button
        type="button"
        className={articleCss.commentInput}
        onClick={() => comments.write(null)}
        data-tap="press"
        suppressHydrationWarning
      >
        {clubMessages.say}
      </button>
      <LikeButton
        kind="article"
        id={articleId}
        {...{ liked, likes }}
        title={name}
        className={frameCss.tool}
      />
      <button
        type="button"
        className={frameCss.tool}
        aria-label={clubMessages.commentsOf(name, comments.count)}
        onClick={goToComments}
      >
        <CommentIcon size={20} />
        {comments.count > 0 ? formatCount(comments.count) : clubMessages.commentWord}
      </button>
      <button
        type="button"
        className={frameCss.tool}
        aria-label={clubMessages.shareNamed(name)}
        onClick={() => shareArticle(article, path)}
      >
        <ShareIcon size={20} />
        {clubMessages.share}
      </button>
    </>
  );
}

/** Article with its comments (mockup 10-club-article; requirements P12, P19–P23); a hidden one only its author sees. */
export function ArticleScreen({ shown: { article } }: ScreenProps<"article">) {
  const { articleId, own, hidden } = article;
  const path = useHref(`/club/article/${articleId}`);
  const isShown = hidden === undefined;
  const live = useLiveCounts(articleId, article.version, isShown);
  const comments = useComments(article, live.counts?.comments ?? null);
  const [isGone, setGone] = useState(false);
  const navigate = useNavigate();
  // Goes back to the list; if this is the first page of the visit, shows the gone screen here.
  const goBack = () => (isFirstEntry() ? setGone(true) : void navigate(-1));
  const more = useActionSheet({ kind: "article", article, onGone: goBack });
  const heading = useRef<HTMLHeadingElement>(null);
  const brand = useBrand();
  const wasTakenDown = live.isGone && isShown;
  // Reloads for the author, who may still read an article that has just been hidden.
  const reload = useEffectEvent(useReload());
  useEffect(() => {
    if (wasTakenDown && own) reload();
  }, [wasTakenDown, own]);
  if (isGone || wasTakenDown) return <GoneScreen of="article" />;
  return (
    <Screen brand={brand} current="club" hasBar>
      <NavBar back="/club" />
      <div className={`${frameWideCss.columns} ${clubCss.columns} ${articleCss.columns}`}>
        <div>
          <Author article={article}>
            {isShown && (
              <IconButton
                label={clubMessages.more}
                icon={<MoreIcon />}
                onClick={more.open}
                data-tap="press"
                suppressHydrationWarning
              />
            )}
          </Author>
          {hidden && <HiddenArticleNotice articleId={articleId} hidden={hidden} />}
          <Body article={article} />
          {isShown && <CommentList article={article} state={comments} heading={heading} onGone={goBack} />}
        </div>
        <aside className={frameWideCss.aside}>
          <GroupCard article={article} />
          <div className={frameCss.bottomBar}>
            <div className={frameCss.inner}>
              {isShown ? (
                <Tools {...{ article, path, comments, heading }} />
              ) : (
                <HiddenArticleBar article={article} onGone={goBack} />
              )}
            </div>
          </div>
        </aside>
      </div>
      {comments.sheet}
      {more.sheet}
    </Screen>
  );
}
