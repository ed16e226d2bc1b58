import { Suspense, useRef, useState, type RefObject } from "react";
import { Link, useHref } from "react-router";
import type { GroupDetail } from "#contract/club/club.ts";
import { send } from "../../platform/http/send.ts";
import { useCity } from "../../platform/location/city.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { Button, ButtonLink, IconButton } from "../../ui/form/button.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { ShareIcon } from "../../ui/icons/detail-icons.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { BellIcon } from "../../ui/icons/profile-icons.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { loadFeedPage, type ScreenProps } from "../club-data.ts";
import type { GroupTab } from "./api.ts";
import { ArticleFeed } from "../feed/article-feed.tsx";
import { MoreIcon, PenIcon } from "../shared/icons.tsx";
import { GroupMemberList } from "./group-member-list.tsx";
import { GroupActivity, GroupCover, GroupRules } from "./group-sections.tsx";
import { lazyOverlay } from "../shared/lazy-overlay.ts";
import { shareGroup } from "../article/share-article.ts";
import { usePendingState } from "../shared/use-pending-state.ts";
import { useJoinGroup, type JoinGroupState } from "./use-join-group.tsx";
import { useToggle } from "../shared/use-toggle.ts";
import { clubMessages } from "../messages.ts";
import { groupMessages } from "./messages.ts";
import * as clubCss from "../club.module.css";
import * as frameCss from "../../ui/styles/frame.module.css";
import * as frameWideCss from "../../ui/styles/frame-wide.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as stateCss from "../../ui/styles/state.module.css";
import * as textCss from "../../ui/styles/text.module.css";

const { Component: GroupMenu, whenLoaded } = lazyOverlay(() => import("./group-menu.tsx"));
const { Component: EditGroup, whenLoaded: whenEditLoaded } = lazyOverlay(() => import("./edit-group.tsx"));

type GroupProps = Pick<ScreenProps<"group">, "shown">;
const tabs: readonly GroupTab[] = ["newest", "featured", "activities", "members"];

const GroupTabs = ({ shown: { group, tab } }: GroupProps) => (
  <nav className={`${clubCss.tabs} ${clubCss.groupTabs}`} aria-label={group.name}>
    {tabs.map((one) => (
      <Link
        key={one}
        to={`/club/group/${group.groupId}${one === "newest" ? "" : `/${one}`}`}
        replace
        preventScrollReset
        prefetch="intent"
        aria-current={one === tab ? "page" : undefined}
      >
        {groupMessages.groupTabs[one]}
        {one === "members" && group.waiting > 0 && (
          <span className={`${clubCss.badge} ${textCss.numeric}`}>{group.waiting}</span>
        )}
      </Link>
    ))}
  </nav>
);

/** Content of the selected tab. */
function Body({ shown, path, isOwn }: ScreenProps<"group">) {
  const { group, tab, feed } = shown;
  const city = useCity();
  if (tab === "members")
    return (
      <GroupMemberList key={group.groupId} group={group} isOwn={isOwn}>
        <div className={`${frameWideCss.mobileOnly} ${layoutCss.marginTop3}`}>
          <GroupRules group={group} />
        </div>
      </GroupMemberList>
    );
  if (tab === "activities")
    return group.activities.length === 0 ? (
      <EmptyState {...groupMessages.noActivities}>
        <ButtonLink look="tonal" to="/list">
          {groupMessages.allActivities}
        </ButtonLink>
      </EmptyState>
    ) : (
      <div className={""}>
        {group.activities.map((activity) => (
          <GroupActivity key={activity.activityId} activity={activity} />
        ))}
      </div>
    );
  const [next] = group.activities;
  const isMembers = tab === "newest" && group.standing === "joined";
  return (
    <>
      {tab === "newest" && next && <GroupActivity activity={next} />}
      <ArticleFeed
        key={path}
        path={path}
        first={feed}
        load={(cursor) => loadFeedPage(send, shown, city.code, cursor)}
        label={groupMessages.groupTabs[tab]}
        empty={<EmptyState {...(isMembers ? groupMessages.firstArticle : groupMessages.noArticles[tab])} />}
      />
    </>
  );
}

