import { Suspense, useRef, useState, type RefObject } from "react";
import { Link, useHref } from "react-router";
import type { GroupDetail } from "#contract/community.ts";
import type { ClubActivity } from "#contract/community-shapes.ts";
import { statusWords } from "#contract/activity-words.ts";
import { send } from "../platform/http/send.ts";
import { useCity } from "../platform/city.ts";
import { useBrand } from "../platform/site.ts";
import { Button, ButtonLink, IconButton } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { formatCount, formatDay, wallClock } from "../ui/format.ts";
import { NavBar } from "../ui/frame.tsx";
import { ShareIcon } from "../ui/icons-of-things.tsx";
import { Notice } from "../ui/notice.tsx";
import { BellIcon } from "../ui/icons-of-mine.tsx";
import { Picture } from "../ui/picture.tsx";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import { Tag } from "../ui/tag.tsx";
import { Avatar } from "./avatar.tsx";
import { nextArticles, type GroupTab, type ScreenProps } from "./club-data.ts";
import { Feed } from "./feed.tsx";
import { MoreIcon, PenIcon } from "./icons.tsx";
import { GroupPeople } from "./group-people.tsx";
import { part } from "./part.ts";
import { shareGroup } from "./share-article.ts";
import { useHeld } from "./use-held.ts";
import { useJoin, type Joining } from "./use-join.tsx";
import { useSwitch } from "./use-switch.ts";
import { words } from "./words.ts";

const { Part: GroupMenu, whenReady } = part(() => import("./group-menu.tsx"));
const { Part: EditGroup, whenReady: whenEditable } = part(() => import("./edit-group.tsx"));

type GroupProps = Pick<ScreenProps<"group">, "shown">;
const tabs: readonly GroupTab[] = ["newest", "featured", "activities", "members"];

const Cover = ({ shown: { group }, members }: GroupProps & { members: number }) => (
  <section className="cl-gh">
    <Picture url={group.coverUrl} width={430} height={264} widths={[430, 860, 1290]} sizes="100vw" isFirst />
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
          {words.members(formatCount(members))} · {words.articles(formatCount(group.articles))}
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
        {words.groupTabs[one]}
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
        <i>{words.month(month)}</i>
        <b>{formatDay(moment)}</b>
        <small>{isUntil ? words.until : weekday}</small>
      </span>
      <span className="f1">
        <span className="md el2">{title}</span>
        <span className="cap c3 cl-blk">
          {isUntil ? words.untilDay(month, day) : `${weekday} ${time}`}
          {remaining !== null && ` · ${words.remaining(remaining)}`}
        </span>
      </span>
      <Tag kind={kinds[status]}>{statusWords[activityMode][status]}</Tag>
    </Link>
  );
};

/** What is agreed on: who may join, and how people treat each other. */
const Rules = ({ group }: { group: GroupDetail }) => (
  <section className="card p cl-rules">
    <h2 className="t3">{words.rules}</h2>
    <ul className="bs c2 mt2">
      <li>{words.forWhom(group.seriesCodes.length > 0, group.joinMode)}</li>
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
      <GroupPeople key={group.groupId} group={group} isOwn={isOwn}>
        <div className="only-m mt3">
          <Rules group={group} />
        </div>
      </GroupPeople>
    );
  if (tab === "activities")
    return group.activities.length === 0 ? (
      <Empty {...words.noActivities}>
        <ButtonLink look="tonal" to="/list">
          {words.allActivities}
        </ButtonLink>
      </Empty>
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
      <Feed
        key={path}
        path={path}
        first={feed}
        load={(cursor) => nextArticles(send, shown, city.code, cursor)}
        label={words.groupTabs[tab]}
        empty={<Empty {...(isMembers ? words.firstArticle : words.noArticles[tab])} />}
      />
    </>
  );
}

/** Follow, and join or write: whatever comes next for the person. */
function Bar({
  shown: { group },
  joining,
  bar,
}: GroupProps & { joining: Joining; bar: RefObject<HTMLDivElement | null> }) {
  const { isOn, toggle } = useSwitch("group", group.groupId, {
    isOn: group.followed,
    count: group.followers,
  });
  const { standing, members, isBusy, join, leave } = joining;
  const held = useHeld();
  const isFull = standing === "none" && members >= group.places;
  const label = group.joinMode === "approval" ? words.join.ask : words.join.now;
  return (
    <div className="bar">
      <div className="in" ref={bar}>
        <button
          type="button"
          className="tool"
          aria-pressed={isOn}
          aria-label={words.followNamed(group.name, isOn)}
          onClick={toggle}
          data-tap="press"
          suppressHydrationWarning
        >
          <BellIcon size={20} />
          {isOn ? words.followed : words.follow}
        </button>
        {standing === "joined" ? (
          <ButtonLink className="f1" to={`/club/write?groupId=${group.groupId}`}>
            <PenIcon size={20} />
            {words.writeHere}
          </ButtonLink>
        ) : standing === "review" ? (
          <Button className="f1" look="outline" isBusy={isBusy} onClick={leave}>
            {words.join.waiting}
          </Button>
        ) : (
          <Button
            className={classes("f1", held)}
            look={isFull || standing === "blocked" ? "outline" : "primary"}
            isBusy={isBusy}
            {...(held === "asking" && { "aria-busy": true, "aria-label": words.asking(group.name) })}
            onClick={held === "asking" ? undefined : join}
            data-tap="press"
            suppressHydrationWarning
          >
            <span>
              {isFull ? words.join.fullNow : standing === "blocked" ? words.join.blockedNow : label}
            </span>
          </Button>
        )}
      </div>
    </div>
  );
}

/** What else can be done: seldom wanted, so it stands in a menu. */
function More({ group, joining: { standing, leave } }: { group: GroupDetail; joining: Joining }) {
  const [isOpen, setOpen] = useState(false);
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <IconButton
        label={words.more}
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
  const joining = useJoin(group, () => bar.current?.querySelector<HTMLElement>(".f1"));
  const address = useHref(`/club/group/${group.groupId}`);
  return (
    <Screen brand={useBrand()} current="club" hasBar>
      <NavBar look="clear" back="/club/groups">
        <IconButton
          label={words.share}
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
              <Notice kind="warn">{words.join.blocked(group.blockedReason)}</Notice>
            </div>
          )}
          {joining.standing === "review" && (
            <div className="cl-pad mt3">
              <Notice>{words.join.inReview}</Notice>
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
