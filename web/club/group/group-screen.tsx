import { Suspense, useRef, useState, type RefObject } from "react";
import { Link, useHref } from "react-router";
import type { GroupDetail } from "#contract/club/club.ts";
import type { ClubActivity } from "#contract/club/shapes.ts";
import { activityStatusLabels } from "#contract/activity/labels.ts";
import { send } from "../../platform/http/send.ts";
import { useCity } from "../../platform/location/city.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { Button, ButtonLink, IconButton } from "../../ui/form/button.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { formatCount, formatDay, wallClock } from "../../ui/display/format.ts";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { ShareIcon } from "../../ui/icons/detail-icons.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { BellIcon } from "../../ui/icons/profile-icons.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { Avatar } from "../shared/avatar.tsx";
import { nextArticles, type GroupTab, type ScreenProps } from "../club-data.ts";
import { ArticleFeed } from "../feed/article-feed.tsx";
import { MoreIcon, PenIcon } from "../shared/icons.tsx";
import { GroupMemberList } from "./group-member-list.tsx";
import { lazyOverlay } from "../shared/lazy-overlay.ts";
import { shareGroup } from "../article/share-article.ts";
import { usePendingState } from "../shared/use-pending-state.ts";
import { useJoinGroup, type JoinGroupState } from "./use-join-group.tsx";
import { useToggle } from "../shared/use-toggle.ts";
import { clubMessages } from "../messages.ts";

const { Part: GroupMenu, whenReady } = lazyOverlay(() => import("./group-menu.tsx"));
const { Part: EditGroup, whenReady: whenEditable } = lazyOverlay(() => import("./edit-group.tsx"));

type GroupProps = Pick<ScreenProps<"group">, "shown">;
const tabs: readonly GroupTab[] = ["newest", "featured", "activities", "members"];

const Cover = ({ shown: { group }, members }: GroupProps & { members: number }) => (
  <section className="cl-gh">
    <ResponsivePicture
      url={group.coverUrl}
      width={430}
      height={264}
      widths={[430, 860, 1290]}
      sizes="100vw"
      isFirst
    />
    <div className="tx">
      <h1 className="t1">{group.name}</h1>
      <p className="bs mt1">{group.intro}</p>
      <div className="row g2 mt3">
        <span className="cl-avs" aria-hidden="true">
          {group.people.slice(0, 4).map(({ id, avatar }) => (
            <Avatar key={id} url={avatar} size={28} />
          ))}
        </span>
        <span className="cap num">
          {clubMessages.members(formatCount(members))} · {clubMessages.articles(formatCount(group.articles))}
        </span>
      </div>
    </div>
  </section>
);

const GroupTabs = ({ shown: { group, tab } }: GroupProps) => (
  <nav className="cl-tabs cl-gtabs" aria-label={group.name}>
    {tabs.map((one) => (
      <Link
        key={one}
        to={`/club/group/${group.groupId}${one === "newest" ? "" : `/${one}`}`}
        replace
        preventScrollReset
        prefetch="intent"
        aria-current={one === tab ? "page" : undefined}
      >
        {clubMessages.groupTabs[one]}
        {one === "members" && group.waiting > 0 && <span className="cl-bdg num">{group.waiting}</span>}
      </Link>
    ))}
  </nav>
);

const kinds = { 1: "soon", 2: "live", 3: "ended" } as const;

/** An activity near the group's people. */
const Activity = ({ activity }: { activity: ClubActivity }) => {
  const { activityId, activityMode, title, startTime, endTime, status, remaining } = activity;
  // Of what goes on for weeks, online, it matters until when.
  const isUntil = activityMode === "online" && status === 2;
  const moment = isUntil ? endTime : startTime;
  const { month, day, weekday, time } = wallClock(moment);
  return (
    <Link className="card cl-ev" to={`/${activityMode}/${activityId}`} prefetch="intent">
      <span className="cl-date" aria-hidden="true">
        <i>{clubMessages.month(month)}</i>
        <b>{formatDay(moment)}</b>
        <small>{isUntil ? clubMessages.until : weekday}</small>
      </span>
      <span className="f1">
        <span className="md el2">{title}</span>
        <span className="cap c3 cl-blk">
          {isUntil ? clubMessages.untilDay(month, day) : `${weekday} ${time}`}
          {remaining !== null && ` · ${clubMessages.remaining(remaining)}`}
        </span>
      </span>
      <Tag kind={kinds[status]}>{activityStatusLabels[activityMode][status]}</Tag>
    </Link>
  );
};

