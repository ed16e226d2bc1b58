import "./club.css";
import "./club-strip.css";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { Article, Group } from "#contract/community-shapes.ts";
import { useCity } from "../platform/city.ts";
import { send } from "../platform/http/send.ts";
import { useUser } from "../platform/login/use-user.ts";
import { serverTime } from "../platform/server-time.ts";
import { formatCount } from "../ui/format.ts";
import { ChevronRightIcon } from "../ui/icons.tsx";
import { Picture } from "../ui/picture.tsx";
import { Tag } from "../ui/tag.tsx";
import { loadStrip } from "./api.ts";
import { Avatar } from "./avatar.tsx";
import { learnArticles, learnGroups, viewerNow } from "./club-state.ts";
import { JoinButton } from "./group-row.tsx";
import { CommentIcon, LikeIcon } from "./icons.tsx";
import { Ago, Clock } from "./now.tsx";
import { RichText } from "./rich-text.tsx";
import { useJoin } from "./use-join.tsx";
import { words } from "./words.ts";

/** So many groups; all of them are a page away. */
const GROUPS_MOST = 8;

function GroupCard({ group }: { group: Group }) {
  const joining = useJoin(group);
  return (
    <li className="card cl-gcard">
      <Link to={`/club/group/${group.groupId}`} prefetch="intent">
        <Picture url={group.coverUrl} width={56} height={56} />
        <span className="bs md el1 cl-blk">{group.name}</span>
        <span className="cap c3 num cl-blk">{words.members(formatCount(joining.members))}</span>
      </Link>
      <JoinButton {...{ group, joining }} />
    </li>
  );
}

const ArticleTeaser = ({ article }: { article: Article }) => (
  <Link className="card cl-teaser" to={`/club/article/${article.articleId}`} prefetch="intent">
    <span className="row g2">
      <Avatar url={article.author.avatar} size={28} />
      <span className="bs md el1" dir="auto">
        {article.author.displayName}
      </span>
      {article.author.owner && <Tag kind="brand">{words.owner}</Tag>}
      <Ago className="cap c3 end nw" time={article.createdTime} />
    </span>
    <span className="el2 mt2" dir="auto">
      {article.title === "" ? (
        <RichText
          content={article.content.replaceAll(/<\/?p>/g, " ")}
          mentions={article.mentions}
          hasLinks={false}
        />
      ) : (
        article.title
      )}
    </span>
    <span className="row g3 mt2 cap c3 num">
      <span className="row g1">
        <LikeIcon size={16} />
        <span className="sr">{words.likeWord}</span>
        {formatCount(article.likes)}
      </span>
      <span className="row g1">
        <CommentIcon size={16} />
        <span className="sr">{words.commentWord}</span>
        {formatCount(article.comments)}
      </span>
    </span>
  </Link>
);

type Strip = { readonly groups: readonly Group[]; readonly article: Article | null; readonly at: number };

/** For whoever comes back: the page is as long as it was, and its place is found again. */
let kept: (Strip & { readonly cityCode: string; readonly viewer: string | null }) | null = null;
const keptFor = (cityCode: string): Strip | null =>
  kept?.cityCode === cityCode && kept.viewer === viewerNow() ? kept : null;

/** Their own groups first, then those near by, then the largest; each once. */
async function load(cityCode: string): Promise<Strip> {
  const viewer = viewerNow();
  const { mine, near, forSeries, feed } = await loadStrip(send, cityCode);
  const groups = new Map([...mine, ...near, ...forSeries].map((group) => [group.groupId, group]));
  learnGroups([...groups.values()]);
  learnArticles(feed.list);
  kept = {
    groups: [...groups.values()].slice(0, GROUPS_MOST),
    article: feed.list[0] ?? null,
    at: serverTime.now(),
    cityCode,
    viewer,
  };
  return kept;
}

/**
 * The car club at the end of another page: groups, and the newest article (mockup 01-index). Where it
 * does not come, or there is nothing, it is left out.
 */
export default function ClubStrip() {
  const { code } = useCity();
  const viewer = useUser()?.openId;
  const [strip, setStrip] = useState<Strip | null>(() => keptFor(code));
  useEffect(() => {
    let isOver = false;
    load(code).then(
      (loaded) => !isOver && setStrip(loaded),
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [code, viewer]);
  const { groups, article, at } = strip ?? { groups: [], article: null, at: 0 };
  if (groups.length === 0 && article === null) return null;
  return (
    <section className="sec">
      <div className="sec-h">
        <div>
          <h2 className="t2">{words.club}</h2>
          <p className="sub">{words.strip.sub}</p>
        </div>
        <Link className="lk" to="/club/groups" prefetch="intent">
          {words.strip.all}
          <ChevronRightIcon size={16} />
        </Link>
      </div>
      <ul className="scroller">
        {groups.map((group) => (
          <GroupCard key={group.groupId} group={group} />
        ))}
      </ul>
      {article && (
        <Clock loadedAt={at}>
          <ArticleTeaser article={article} />
        </Clock>
      )}
    </section>
  );
}
