import { useEffect, type ReactNode } from "react";
import { Link } from "react-router";
import type { Group } from "#contract/club/shapes.ts";
import { chooseCity, useCity } from "../../platform/location/city.ts";
import { send } from "../../platform/http/send.ts";
import { openAccountOrLogin } from "../../platform/session/open-account.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { clubUnreadCount } from "../../platform/notifications/unread-count.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { Button, ButtonLink } from "../../ui/form/button.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { formatCount } from "../../ui/display/format.ts";
import { ChevronDownIcon, ChevronRightIcon, SearchIcon } from "../../ui/icons/common-icons.tsx";
import { ShieldIcon } from "../../ui/icons/activity-icons.tsx";
import { BellIcon } from "../../ui/icons/profile-icons.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { loadFeedPage, type ScreenProps } from "../club-data.ts";
import type { HomeTab } from "./api.ts";
import { usePendingState } from "../shared/use-pending-state.ts";
import { useReload } from "../shared/use-reload.ts";
import { ArticleFeed } from "../feed/article-feed.tsx";
import { GroupList } from "../group/group-list.tsx";
import { PenIcon } from "../shared/icons.tsx";
import { clubMessages } from "../messages.ts";
import { groupMessages } from "../group/messages.ts";
import { writingMessages } from "../writing-messages.ts";
import * as clubCss from "../club.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as frameCss from "../../ui/styles/frame.module.css";
import * as frameWideCss from "../../ui/styles/frame-wide.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

const tabs: readonly { tab: HomeTab; to: string }[] = [
  { tab: "all", to: "/club" },
  { tab: "groups", to: "/club/groups" },
  { tab: "following", to: "/club/following" },
  { tab: "city", to: "/club/city" },
];

/** Header with buttons and tabs, shared by all tabs. */
export const HomeHead = ({ tab, unread }: { tab: HomeTab; unread: number }) => (
  <header className={`${frameCss.navBar} ${clubCss.head}`}>
    <div className={frameCss.inner}>
      <h1 className={textCss.title1}>{clubMessages.club}</h1>
      <span className={`${layoutCss.toEnd} ${layoutCss.row}`}>
        <Link
          className={frameCss.iconButton}
          to="/club/find"
          aria-label={groupMessages.find.title}
          prefetch="intent"
        >
          <SearchIcon />
        </Link>
        <Link
          className={frameCss.iconButton}
          to="/club/notices"
          aria-label={unread > 0 ? clubMessages.unread(unread) : clubMessages.notices.title}
        >
          <BellIcon />
          {unread > 0 && (
            <span className={`${clubCss.badge} ${textCss.numeric}`}>{unread > 99 ? "99+" : unread}</span>
          )}
        </Link>
        <Link className={frameCss.iconButton} to="/club/write" aria-label={writingMessages.write.title}>
          <PenIcon />
        </Link>
      </span>
    </div>
    <nav className={clubCss.tabs} aria-label={clubMessages.club}>
      {tabs.map((one) => (
        <Link
          key={one.tab}
          to={one.to}
          replace
          preventScrollReset
          prefetch="intent"
          aria-current={one.tab === tab ? "page" : undefined}
        >
          {clubMessages.tabs[one.tab]}
        </Link>
      ))}
    </nav>
  </header>
);

/** Link to the verification as an owner. */
const VerifyLink = () => (
  <Link
    className={classNames(`${contentCss.card} ${clubCss.verify}`, usePendingState())}
    to="/mine/owner"
    prefetch="intent"
  >
    <span className={clubCss.icon}>
      <ShieldIcon />
    </span>
    <span className={layoutCss.grow}>
      <span className={`${textCss.small} ${textCss.medium} ${clubCss.block}`}>
        {clubMessages.verify.title}
      </span>
      <span className={`${textCss.caption} ${textCss.tertiary} ${clubCss.block}`}>
        {clubMessages.verify.text}
      </span>
    </span>
    <span className={controlsCss.link}>
      {clubMessages.verify.go}
      <ChevronRightIcon size={16} />
    </span>
  </Link>
);