/** Following, and the next step of the person: join, withdraw the request or write. */
function Bar({
  shown: { group },
  joining,
  bar,
}: GroupProps & { joining: JoinGroupState; bar: RefObject<HTMLDivElement | null> }) {
  const { isOn, toggle } = useToggle("group", group.groupId, {
    isOn: group.followed,
    count: group.followers,
  });
  const { standing, members, isBusy, join, leave } = joining;
  const pendingState = usePendingState();
  const isFull = standing === "none" && members >= group.places;
  const label = group.joinMode === "approval" ? groupMessages.join.ask : groupMessages.join.now;
  return (
    <div className={frameCss.bottomBar}>
      <div className={frameCss.inner} ref={bar}>
        <button
          type="button"
          className={frameCss.tool}
          aria-pressed={isOn}
          aria-label={clubMessages.followNamed(group.name, isOn)}
          onClick={toggle}
          data-tap="press"
          suppressHydrationWarning
        >
          <BellIcon size={20} />
          {isOn ? clubMessages.followed : clubMessages.follow}
        </button>
        {standing === "joined" ? (
          <ButtonLink className={layoutCss.grow} to={`/club/write?groupId=${group.groupId}`}>
            <PenIcon size={20} />
            {groupMessages.writeHere}
          </ButtonLink>
        ) : standing === "review" ? (
          <Button className={layoutCss.grow} look="outline" isBusy={isBusy} onClick={leave}>
            {groupMessages.join.waiting}
          </Button>
        ) : (
          <Button
            className={classNames(layoutCss.grow, pendingState)}
            look={isFull || standing === "blocked" ? "outline" : "primary"}
            isBusy={isBusy}
            {...(pendingState === stateCss.pending && {
              "aria-busy": true,
              "aria-label": groupMessages.asking(group.name),
            })}
            onClick={pendingState === stateCss.pending ? undefined : join}
            data-tap="press"
            suppressHydrationWarning
          >
            <span>
              {isFull
                ? groupMessages.join.fullNow
                : standing === "blocked"
                  ? groupMessages.join.blockedNow
                  : label}
            </span>
          </Button>
        )}
      </div>
    </div>
  );
}

/** Rare actions, in a menu that is loaded when it is first opened. */
function More({ group, joining: { standing, leave } }: { group: GroupDetail; joining: JoinGroupState }) {
  const [isOpen, setOpen] = useState(false);
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <IconButton
        label={clubMessages.more}
        icon={<MoreIcon />}
        isGlass
        onClick={() => whenLoaded(() => setOpen(true))}
        data-tap="press"
        suppressHydrationWarning
      />
      {isOpen && (
        <Suspense>
          <GroupMenu
            group={group}
            isJoined={standing === "joined"}
            onEdit={() => whenEditLoaded(() => setEditing(true))}
            onLeave={leave}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
      {isEditing && (
        <Suspense>
          <EditGroup group={group} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Page of a group (mockup 10-club-group; requirement P12). */
export function GroupScreen({ shown, isOwn, path }: ScreenProps<"group">) {
  const { group } = shown;
  const bar = useRef<HTMLDivElement>(null);
  const joining = useJoinGroup(group, () => bar.current?.querySelector<HTMLElement>(`.${layoutCss.grow}`));
  const address = useHref(`/club/group/${group.groupId}`);
  return (
    <Screen brand={useBrand()} current="club" hasBar>
      <NavBar look="clear" back="/club/groups">
        <IconButton
          label={clubMessages.share}
          icon={<ShareIcon />}
          isGlass
          onClick={() => shareGroup(group, address)}
          data-tap="press"
          suppressHydrationWarning
        />
        <More group={group} joining={joining} />
      </NavBar>
      <div className={`${frameWideCss.columns} ${clubCss.columns}`}>
        <div>
          <GroupCover group={group} members={joining.members} />
          <GroupTabs shown={shown} />
          {joining.standing === "blocked" && (
            <div className={`${clubCss.gutter} ${layoutCss.marginTop3}`}>
              <Notice kind="warn">{groupMessages.join.blocked(group.blockedReason)}</Notice>
            </div>
          )}
          {joining.standing === "review" && (
            <div className={`${clubCss.gutter} ${layoutCss.marginTop3}`}>
              <Notice>{groupMessages.join.inReview}</Notice>
            </div>
          )}
          <Body shown={shown} path={path} isOwn={isOwn} />
        </div>
        <aside className={frameWideCss.aside}>
          <div className={frameCss.desktopOnly}>
            <GroupRules group={group} />
          </div>
          <Bar {...{ shown, joining, bar }} />
        </aside>
      </div>
      {joining.dialogs}
    </Screen>
  );
}
