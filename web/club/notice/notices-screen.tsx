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
import { loadNotices, markNoticesRead } from "../api.ts";
import { Avatar } from "../shared/avatar.tsx";
import { expireScreens } from "../club-state.ts";
import { ModerationNotice } from "./moderation-notice.tsx";
import { isBefore } from "../shared/id-order.ts";
import { LoadMore } from "../shared/load-more.tsx";
import { useArticlePictures } from "../article/picture-addresses.ts";
import { TimeAgo } from "../shared/relative-time.tsx";
import { clubMessages } from "../messages.ts";

/** Whether it is told without saying who did it. */
const isAnonymous = ({ outcome, inherited }: Notification): boolean =>
  outcome === "removed" || outcome === "closed" || inherited === true;

/** Where one leads. */
function pathOf({ kind, article, comment, group, actor, outcome }: Notification): string {
  if (outcome === "closed") return "/club/member/me";
  // Why stands on its page.
  if (outcome === "removed" && group !== null) return `/club/group/${group.groupId}`;
  if (article !== null)
    return `/club/article/${article.articleId}${comment === null ? "" : `#comment-${comment.commentId}`}`;
  if (group !== null) return `/club/group/${group.groupId}${kind === "join" ? "/members" : ""}`;
  return `/club/member/${actor.id}`;
}

/** What happened, in a sentence. */
function noticeText({ kind, comment, group, outcome, inherited }: Notification): string {
  const { said } = clubMessages.notices;
  if (inherited) return said.inherited(group?.name ?? "");
  if (kind === "join" || kind === "moderation")
    return said.join[outcome === null || outcome === "hidden" || outcome === "shown" ? "joined" : outcome](
      group?.name ?? "",
    );
  if (kind === "like") return comment === null ? said.like : said.likeComment;
  if (kind === "mention") return comment === null ? said.mention : said.mentionComment;
  return said[kind];
}

/** The first picture of the article that it is about. */
function NoticePicture({ articleId, url }: { articleId: string; url: string }) {
  const { images, onBroken } = useArticlePictures({ articleId, images: [url] });
  return (
    <span className="cl-ntp" onErrorCapture={onBroken}>
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
      <Link className={classNames("cl-nt", !read && "new")} to={pathOf(notice)} prefetch="intent">
        {isAnonymous(notice) ? (
          <span className="cl-ntm" aria-hidden="true">
            <PeopleIcon size={20} />
          </span>
        ) : (
          <Avatar url={actor.avatar} size={40} />
        )}
        <span className="f1">
          <span className="bs cl-blk">
            {!isAnonymous(notice) && (
              <>
                <b className="md">
                  <bdi>{actor.displayName}</bdi>
                </b>{" "}
              </>
            )}
            {noticeText(notice)}
            {!read && <span className="sr">{clubMessages.notices.isNew}</span>}
          </span>
          {comment !== null && <span className="bs c2 el2">{comment.text}</span>}
          {article !== null && <span className="cap c3 el1 cl-blk">{article.title}</span>}
          <TimeAgo className="cap c3" time={createdTime} />
        </span>
        {article?.imageUrl && <NoticePicture articleId={article.articleId} url={article.imageUrl} />}
      </Link>
    </li>
  );
}

type First = Awaited<ReturnType<typeof loadNotices>>;
type NoticesProps = { first: First };
/** As far as they are loaded; their ids are in the order of time. */
type Shown = Pick<First, "list" | "nextCursor"> & { readonly first: First };

/** The list with its beginning as it is now. Where more than that is new it begins anew, or what lies between would stand nowhere. */
function mergeNewer(before: Shown, first: First): Shown {
  const { list, nextCursor } = first;
  const [newest, last] = [before.list[0], list.at(-1)];
  const isApart =
    newest === undefined || last === undefined || isBefore(newest.notificationId, last.notificationId);
  const older = isApart
    ? []
    : before.list.filter(({ notificationId }) => isBefore(notificationId, last.notificationId));
  const isWhole = nextCursor === null || older.length === 0;
  return isWhole
    ? { first, list, nextCursor }
    : { first, list: [...list, ...older], nextCursor: before.nextCursor };
}

/** What is new is read once it has been on show. */
function Notices({ first }: NoticesProps) {
  const [shown, setShown] = useState<Shown>(() => ({ first, ...first }));
  // Loaded anew, as whenever the page is looked at again.
  if (shown.first !== first) setShown(mergeNewer(shown, first));
  const newest = first.list[0]?.notificationId;
  const tell = useEffectEvent((until: string) => {
    if (first.unread === 0) return;
    // What is not told now is told at the next visit.
    markNoticesRead(send, until).then(
      ({ unread: left }) => {
        expireScreens();
        clubUnreadCount.set(left);
      },
      () => {},
    );
  });
  useEffect(() => {
    if (newest !== undefined) tell(newest);
  }, [newest]);
  const load = async (from: string) => {
    const page = await loadNotices(send, from);
    setShown((before) =>
      // Nothing where it has begun anew since.
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
      <ul className="cl-nts">
        {shown.list.map((notice) => (
          <Row key={notice.notificationId} notice={notice} />
        ))}
      </ul>
      <LoadMore cursor={shown.nextCursor} load={load} end={clubMessages.notices.end} />
    </>
  );
}

const Boxes = () => (
  <ul className="cl-nts" aria-hidden="true">
    {[1, 2, 3, 4].map((place) => (
      <li key={place} className="cl-nt">
        <div className="sk cl-round" />
        <div className="f1">
          <div className="sk ln" />
          <div className="sk sh mt1" />
        </div>
      </li>
    ))}
  </ul>
);

/** What the person is told: likes, mentions, comments, follows, groups. */
export default function NoticesScreen() {
  const own = usePersonalData("club-notices", () => loadNotices(send));
  return (
    <Screen brand={useBrand()} current="club" hasBar>
      <NavBar title={clubMessages.notices.title} back="/club" />
      <div className="cl-narrow">
        <AuthGatedSection own={own} visitor={clubMessages.notices.visitor} skeleton={<Boxes />}>
          {(answer) => <Notices first={answer} />}
        </AuthGatedSection>
      </div>
    </Screen>
  );
}
