import { useEffect, useEffectEvent, useState } from "react";
import { Link } from "react-router";
import type { Notification } from "#contract/club/members.ts";
import { send } from "../../platform/http/send.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { clubUnreadCount } from "../../platform/notifications/unread-count.ts";
import { usePersonalData } from "../../platform/storage/use-personal-data.ts";
import { ButtonLink } from "../../ui/form/button.tsx";
import { PeopleIcon } from "../../ui/icons/common-icons.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { AuthGatedSection } from "../../ui/feedback/auth-gated-section.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { loadNotices, markNoticesRead } from "./api.ts";
import { Avatar } from "../shared/avatar.tsx";
import { expireScreens } from "../club-state.ts";
import { ModerationNotice } from "./moderation-notice.tsx";
import { isBefore } from "../shared/id-order.ts";
import { LoadMore } from "../shared/load-more.tsx";
import { useArticlePictures } from "../article/picture-addresses.ts";
import { TimeAgo } from "../shared/relative-time.tsx";
import { clubMessages } from "../messages.ts";
import * as clubCss from "../club.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as peopleCss from "../member/people.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** Whether a notice does not name the person who caused it. */
const isAnonymous = ({ outcome, inherited }: Notification): boolean =>
  outcome === "removed" || outcome === "closed" || inherited === true;

/** Path of the page that a notice links to. */
function pathOf({ kind, article, comment, group, actor, outcome }: Notification): string {
  if (outcome === "closed") return "/club/member/me";
  // The page of the group shows the reason.
  if (outcome === "removed" && group !== null) return `/club/group/${group.groupId}`;
  if (article !== null)
    return `/club/article/${article.articleId}${comment === null ? "" : `#comment-${comment.commentId}`}`;
  if (group !== null) return `/club/group/${group.groupId}${kind === "join" ? "/members" : ""}`;
  return `/club/member/${actor.id}`;
}

/** Sentence of a notice. */
function noticeText({ kind, comment, group, outcome, inherited }: Notification): string {
  const { texts } = clubMessages.notices;
  if (inherited) return texts[outcome === "appointed" ? "nowManager" : "inherited"](group?.name ?? "");
  if (kind === "join" || kind === "moderation")
    return texts.join[outcome === null || outcome === "hidden" || outcome === "shown" ? "joined" : outcome](
      group?.name ?? "",
    );
  if (kind === "like") return comment === null ? texts.like : texts.likeComment;
  if (kind === "mention") return comment === null ? texts.mention : texts.mentionComment;
  return texts[kind];
}

/** First picture of the article that a notice is about. */
function NoticePicture({ articleId, url }: { articleId: string; url: string }) {
  const { images, onBroken } = useArticlePictures({ articleId, images: [url] });
  return (
    <span className={peopleCss.noticePicture} onErrorCapture={onBroken}>
      <ResponsivePicture url={images[0] ?? url} width={56} height={56} />
    </span>
  );
}

function Row({ notice }: { notice: Notification }) {
  const { actor, article, comment, createdTime, read, moderation } = notice;
  if (moderation !== null)
    return (
      <li>
        <ModerationNotice notice={notice} moderation={moderation} />
      </li>
    );
  return (
    <li>
      <Link
        className={classNames(peopleCss.notice, !read && peopleCss.unread)}
        to={pathOf(notice)}
        prefetch="intent"
      >
        {isAnonymous(notice) ? (
          <span className={peopleCss.noticeIcon} aria-hidden="true">
            <PeopleIcon size={20} />
          </span>
        ) : (
          <Avatar url={actor.avatar} size={40} />
        )}
        <span className={layoutCss.grow}>
          <span className={`${textCss.small} ${clubCss.block}`}>
            {!isAnonymous(notice) && (
              <>
                <b className={textCss.medium}>
                  <bdi>{actor.displayName}</bdi>
                </b>{" "}
              </>
            )}
            {noticeText(notice)}
            {!read && <span className={textCss.visuallyHidden}>{clubMessages.notices.isNew}</span>}
          </span>
          {comment !== null && (
            <span className={`${textCss.small} ${textCss.secondary} ${textCss.twoLines}`}>
              {comment.text}
            </span>
          )}
          {article !== null && (
            <span className={`${textCss.caption} ${textCss.tertiary} ${textCss.ellipsis} ${clubCss.block}`}>
              {article.title}
            </span>
          )}
          <TimeAgo className={`${textCss.caption} ${textCss.tertiary}`} time={createdTime} />
        </span>
        {article?.imageUrl && <NoticePicture articleId={article.articleId} url={article.imageUrl} />}
      </Link>
    </li>
  );
}

