import { useEffect, type ReactNode } from "react";
import { Link } from "react-router";
import type { Group } from "#contract/community-shapes.ts";
import { chooseCity, useCity } from "../platform/city.ts";
import { send } from "../platform/http/send.ts";
import { openPerson } from "../platform/login/person.ts";
import { useBrand } from "../platform/site.ts";
import { unread } from "../platform/unread.ts";
import { useUser } from "../platform/login/use-user.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { formatCount } from "../ui/format.ts";
import { ChevronDownIcon, ChevronRightIcon, SearchIcon } from "../ui/icons.tsx";
import { ShieldIcon } from "../ui/icons-of-business.tsx";
import { BellIcon } from "../ui/icons-of-mine.tsx";
import { Picture } from "../ui/picture.tsx";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import { nextArticles, type HomeTab, type ScreenProps } from "./club-data.ts";
import { useHeld } from "./use-held.ts";
import { useReload } from "./use-reload.ts";
import { Feed } from "./feed.tsx";
import { GroupList } from "./group-row.tsx";
import { PenIcon } from "./icons.tsx";
import { words } from "./words.ts";

const tabs: readonly { tab: HomeTab; to: string }[] = [
  { tab: "all", to: "/club" },
  { tab: "groups", to: "/club/groups" },
  { tab: "following", to: "/club/following" },
  { tab: "city", to: "/club/city" },
];

/** What every tab of the home begins with. */
export const Head = ({ tab, unread }: { tab: HomeTab; unread: number }) => (
  <header className="navbar cl-head">
    <div className="in">
      <h1 className="t1">{words.club}</h1>
      <span className="end row">
        <Link className="ib" to="/club/find" aria-label={words.find.title} prefetch="intent">
          <SearchIcon />
        </Link>
        <Link
          className="ib"
          to="/club/notices"
          aria-label={unread > 0 ? words.unread(unread) : words.notices.title}
        >
          <BellIcon />
          {unread > 0 && <span className="cl-bdg num">{unread > 99 ? "99+" : unread}</span>}
        </Link>
        <Link className="ib" to="/club/write" aria-label={words.write.title}>
          <PenIcon />
        </Link>
      </span>
    </div>
    <nav className="cl-tabs" aria-label={words.club}>
      {tabs.map((one) => (
        <Link
          key={one.tab}
          to={one.to}
          replace
          preventScrollReset
          prefetch="intent"
          aria-current={one.tab === tab ? "page" : undefined}
        >
          {words.tabs[one.tab]}
        </Link>
      ))}
    </nav>
  </header>
);

/** The way to become a verified owner, for whoever is none. */
const Verify = () => (
  <Link className={classes("card cl-verify", useHeld())} to="/mine/owner" prefetch="intent">
    <span className="ic">
      <ShieldIcon />
    </span>
    <span className="f1">
      <span className="bs md cl-blk">{words.verify.title}</span>
      <span className="cap c3 cl-blk">{words.verify.text}</span>
    </span>
    <span className="lk">
      {words.verify.go}
      <ChevronRightIcon size={16} />
    </span>
  </Link>
);

const Mine = ({ groups }: { groups: readonly Group[] }) => (
  <section className="sec cl-first">
    <div className="sec-h">
      <h2 className="t2">{words.mine}</h2>
    </div>
    <ul className="scroller">
      {groups.map(({ groupId, name, coverUrl, today, standing, members }) => (
        <li key={groupId}>
          <Link className="cl-my" to={`/club/group/${groupId}`} prefetch="intent">
            <Picture url={coverUrl} width={252} height={148} />
            <span className="tx">
              <span className="md cl-blk">{name}</span>
              <span className="cap cl-blk">
                {standing === "review"
                  ? words.standing.review
                  : today > 0
                    ? words.todayNew(today)
                    : words.members(formatCount(members))}
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
    <section className="sec cl-first">
      <div className="sec-h">
        <h2 className="t2">{title}</h2>
        {aside}
      </div>
      <div className={isWide ? "cl-pad cl-wide" : "cl-pad"}>
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
    <button type="button" className="lk" onClick={() => void choose()} aria-label={words.cityNow(name)}>
      {name}
      <ChevronDownIcon size={16} />
    </button>
  );
}

function AllGroups({ shown }: Pick<ScreenProps<"home">, "shown">) {
  const { near, mine, verifiedOwner } = shown.club;
  const isNear = new Set(near.map(({ groupId }) => groupId));
  const forSeries = shown.club.forSeries.filter(({ groupId }) => !isNear.has(groupId));
  return (
    <>
      {mine.length > 0 && <Mine groups={mine} />}
      <Groups title={words.near} groups={near} aside={<CityButton />} isWide />
      <Groups title={verifiedOwner ? words.forSeries : words.popular} groups={forSeries} isWide />
      {near.length + forSeries.length + mine.length === 0 && (
        <Empty title={words.noGroups.title} text={words.noGroups.text} />
      )}
      <p className="cl-pad ctr mt4">
        <ButtonLink to="/club/find" look="quiet">
          {words.allGroups}
        </ButtonLink>
      </p>
    </>
  );
}

/** Where a tab has nothing: why, and a way on. */
function Nothing({ tab }: { tab: HomeTab }) {
  const isVisitor = useUser() === null;
  if (tab === "following" && isVisitor)
    return (
      <Empty {...words.followingVisitor}>
        <Button onClick={openPerson}>{words.logIn}</Button>
      </Empty>
    );
  return (
    <Empty {...words.nothing[tab === "following" ? "following" : tab === "city" ? "city" : "all"]}>
      <ButtonLink look="tonal" to="/club/groups" replace>
        {words.findGroups}
      </ButtonLink>
    </Empty>
  );
}

/** The car club's home (mockup 10-club-groups; requirement P12). */
export function HomeScreen({ shown, isOwn, path }: ScreenProps<"home">) {
  const { tab, club, feed } = shown;
  const city = useCity();
  useEffect(() => {
    if (isOwn) unread.set(club.unread);
  }, [isOwn, club.unread]);
  const load = (cursor?: string) => nextArticles(send, shown, city.code, cursor);
  return (
    <Screen brand={useBrand()} current="club">
      <Head tab={tab} unread={isOwn ? club.unread : 0} />
      {!club.verifiedOwner && (tab === "all" || tab === "groups") && <Verify />}
      {tab === "groups" ? (
        <AllGroups shown={shown} />
      ) : (
        <div className="split cl-split">
          <div>
            {tab === "all" && club.mine.length > 0 && <Mine groups={club.mine} />}
            <Feed
              key={path}
              path={path}
              first={feed}
              load={load}
              hasGroup
              label={words.tabs[tab]}
              empty={<Nothing tab={tab} />}
              isFirst
            />
          </div>
          <aside className="aside only-d">
            <Groups title={words.near} groups={club.near.slice(0, 5)} aside={<CityButton />} />
          </aside>
        </div>
      )}
    </Screen>
  );
}