/** What is agreed on: who may join, and how people treat each other. */
const Rules = ({ group }: { group: GroupDetail }) => (
  <section className="card p cl-rules">
    <h2 className="t3">{clubMessages.rules}</h2>
    <ul className="bs c2 mt2">
      <li>{clubMessages.forWhom(group.seriesCodes.length > 0, group.joinMode)}</li>
      {group.rules
        .split("\n")
        .filter((rule) => rule.trim() !== "")
        .map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
    </ul>
  </section>
);

/** What belongs to a tab. */
function Body({ shown, path, isOwn }: ScreenProps<"group">) {
  const { group, tab, feed } = shown;
  const city = useCity();
  if (tab === "members")
    return (
      <GroupMemberList key={group.groupId} group={group} isOwn={isOwn}>
        <div className="only-m mt3">
          <Rules group={group} />
        </div>
      </GroupMemberList>
    );
  if (tab === "activities")
    return group.activities.length === 0 ? (
      <EmptyState {...clubMessages.noActivities}>
        <ButtonLink look="tonal" to="/list">
          {clubMessages.allActivities}
        </ButtonLink>
      </EmptyState>
    ) : (
      <div className="cl-evs">
        {group.activities.map((activity) => (
          <Activity key={activity.activityId} activity={activity} />
        ))}
      </div>
    );
  const [next] = group.activities;
  const isMembers = tab === "newest" && group.standing === "joined";
  return (
    <>
      {tab === "newest" && next && <Activity activity={next} />}
      <ArticleFeed
        key={path}
        path={path}
        first={feed}
        load={(cursor) => nextArticles(send, shown, city.code, cursor)}
        label={clubMessages.groupTabs[tab]}
        empty={<EmptyState {...(isMembers ? clubMessages.firstArticle : clubMessages.noArticles[tab])} />}
      />
    </>
  );
}

/** Follow, and join or write: whatever comes next for the person. */
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
  const held = usePendingState();
  const isFull = standing === "none" && members >= group.places;
  const label = group.joinMode === "approval" ? clubMessages.join.ask : clubMessages.join.now;
  return (
    <div className="bar">
      <div className="in" ref={bar}>
        <button
          type="button"
          className="tool"
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
          <ButtonLink className="f1" to={`/club/write?groupId=${group.groupId}`}>
            <PenIcon size={20} />
            {clubMessages.writeHere}
          </ButtonLink>
        ) : standing === "review" ? (
          <Button className="f1" look="outline" isBusy={isBusy} onClick={leave}>
            {clubMessages.join.waiting}
          </Button>
        ) : (
          <Button
            className={classNames("f1", held)}
            look={isFull || standing === "blocked" ? "outline" : "primary"}
            isBusy={isBusy}
            {...(held === "asking" && { "aria-busy": true, "aria-label": clubMessages.asking(group.name) })}
            onClick={held === "asking" ? undefined : join}
            data-tap="press"
            suppressHydrationWarning
          >
            <span>
              {isFull
                ? clubMessages.join.fullNow
                : standing === "blocked"
                  ? clubMessages.join.blockedNow
                  : label}
            </span>
          </Button>
        )}
      </div>
    </div>
  );
}

/** What else can be done: seldom wanted, so it stands in a menu. */
function More({ group, joining: { standing, leave } }: { group: GroupDetail; joining: JoinGroupState }) {
  const [isOpen, setOpen] = useState(false);
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <IconButton
        label={clubMessages.more}
        icon={<MoreIcon />}
        isGlass
        onClick={() => whenReady(() => setOpen(true))}
        data-tap="press"
        suppressHydrationWarning
      />
      {isOpen && (
        <Suspense>
          <GroupMenu
            group={group}
            isJoined={standing === "joined"}
            onEdit={() => whenEditable(() => setEditing(true))}
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

/** A group's page (mockup 10-club-group; requirement P12). */
export function GroupScreen({ shown, isOwn, path }: ScreenProps<"group">) {
  const { group } = shown;
  const bar = useRef<HTMLDivElement>(null);
  const joining = useJoinGroup(group, () => bar.current?.querySelector<HTMLElement>(".f1"));
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
      <div className="split cl-split">
        <div>
          <Cover shown={shown} members={joining.members} />
          <GroupTabs shown={shown} />
          {joining.standing === "blocked" && (
            <div className="cl-pad mt3">
              <Notice kind="warn">{clubMessages.join.blocked(group.blockedReason)}</Notice>
            </div>
          )}
          {joining.standing === "review" && (
            <div className="cl-pad mt3">
              <Notice>{clubMessages.join.inReview}</Notice>
            </div>
          )}
          <Body shown={shown} path={path} isOwn={isOwn} />
        </div>
        <aside className="aside">
          <div className="only-d">
            <Rules group={group} />
          </div>
          <Bar {...{ shown, joining, bar }} />
        </aside>
      </div>
      {joining.dialogs}
    </Screen>
  );
}
