import { send } from "../../platform/http/send.ts";
import { useCity } from "../../platform/location/city.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { ButtonLink } from "../../ui/form/button.tsx";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { loadFeedPage, type ScreenProps } from "../club-data.ts";
import { ArticleFeed } from "./article-feed.tsx";
import { GroupList } from "../group/group-list.tsx";
import { clubMessages } from "../messages.ts";
import * as clubCss from "../club.module.css";
import * as frameCss from "../../ui/styles/frame.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";

/** Articles about an activity, with the group that fits it. */
export function ActivityScreen({ shown, path }: ScreenProps<"activity">) {
  const { activityId, club, feed } = shown;
  const city = useCity();
  const query = club.group === null ? "" : `&groupId=${club.group.groupId}`;
  return (
    <Screen brand={useBrand()} current="club" hasBar>
      <NavBar title={clubMessages.activity.title} back="/club" />
      <div className={clubCss.narrow}>
        {club.group !== null && (
          <div className={`${clubCss.gutter} ${layoutCss.marginTop3}`}>
            <GroupList groups={[club.group]} />
          </div>
        )}
        <ArticleFeed
          key={path}
          path={path}
          first={feed}
          load={(cursor) => loadFeedPage(send, shown, city.code, cursor)}
          hasGroup
          label={clubMessages.activity.title}
          empty={<EmptyState {...clubMessages.activity.none} />}
          isFirst
        />
        <div className={frameCss.bottomBar}>
          <div className={frameCss.inner}>
            <ButtonLink className={layoutCss.grow} to={`/club/write?activityId=${activityId}${query}`}>
              {clubMessages.activity.write}
            </ButtonLink>
          </div>
        </div>
      </div>
    </Screen>
  );
}
