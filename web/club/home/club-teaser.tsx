import { classNames } from "../../ui/styles/class-names.ts";
import * as clubCss from "../club.module.css";
import * as clubStripCss from "./club-teaser.module.css";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { Article, Group } from "#contract/club/shapes.ts";
import { useCity } from "../../platform/location/city.ts";
import { send } from "../../platform/http/send.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import { formatCount } from "../../ui/display/format.ts";
import { ChevronRightIcon } from "../../ui/icons/common-icons.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { loadTeaser } from "./api.ts";
import { Avatar } from "../shared/avatar.tsx";
import { receiveArticles, receiveGroups, currentViewer } from "../club-state.ts";
import { JoinButton } from "../group/group-list.tsx";
import { CommentIcon, LikeIcon } from "../shared/icons.tsx";
import { TimeAgo, RelativeTimeClock } from "../shared/relative-time.tsx";
import { RichText } from "../shared/rich-text.tsx";
import { useJoinGroup } from "../group/use-join-group.tsx";
import { clubMessages } from "../messages.ts";
import { groupMessages } from "../group/messages.ts";
import { TitleText } from "../../ui/display/title-text.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** Maximum number of groups. */
const MAX_GROUPS = 8;

function GroupCard({ group }: { group: Group }) {
  const joining = useJoinGroup(group);
  return (
    <li className={`${contentCss.card} ${clubStripCss.groupCard}`}>
      <Link to={`/club/group/${group.groupId}`} prefetch="intent">
        <ResponsivePicture url={group.coverUrl} width={56} height={56} />
        <span className={`${textCss.small} ${textCss.medium} ${textCss.ellipsis} ${clubCss.block}`}>
          {group.name}
        </span>
        <span className={`${textCss.caption} ${textCss.tertiary} ${textCss.numeric} ${clubCss.block}`}>
          {groupMessages.members(formatCount(joining.members))}
        </span>
      </Link>
      <JoinButton {...{ group, joining }} />
    </li>
  );
}

const ArticleTeaser = ({ article }: { article: Article }) => (
  <Link
    className={`${contentCss.card} ${clubStripCss.teaser}`}
    to={`/club/article/${article.articleId}`}
    prefetch="intent"
  >
    <span className={`${layoutCss.row} ${layoutCss.gap2}`}>
      <Avatar url={article.author.avatar} size={28} />
      <span className={`${textCss.small} ${textCss.medium} ${textCss.ellipsis}`} dir="auto">
        {article.author.displayName}
      </span>
      {article.author.owner && <Tag kind="brand">{clubMessages.owner}</Tag>}
      <TimeAgo
        className={`${textCss.caption} ${textCss.tertiary} ${layoutCss.toEnd} ${textCss.noWrap}`}
        time={article.createdTime}
      />
    </span>
    <span
      className={classNames(
        `${textCss.twoLines} ${layoutCss.marginTop2}`,
        article.title !== "" && textCss.wholePhrases,
      )}
      dir="auto"
    >
      {article.title === "" ? (
        <RichText
          content={article.content.replaceAll(/<\/?p>/g, " ")}
          mentions={article.mentions}
          hasLinks={false}
        />
      ) : (
        <TitleText text={article.title} />
      )}
    </span>
    <span
      className={`${layoutCss.row} ${layoutCss.gap3} ${layoutCss.marginTop2} ${textCss.caption} ${textCss.tertiary} ${textCss.numeric}`}
    >
      <span className={`${layoutCss.row} ${layoutCss.gap1}`}>
        <LikeIcon size={16} />
        <span className={textCss.visuallyHidden}>{clubMessages.likeWord}</span>
        {formatCount(article.likes)}
      </span>
      <span className={`${layoutCss.row} ${layoutCss.gap1}`}>
        <CommentIcon size={16} />
        <span className={textCss.visuallyHidden}>{clubMessages.commentWord}</span>
        {formatCount(article.comments)}
      </span>
    </span>
  </Link>
);

type TeaserData = {
  readonly groups: readonly Group[];
  readonly article: Article | null;
  /** Server time of loading, ms. */
  readonly loadedAt: number;
};

/** Last teaser, shown at once on the next visit, so that the browser can restore the scroll position. */
let cachedTeaser: (TeaserData & { readonly cityCode: string; readonly viewer: string | null }) | null = null;
const cachedFor = (cityCode: string): TeaserData | null =>
  cachedTeaser?.cityCode === cityCode && cachedTeaser.viewer === currentViewer() ? cachedTeaser : null;

/** Loads the teaser: the person's groups first, then nearby ones, then the largest, each once. */
async function load(cityCode: string): Promise<TeaserData> {
  const viewer = currentViewer();
  const { mine, near, forSeries, feed } = await loadTeaser(send, cityCode);
  const groups = new Map([...mine, ...near, ...forSeries].map((group) => [group.groupId, group]));
  receiveGroups([...groups.values()]);
  receiveArticles(feed.list);
  cachedTeaser = {
    groups: [...groups.values()].slice(0, MAX_GROUPS),
    article: feed.list[0] ?? null,
    loadedAt: serverTime.now(),
    cityCode,
    viewer,
  };
  return cachedTeaser;
}

/**
 * Teaser of the club at the end of another page: groups and the newest article (mockup 01-index). It is omitted if it
 * cannot be loaded or is empty.
 */
export default function ClubTeaser() {
  const { code } = useCity();
  const viewer = useUser()?.openId;
  const [teaser, setTeaser] = useState<TeaserData | null>(() => cachedFor(code));
  useEffect(() => {
    let isOutdated = false;
    load(code).then(
      (loaded) => !isOutdated && setTeaser(loaded),
      () => {},
    );
    return () => {
      isOutdated = true;
    };
  }, [code, viewer]);
  const { groups, article, loadedAt } = teaser ?? { groups: [], article: null, loadedAt: 0 };
  if (groups.length === 0 && article === null) return null;
  return (
    <section className={contentCss.section}>
      <div className={contentCss.sectionHead}>
        <div>
          <h2 className={textCss.title2}>{clubMessages.club}</h2>
          <p className={contentCss.subtitle}>{clubMessages.strip.sub}</p>
        </div>
        <Link className={controlsCss.link} to="/club/groups" prefetch="intent">
          {clubMessages.strip.all}
          <ChevronRightIcon size={16} />
        </Link>
      </div>
      <ul className={controlsCss.scroller}>
        {groups.map((group) => (
          <GroupCard key={group.groupId} group={group} />
        ))}
      </ul>
      {article && (
        <RelativeTimeClock loadedAt={loadedAt}>
          <ArticleTeaser article={article} />
        </RelativeTimeClock>
      )}
    </section>
  );
}
