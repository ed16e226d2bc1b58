import type { ReactNode } from "react";
import { Link } from "react-router";
import type { MemberDetail } from "#contract/club/members.ts";
import { send } from "../../platform/http/send.ts";
import { useCity } from "../../platform/location/city.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { Button, ButtonLink, IconButton } from "../../ui/form/button.tsx";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { formatCount } from "../../ui/display/format.ts";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { block } from "./api.ts";
import { Avatar } from "../shared/avatar.tsx";
import { loadFeedPage, type ScreenProps } from "../club-data.ts";
import { ArticleFeed } from "../feed/article-feed.tsx";
import { FollowButton } from "./follow-button.tsx";
import { MoreIcon } from "../shared/icons.tsx";
import { useActionSheet } from "../moderation/use-action-sheet.tsx";
import { useReload } from "../shared/use-reload.ts";
import { useToggle } from "../shared/use-toggle.ts";
import { clubMessages } from "../messages.ts";
import { writingMessages } from "../writing-messages.ts";
import * as clubCss from "../club.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as peopleCss from "./people.module.css";
import * as textCss from "../../ui/styles/text.module.css";

function Head({ member, children }: { member: MemberDetail; children: ReactNode }) {
  const { id, displayName, avatar, owner, seriesNames, own, followed, followers } = member;
  const { count } = useToggle("member", id, { isOn: followed, count: followers });
  const counts = { followers: count, following: member.following };
  return (
    <section className={peopleCss.memberHead}>
      <div className={`${layoutCss.row} ${layoutCss.gap3}`}>
        <Avatar url={avatar} size={72} />
        <div className={layoutCss.grow}>
          <h1 className={`${textCss.title1} ${textCss.twoLines}`} dir="auto">
            {displayName}
          </h1>
          {owner && (
            <p className={layoutCss.marginTop1}>
              <Tag kind="brand">{clubMessages.owner}</Tag>
            </p>
          )}
        </div>
        {!own && !member.blocked && (
          <FollowButton kind="member" id={id} name={displayName} followed={followed} followers={followers} />
        )}
        {children}
      </div>
      {/* Outside of the row above, which has no room for several tags on a small phone. */}
      {seriesNames.length > 0 && (
        <p className={`${layoutCss.row} ${layoutCss.gap2} ${layoutCss.wrap} ${layoutCss.marginTop3}`}>
          {seriesNames.map((name) => (
            <Tag key={name} kind="mute">
              {name}
            </Tag>
          ))}
        </p>
      )}
      <ul className={peopleCss.counts}>
        <li>
          <b className={textCss.numeric}>{formatCount(member.articles)}</b> {clubMessages.counts.articles}
        </li>
        {(["followers", "following"] as const).map((one) => (
          <li key={one}>
            <Link to={`/club/member/${id}/${one}`} prefetch="intent">
              <b className={textCss.numeric}>{formatCount(counts[one])}</b> {clubMessages.counts[one]}
            </Link>
          </li>
        ))}
        {own && (
          <li className={layoutCss.toEnd}>
            <Link to="/club/blocked">{clubMessages.people.title.blocked}</Link>
          </li>
        )}
      </ul>
    </section>
  );
}

const Groups = ({ member: { groups } }: { member: MemberDetail }) =>
  groups.length === 0 ? null : (
    <nav className={`${controlsCss.scroller} ${peopleCss.chips}`} aria-label={clubMessages.hisGroups}>
      {groups.map(({ groupId, name, coverUrl }) => (
        <Link key={groupId} className={peopleCss.chip} to={`/club/group/${groupId}`} prefetch="intent">
          <ResponsivePicture url={coverUrl} width={28} height={28} />
          {name}
        </Link>
      ))}
    </nav>
  );

/** Page of a member whom the viewer has blocked: only a button to unblock them. */
function BlockedMember({ member }: { member: MemberDetail }) {
  const reload = useReload();
  const unblock = async () => {
    try {
      await block(send, member.id, false);
      reload();
    } catch (error) {
      if (asRefusal(error) === null) throw error;
    }
  };
  return (
    <EmptyState {...clubMessages.blockedMember}>
      <Button look="tonal" onClick={() => void unblock()}>
        {clubMessages.unblock}
      </Button>
    </EmptyState>
  );
}

/** Page of a member with their profile and articles (requirements P12, P23). */
export function MemberScreen({ shown, path }: ScreenProps<"member">) {
  const { member, feed } = shown;
  const city = useCity();
  const reload = useReload();
  const more = useActionSheet({ kind: "member", member, onGone: reload });
  return (
    <Screen brand={useBrand()} current="club" hasBar>
      <NavBar back="/club" />
      <Head member={member}>
        {!member.own && (
          <IconButton
            label={clubMessages.more}
            icon={<MoreIcon />}
            onClick={more.open}
            data-tap="press"
            suppressHydrationWarning
          />
        )}
      </Head>
      {member.blocked ? (
        <BlockedMember member={member} />
      ) : (
        <>
          <Groups member={member} />
          <div className={clubCss.narrow}>
            <ArticleFeed
              key={path}
              path={path}
              first={feed}
              load={(cursor) => loadFeedPage(send, shown, city.code, cursor)}
              hasGroup
              label={clubMessages.counts.articles}
              empty={
                <EmptyState {...(member.own ? clubMessages.nothingOwn : clubMessages.nothingOf)}>
                  {member.own && <ButtonLink to="/club/write">{writingMessages.write.title}</ButtonLink>}
                </EmptyState>
              }
            />
          </div>
        </>
      )}
      {more.sheet}
    </Screen>
  );
}