const OwnGroups = ({ groups }: { groups: readonly Group[] }) => (
  <section className={`${contentCss.section} ${clubCss.first}`}>
    <div className={contentCss.sectionHead}>
      <h2 className={textCss.title2}>{groupMessages.mine}</h2>
    </div>
    <ul className={controlsCss.scroller}>
      {groups.map(({ groupId, name, coverUrl, today, standing, members }) => (
        <li key={groupId}>
          <Link className={clubCss.myGroup} to={`/club/group/${groupId}`} prefetch="intent">
            <ResponsivePicture url={coverUrl} width={252} height={148} />
            <span className={clubCss.text}>
              <span className={`${textCss.medium} ${clubCss.block}`}>{name}</span>
              <span className={`${textCss.caption} ${clubCss.block}`}>
                {standing === "review"
                  ? groupMessages.standing.review
                  : today > 0
                    ? groupMessages.todayNew(today)
                    : groupMessages.members(formatCount(members))}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </section>
);

type GroupsProps = { title: string; groups: readonly Group[]; aside?: ReactNode; isWide?: boolean };
const Groups = ({ title, groups, aside, isWide = false }: GroupsProps) =>
  groups.length === 0 ? null : (
    <section className={`${contentCss.section} ${clubCss.first}`}>
      <div className={contentCss.sectionHead}>
        <h2 className={textCss.title2}>{title}</h2>
        {aside}
      </div>
      <div className={isWide ? `${clubCss.gutter} ${clubCss.wide}` : clubCss.gutter}>
        <GroupList groups={groups} />
      </div>
    </section>
  );

function CityButton() {
  const { name } = useCity();
  const reload = useReload();
  const choose = async () => {
    if (await chooseCity()) reload();
  };
  return (
    <button
      type="button"
      className={controlsCss.link}
      onClick={() => void choose()}
      aria-label={groupMessages.cityNow(name)}
    >
      {name}
      <ChevronDownIcon size={16} />
    </button>
  );
}

function AllGroups({ shown }: Pick<ScreenProps<"home">, "shown">) {
  const { near, mine, verifiedOwner } = shown.club;
  const nearIds = new Set(near.map(({ groupId }) => groupId));
  const forSeries = shown.club.forSeries.filter(({ groupId }) => !nearIds.has(groupId));
  return (
    <>
      {mine.length > 0 && <OwnGroups groups={mine} />}
      <Groups title={groupMessages.near} groups={near} aside={<CityButton />} isWide />
      <Groups
        title={verifiedOwner ? groupMessages.forSeries : groupMessages.popular}
        groups={forSeries}
        isWide
      />
      {near.length + forSeries.length + mine.length === 0 && (
        <EmptyState title={groupMessages.noGroups.title} text={groupMessages.noGroups.text} />
      )}
      <p className={`${clubCss.gutter} ${textCss.center} ${layoutCss.marginTop4}`}>
        <ButtonLink to="/club/find" look="quiet">
          {groupMessages.allGroups}
        </ButtonLink>
      </p>
    </>
  );
}

/** Empty state of a tab, with a login button or a link to the groups. */
function EmptyTab({ tab }: { tab: HomeTab }) {
  const isVisitor = useUser() === null;
  if (tab === "following" && isVisitor)
    return (
      <EmptyState {...clubMessages.followingVisitor}>
        <Button onClick={openAccountOrLogin}>{clubMessages.logIn}</Button>
      </EmptyState>
    );
  return (
    <EmptyState
      {...clubMessages.nothing[tab === "following" ? "following" : tab === "city" ? "city" : "all"]}
    >
      <ButtonLink look="tonal" to="/club/groups" replace>
        {clubMessages.findGroups}
      </ButtonLink>
    </EmptyState>
  );
}

/** Home of the club (mockup 10-club-groups; requirement P12). */
export function HomeScreen({ shown, isOwn, path }: ScreenProps<"home">) {
  const { tab, club, feed } = shown;
  const city = useCity();
  useEffect(() => {
    if (isOwn) clubUnreadCount.set(club.unread);
  }, [isOwn, club.unread]);
  const load = (cursor?: string) => loadFeedPage(send, shown, city.code, cursor);
  return (
    <Screen brand={useBrand()} current="club">
      <HomeHead tab={tab} unread={isOwn ? club.unread : 0} />
      {!club.verifiedOwner && (tab === "all" || tab === "groups") && <VerifyLink />}
      {tab === "groups" ? (
        <AllGroups shown={shown} />
      ) : (
        <div className={`${frameWideCss.columns} ${clubCss.columns}`}>
          <div>
            {tab === "all" && club.mine.length > 0 && <OwnGroups groups={club.mine} />}
            <ArticleFeed
              key={path}
              path={path}
              first={feed}
              load={load}
              hasGroup
              label={clubMessages.tabs[tab]}
              empty={<EmptyTab tab={tab} />}
              isFirst
            />
          </div>
          <aside className={`${frameWideCss.aside} ${frameCss.desktopOnly}`}>
            <Groups title={groupMessages.near} groups={club.near.slice(0, 5)} aside={<CityButton />} />
          </aside>
        </div>
      )}
    </Screen>
  );
}
