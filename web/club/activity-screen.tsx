import { send } from "../platform/http/send.ts";
import { useCity } from "../platform/city.ts";
import { useBrand } from "../platform/site.ts";
import { ButtonLink } from "../ui/button.tsx";
import { NavBar } from "../ui/frame.tsx";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import { nextArticles, type ScreenProps } from "./club-data.ts";
import { Feed } from "./feed.tsx";
import { GroupList } from "./group-row.tsx";
import { words } from "./words.ts";

/** An activity in the club: the group that fits it, and what was written of it, photos after it too. */
export function ActivityScreen({ shown, path }: ScreenProps<"activity">) {
  const { activityId, club, feed } = shown;
  const city = useCity();
  const query = club.group === null ? "" : `&groupId=${club.group.groupId}`;
  return (
    <Screen brand={useBrand()} current="club" hasBar>
      <NavBar title={words.activity.title} back="/club" />
      <div className="cl-narrow">
        {club.group !== null && (
          <div className="cl-pad mt3">
            <GroupList groups={[club.group]} />
          </div>
        )}
        <Feed
          key={path}
          path={path}
          first={feed}
          load={(cursor) => nextArticles(send, shown, city.code, cursor)}
          hasGroup
          label={words.activity.title}
          empty={<Empty {...words.activity.none} />}
          isFirst
        />
        <div className="bar">
          <div className="in">
            <ButtonLink className="f1" to={`/club/write?activityId=${activityId}${query}`}>
              {words.activity.write}
            </ButtonLink>
          </div>
        </div>
      </div>
    </Screen>
  );
}