type NoticePage = Awaited<ReturnType<typeof loadNotices>>;
type NoticesProps = { first: NoticePage };
/** Loaded notices, newest first by id. */
type LoadedNotices = Pick<NoticePage, "list" | "nextCursor"> & { readonly first: NoticePage };

/** Merges a newer first page. The list restarts if more than a page is new, since notices between would be missing. */
function mergeNewer(before: LoadedNotices, first: NoticePage): LoadedNotices {
  const { list, nextCursor } = first;
  const [newest, last] = [before.list[0], list.at(-1)];
  const hasGap =
    newest === undefined || last === undefined || isBefore(newest.notificationId, last.notificationId);
  const older = hasGap
    ? []
    : before.list.filter(({ notificationId }) => isBefore(notificationId, last.notificationId));
  const restarts = nextCursor === null || older.length === 0;
  return restarts
    ? { first, list, nextCursor }
    : { first, list: [...list, ...older], nextCursor: before.nextCursor };
}

/** List of notices; marks new ones as read once they are shown. */
function Notices({ first }: NoticesProps) {
  const [loaded, setLoaded] = useState<LoadedNotices>(() => ({ first, ...first }));
  // The first page is refetched whenever the page becomes visible again.
  if (loaded.first !== first) setLoaded(mergeNewer(loaded, first));
  const newest = first.list[0]?.notificationId;
  const markRead = useEffectEvent((until: string) => {
    if (first.unread === 0) return;
    // After a failure the next visit marks them.
    markNoticesRead(send, until).then(
      ({ unread: left }) => {
        expireScreens();
        clubUnreadCount.set(left);
      },
      () => {},
    );
  });
  useEffect(() => {
    if (newest !== undefined) markRead(newest);
  }, [newest]);
  const load = async (from: string) => {
    const page = await loadNotices(send, from);
    setLoaded((before) =>
      // Ignores the page if the list has restarted since.
      before.nextCursor === from
        ? { ...before, list: [...before.list, ...page.list], nextCursor: page.nextCursor }
        : before,
    );
  };
  if (first.list.length === 0)
    return (
      <EmptyState {...clubMessages.notices.none}>
        <ButtonLink to="/club">{clubMessages.toClub}</ButtonLink>
      </EmptyState>
    );
  return (
    <>
      <ul className={peopleCss.notices}>
        {loaded.list.map((notice) => (
          <Row key={notice.notificationId} notice={notice} />
        ))}
      </ul>
      <LoadMore cursor={loaded.nextCursor} load={load} end={clubMessages.notices.end} />
    </>
  );
}

const NoticesSkeleton = () => (
  <ul className={peopleCss.notices} aria-hidden="true">
    {[1, 2, 3, 4].map((index) => (
      <li key={index} className={peopleCss.notice}>
        <div className={`${contentCss.skeleton} ${peopleCss.round}`} />
        <div className={layoutCss.grow}>
          <div className={`${contentCss.skeleton} ${contentCss.line}`} />
          <div className={`${contentCss.skeleton} ${contentCss.shortLine} ${layoutCss.marginTop1}`} />
        </div>
      </li>
    ))}
  </ul>
);

/** Screen with the person's notices: likes, mentions, comments, follows, groups, moderation. */
export default function NoticesScreen() {
  const own = usePersonalData("club-notices", () => loadNotices(send));
  return (
    <Screen brand={useBrand()} current="club" hasBar>
      <NavBar title={clubMessages.notices.title} back="/club" />
      <div className={clubCss.narrow}>
        <AuthGatedSection data={own} visitor={clubMessages.notices.visitor} skeleton={<NoticesSkeleton />}>
          {(answer) => <Notices first={answer} />}
        </AuthGatedSection>
      </div>
    </Screen>
  );
}
