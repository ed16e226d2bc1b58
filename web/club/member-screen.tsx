import type { ReactNode } from "react";
import { Link } from "react-router";
import type { MemberDetail } from "#contract/community-members.ts";
import { send } from "../platform/http/send.ts";
import { useCity } from "../platform/city.ts";
import { useBrand } from "../platform/site.ts";
import { Button, ButtonLink, IconButton } from "../ui/button.tsx";
import { refusalOf } from "../ui/failure.ts";
import { formatCount } from "../ui/format.ts";
import { NavBar } from "../ui/frame.tsx";
import { Picture } from "../ui/picture.tsx";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import { Tag } from "../ui/tag.tsx";
import { block } from "./api.ts";
import { Avatar } from "./avatar.tsx";
import { nextArticles, type ScreenProps } from "./club-data.ts";
import { Feed } from "./feed.tsx";
import { FollowButton } from "./follow-button.tsx";
import { MoreIcon } from "./icons.tsx";
import { useMore } from "./use-more.tsx";
import { useReload } from "./use-reload.ts";
import { useSwitch } from "./use-switch.ts";
import { words } from "./words.ts";

function Head({ member, children }: { member: MemberDetail; children: ReactNode }) {
  const { id, displayName, avatar, owner, seriesNames, own, followed, followers } = member;
  const { count } = useSwitch("member", id, { isOn: followed, count: followers });
  const shown = { followers: count, following: member.following };
  return (
    <section className="cl-mh">
      <div className="row g3">
        <Avatar url={avatar} size={72} />
        <div className="f1">
          <h1 className="t1 el2" dir="auto">
            {displayName}
          </h1>
          {owner && (
            <p className="mt1">
              <Tag kind="brand">{words.owner}</Tag>
            </p>
          )}
        </div>
        {!own && !member.blocked && (
          <FollowButton kind="member" id={id} name={displayName} followed={followed} followers={followers} />
        )}
        {children}
      </div>
      {/* The whole width: beside picture and button there is room for one of them on a small phone. */}
      {seriesNames.length > 0 && (
        <p className="row g2 wrap mt3">
          {seriesNames.map((name) => (
            <Tag key={name} kind="mute">
              {name}
            </Tag>
          ))}
        </p>
      )}
      <ul className="cl-counts">
        <li>
          <b className="num">{formatCount(member.articles)}</b> {words.counts.articles}
        </li>
        {(["followers", "following"] as const).map((one) => (
          <li key={one}>
            <Link to={`/club/member/${id}/${one}`} prefetch="intent">
              <b className="num">{formatCount(shown[one])}</b> {words.counts[one]}
            </Link>
          </li>
        ))}
        {own && (
          <li className="end">
            <Link to="/club/blocked">{words.people.title.blocked}</Link>
          </li>
        )}
      </ul>
    </section>
  );
}

const Groups = ({ member: { groups } }: { member: MemberDetail }) =>
  groups.length === 0 ? null : (
    <nav className="scroller cl-chips" aria-label={words.hisGroups}>
      {groups.map(({ groupId, name, coverUrl }) => (
        <Link key={groupId} className="cl-chip" to={`/club/group/${groupId}`} prefetch="intent">
          <Picture url={coverUrl} width={28} height={28} />
          {name}
        </Link>
      ))}
    </nav>
  );

/** Somebody whom the person has blocked: nothing of theirs, but the way to undo it. */
function Blocked({ member }: { member: MemberDetail }) {
  const reload = useReload();
  const undo = async () => {
    try {
      await block(send, member.id, false);
      reload();
    } catch (error) {
      if (refusalOf(error) === null) throw error;
    }
  };
  return (
    <Empty {...words.blockedMember}>
      <Button look="tonal" onClick={() => void undo()}>
        {words.unblock}
      </Button>
    </Empty>
  );
}

/** A member's page: who they are in the club, and what they have written (requirements P12, P23). */
export function MemberScreen({ shown, path }: ScreenProps<"member">) {
  const { member, feed } = shown;
  const city = useCity();
  const reload = useReload();
  const more = useMore({ kind: "member", member, onGone: reload });
  return (
    <Screen brand={useBrand()} current="club" hasBar>
      <NavBar back="/club" />
      <Head member={member}>
        {!member.own && (
          <IconButton
            label={words.more}
            icon={<MoreIcon />}
            onClick={more.open}
            data-tap="press"
            suppressHydrationWarning
          />
        )}
      </Head>
      {member.blocked ? (
        <Blocked member={member} />
      ) : (
        <>
          <Groups member={member} />
          <div className="cl-narrow">
            <Feed
              key={path}
              path={path}
              first={feed}
              load={(cursor) => nextArticles(send, shown, city.code, cursor)}
              hasGroup
              label={words.counts.articles}
              empty={
                <Empty {...(member.own ? words.nothingOwn : words.nothingOf)}>
                  {member.own && <ButtonLink to="/club/write">{words.write.title}</ButtonLink>}
                </Empty>
              }
            />
          </div>
        </>
      )}
      {more.sheet}
    </Screen>
  );
}
